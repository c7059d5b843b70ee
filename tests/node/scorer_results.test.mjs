// The scorer's per-item results and the words of its report: `node --test tests/node`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { duration, percent, plural, size } from "../../sitegen/site/assets/scorer/format.mjs";
import { Results, csvCell, exampleFile, itemFacts } from "../../sitegen/site/scorer/worker/results.mjs";

const ITEMS = [
  { id: "q1.i2i", task: "vqa", facets: { mode: "i2i" }, answer: "B", answer_type: "choice", extra: { question: "q1" } },
  { id: "q1.s2s", task: "vqa", facets: { mode: "s2s" }, answer: "C", answer_type: "choice", extra: { question: "q1" } },
  { id: "q2", task: "generation", facets: { mode: "s2s" }, answer: "CCO", answer_type: "smiles", extra: {} },
];
const SCORES = [
  { id: "q1.i2i", outcome: "correct", extracted: "B", score: 1, metrics: { accuracy: 1 }, trace: ["raw: B"] },
  { id: "q1.s2s", outcome: "unparsed", extracted: null, score: 0, metrics: { accuracy: 0 }, trace: ["raw: =cmd()", "no letter"] },
  { id: "q2", outcome: "incorrect", extracted: "=O", score: 0, metrics: { exact_match: 0, tanimoto: null }, trace: ["kind: wrong site"] },
];
const results = () => new Results(SCORES.map((score) => JSON.stringify(score)), itemFacts(ITEMS.map((item) => JSON.stringify(item))));
const ids = (query) => results().rows(query).rows.map((row) => row.id);

test("without a filter every item is listed, in the order of the file", () => {
  assert.deepEqual(ids({}), ["q1.i2i", "q1.s2s", "q2"]);
});

test("outcomes, facets and a part of the id narrow the list together", () => {
  assert.deepEqual(ids({ outcomes: ["correct", "incorrect"] }), ["q1.i2i", "q2"]);
  assert.deepEqual(ids({ facets: { mode: "s2s", task: "vqa" } }), ["q1.s2s"]);
  assert.deepEqual(ids({ facets: { mode: "s2s" }, text: " Q2 " }), ["q2"]);
  assert.deepEqual(ids({ outcomes: ["missing"] }), []);
});

test("the items of one kind of mistake are found by their trace", () => {
  assert.deepEqual(ids({ kind: "wrong site" }), ["q2"]);
  assert.deepEqual(ids({ kind: "site" }), []);
});

test("a page of the list says how many there are in all", () => {
  const { total, rows } = results().rows({ offset: 1, limit: 1 });
  assert.equal(total, 3);
  assert.equal(rows[0].id, "q1.s2s");
  assert.equal(rows[0].question, "q1");
  assert.equal(rows[0].answer, "C");
});

test("an item without a question has a page of its own", () => {
  assert.equal(results().rows({ text: "q2" }).rows[0].question, "q2");
});

test("the CSV has a column for every metric and facet, and neutralises formulas", () => {
  const lines = results().csv().split("\n");
  assert.equal(lines[0], "id,outcome,extracted,answer,score,accuracy,exact_match,tanimoto,task,mode,trace");
  assert.equal(lines[1], "q1.i2i,correct,B,B,1,1,,,vqa,i2i,raw: B");
  assert.equal(lines[2], 'q1.s2s,unparsed,,C,0,0,,,vqa,s2s,"raw: =cmd()');
  assert.equal(lines[3], 'no letter"');
  assert.equal(lines[4], "q2,incorrect,'=O,CCO,0,,0,,generation,s2s,kind: wrong site");
});

test("a cell that a spreadsheet would run gets an apostrophe, a number stays a number", () => {
  const safe = { "=1+1": "'=1+1", "@SUM(A1)": "'@SUM(A1)", "-cmd": "'-cmd", "+a": "'+a", "\tx": "'\tx", " =x": "' =x" };
  for (const [given, wanted] of Object.entries(safe)) assert.equal(csvCell(given), wanted);
  for (const given of ["-5", "+1.5e-3", "-12%", "C=O", "a@b", ""]) assert.equal(csvCell(given), given);
  assert.equal(csvCell(-5), "-5");
  assert.equal(csvCell(null), "");
  assert.equal(csvCell('say "hi", twice'), '"say ""hi"", twice"');
  assert.equal(csvCell(["a", "b"]), '"[""a"",""b""]"');
});

test("the example file answers every item", async () => {
  const text = await exampleFile(itemFacts(ITEMS.map((item) => JSON.stringify(item)))).text();
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map((line) => line.id), ITEMS.map((item) => item.id));
});

test("numbers are written the way the page shows them", () => {
  assert.equal(percent(0.12345), "12.3");
  assert.equal(percent(null), "–");
  assert.equal(plural(1, "item"), "1 item");
  assert.equal(plural(12300, "item"), "12,300 items");
  assert.equal(size(240), "240 bytes");
  assert.equal(size(51_000), "51 kB");
  assert.equal(size(8_640_000), "8.6 MB");
  assert.equal(duration(0.4), "a moment");
  assert.equal(duration(38), "40 s");
  assert.equal(duration(150), "3 min");
});
