// The explorer's pure functions: `node --test tests/node`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyState, facetToLoosen, filterEntries, orderEntries, readState, textTest, writeState } from "../../sitegen/site/assets/explorer/filter.mjs";

const index = {
  ids: ["a", "b", "c", "d"],
  facets: [
    { name: "mode", values: ["i2i", "s2s"], sets: [[0, 1], [1]], column: [0, 1, 1, 0] },
    { name: "level", values: ["low", "high"], sets: [[0], [1], []], column: [0, 0, 1, 2] },
  ],
  sorts: [{ title: "Gap", column: [2, null, 1, 2] }],
};
const all = () => true;
const state = (facets, more = {}) => ({ ...emptyState("questions"), facets: new Map(Object.entries(facets).map(([name, values]) => [name, new Set(values)])), ...more });

test("an entry matches when every facet with a choice holds one of the chosen values", () => {
  assert.deepEqual(filterEntries(index, state({ mode: ["i2i"], level: ["low", "high"] }), all).matches, [0]);
});

test("a live count says how many would match with that value chosen and the other facets as they are", () => {
  const { counts } = filterEntries(index, state({ mode: ["i2i"] }), all);
  assert.deepEqual(counts, [[2, 4], [1, 0]]);
});

test("counts agree with counting by brute force for every choice", () => {
  for (const mode of [[], ["i2i"], ["s2s"], ["i2i", "s2s"]]) {
    for (const level of [[], ["low"], ["high"]]) {
      const chosen = {};
      if (mode.length) chosen.mode = mode;
      if (level.length) chosen.level = level;
      const { counts } = filterEntries(index, state(chosen), all);
      index.facets.forEach((facet, f) => facet.values.forEach((value, v) => {
        const expected = filterEntries(index, state({ ...chosen, [facet.name]: [value] }), all).matches.length;
        assert.equal(counts[f][v], expected, `${facet.name}=${value} with ${JSON.stringify(chosen)}`);
      }));
    }
  }
});

test("sorting keeps ties in place and puts entries without the key last, both ways", () => {
  assert.deepEqual(orderEntries(index, state({}, { sort: "Gap" }), [0, 1, 2, 3]), [2, 0, 3, 1]);
  assert.deepEqual(orderEntries(index, state({}, { sort: "Gap", down: true }), [0, 1, 2, 3]), [0, 3, 2, 1]);
});

test("an empty result names the facet whose choice, dropped, brings back the most", () => {
  assert.deepEqual(facetToLoosen(index, state({ mode: ["i2i"], level: ["high"] }), all), { name: "level", n: 2 });
});

test("a state survives the address and back", () => {
  const before = state({ mode: ["i2i", "s2s"] }, { q: "a & b=c #1", structure: "C[C@@H](O)/C=C\\N", sort: "Gap", down: true, list: true, shown: 120 });
  const after = readState(writeState(before, "questions"), ["questions", "scaffolds"], () => ["mode", "level"]);
  assert.deepEqual(after, before);
  assert.equal(writeState(emptyState("questions"), "questions"), "");
});

test("a query is text, not a pattern, and a SMILES keeps its case", () => {
  assert.ok(textTest("C[C@@H](O)c1ccccc1")("x C[C@@H](O)c1ccccc1 y"));
  assert.ok(!textTest("C(O)")("c(o)"));
  assert.ok(textTest("3a")("3a→7b") && !textTest(".*")("abc"));
  assert.ok(textTest("Phenyl")("4-fluorophenyl"));
});
