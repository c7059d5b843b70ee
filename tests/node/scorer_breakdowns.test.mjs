// The scorer's differences between facet values: which table is made of them, and how they are written.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Cells } from "../../sitegen/site/assets/scorer/differences.mjs";
import { points } from "../../sitegen/site/assets/scorer/format.mjs";
import { Vocabulary } from "../../sitegen/site/assets/scorer/vocabulary.mjs";

const CONTRAST = { name: "easy_minus_hard", facet: "difficulty", first: "easy", second: "hard" };
const facet = (name, ...values) => ({ name, title: name, values: Object.fromEntries(values.map((value) => [value, value])) });
const VOCABULARY = new Vocabulary(
  { facets: [facet("task", "vqa", "write"), facet("mode", "i2i", "s2s"), facet("level", "basic", "advanced"), facet("style", "direct", "other")], splits: ["level", "difficulty"] },
  { means: [], contrasts: [CONTRAST] },
);

/** Metrics of the cells of some facets ({name: values}), each with both sides. */
function metricsOf(facets, fixed = {}) {
  let cells = [fixed];
  for (const [name, values] of Object.entries(facets)) cells = cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value })));
  return cells.flatMap((cell) => [
    { name: "accuracy.easy_minus_hard", value: 0.3, n: 20, facets: cell },
    { name: "accuracy", value: 0.8, n: 10, facets: { ...cell, difficulty: "easy" } },
    { name: "accuracy", value: 0.5, n: 10, facets: { ...cell, difficulty: "hard" } },
  ]);
}

function cellsOf(metrics, task) {
  const own = metrics.filter(({ name }) => VOCABULARY.isDifference(name));
  return new Cells(metrics.filter(({ name }) => !VOCABULARY.isDifference(name)), own, CONTRAST, task);
}

const MODES = ["i2i", "s2s"];
const LEVELS = ["basic", "advanced"];

test("two facets crossed without a gap make the table, the one of the splits across", () => {
  const metrics = [...metricsOf({ mode: MODES, level: LEVELS }), ...metricsOf({ mode: MODES }), ...metricsOf({ level: LEVELS })];
  assert.deepEqual(cellsOf(metrics).shape(VOCABULARY), ["mode", "level"]);
});

test("a pair of facets with an empty cell makes no table", () => {
  const metrics = [...metricsOf({ mode: MODES, level: ["basic"] }), ...metricsOf({ mode: MODES }), ...metricsOf({ level: LEVELS })];
  assert.deepEqual(cellsOf(metrics).shape(VOCABULARY), ["mode", null]);
});

test("without a facet that varies there is the difference over all items alone", () => {
  assert.deepEqual(cellsOf(metricsOf({})).shape(VOCABULARY), [null, null]);
});

test("a cell has the difference and both sides, of its own task", () => {
  const metrics = [...metricsOf({ mode: MODES }, { task: "vqa" }), ...metricsOf({ level: LEVELS }, { task: "write" })];
  const cell = cellsOf(metrics, "vqa").at({ mode: "i2i" });
  assert.equal(cell.difference.value, 0.3);
  assert.deepEqual(cell.sides.map((side) => side.value), [0.8, 0.5]);
  assert.equal(cellsOf(metrics, "vqa").at({ level: "basic" }), null);
  assert.deepEqual(cellsOf(metrics, "write").shape(VOCABULARY), ["level", null]);
});

test("a difference is written in points with its sign", () => {
  assert.equal(points(0.3795), "+38.0");
  assert.equal(points(-0.021), "\u22122.1");
  assert.equal(points(-0.0001), "0.0");
  assert.equal(points(null), "–");
});
