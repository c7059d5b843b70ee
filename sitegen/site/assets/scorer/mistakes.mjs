// What goes wrong in structure answers: kinds of mistakes in all and by group, leading to their items.

import { h, scrolls } from "./dom.mjs";
import { FEWEST, count, percent } from "./format.mjs";

const RIGHT = "right";
const MOST_COLUMNS = 8;
const MEANING = {
  right: "the same molecule, stereo included",
  "stereo lost": "differs in stereo or isotopes alone",
  "wrong substituent": "the core with every site substituted, by other groups",
  "wrong site": "the core with the right groups exchanged or moved, or with a site left bare",
  "scaffold changed": "the core is no longer there",
  "other structure": "another molecule, where the item names no core",
  "R left in": "a wildcard or an R label is still in it",
  "invalid valence": "well-formed SMILES that the toolkit refuses",
  unparsed: "no SMILES could be read from the reply",
  refused: "the model declined to answer",
  missing: "the file holds no prediction for the item",
};

/** The section, empty where no item's answer type tells kinds apart; `order` is that of the kinds. */
export function mistakeSection(report, order, vocabulary, choose) {
  const total = Object.values(report.kinds).reduce((sum, number) => sum + number, 0);
  if (!total) return [];
  const kinds = Object.keys(report.kinds).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  const wrong = kinds.filter((kind) => kind !== RIGHT).sort((one, other) => report.kinds[other] - report.kinds[one]);
  const overview = wrong.map((kind) => h("li", {}, h("button", { type: "button", title: MEANING[kind], onclick: () => choose({ kind }) }, h("b", {}, count(report.kinds[kind])), ` ${kind} `, h("small", {}, `${percent(report.kinds[kind] / total)} %`))));
  const meanings = h("dl", { class: "cgs-facts" }, kinds.map((kind) => h("div", {}, h("dt", {}, kind), h("dd", {}, MEANING[kind] ?? ""))));
  return [
    h("h3", {}, "What goes wrong in structure answers"),
    h("ul", { class: "cgs-outcomes", "aria-label": "Mistakes by kind" }, overview),
    ...byGroup(report, kinds, vocabulary, choose),
    h("details", { class: "cgs-warnings" }, h("summary", {}, "What the kinds mean"), meanings),
  ];
}

function byGroup(report, kinds, vocabulary, choose) {
  const groups = new Map();
  for (const counts of report.kinds_by) {
    const names = vocabulary.telling(Object.keys(counts.facets));
    if (names.length === Object.keys(counts.facets).length) groups.set(names.join(" "), [...(groups.get(names.join(" ")) ?? []), counts]);
  }
  const keys = [...groups.keys()].filter((key) => groups.get(key).length > 1 && groups.get(key).length <= MOST_COLUMNS);
  if (!keys.length) return [];
  keys.sort((one, other) => one.split(" ").length - other.split(" ").length);
  const heading = (key) => key.split(" ").map((name) => vocabulary.facet(name)).join(" × ");
  const body = scrolls("Mistakes by group");
  const by = h("select", {}, keys.map((key) => h("option", { value: key }, heading(key))));
  const fill = () => body.replaceChildren(kindTable(by.value.split(" "), groups.get(by.value), kinds, vocabulary, choose));
  by.addEventListener("change", fill);
  by.value = preferred(keys, vocabulary);
  fill();
  const note = h("p", { class: "cg-note" }, `Shares of the group's structure answers. A dash stands for the shares of fewer than ${FEWEST}.`);
  return [h("p", { class: "cgs-line cgs-breakdown" }, h("label", {}, "Mistakes by ", by)), body, note];
}

/** First the facets of a split crossed with another, then those of a split alone. */
function preferred(keys, vocabulary) {
  const splits = (key) => key.split(" ").filter((name) => vocabulary.splits.includes(name)).length;
  const [best] = [...keys].sort((one, other) => splits(other) - splits(one) || other.split(" ").length - one.split(" ").length);
  return best;
}

function kindTable(names, groups, kinds, vocabulary, choose) {
  const place = (counts) => names.map((name) => vocabulary.place(name, counts.facets[name]));
  const columns = [...groups].sort((one, other) => compare(place(one), place(other))).map((counts) => ({ ...counts, title: names.map((name) => vocabulary.value(name, counts.facets[name])).join(", ") }));
  const head = h("tr", {}, h("th", { scope: "col" }, "Kind"), columns.map(({ title }) => h("th", { scope: "col", class: "cg-num" }, title)));
  const sizes = h("tr", {}, h("th", { scope: "row" }, "items"), columns.map(({ n }) => h("td", { class: "cg-num" }, count(n))));
  const rows = kinds.map((kind) => h("tr", {}, h("th", { scope: "row", title: MEANING[kind] }, kind), columns.map((column) => kindCell(kind, column, choose))));
  return h("table", { class: "cg-table cgs-table cgs-kinds" }, h("thead", {}, head), h("tbody", {}, sizes, rows));
}

function kindCell(kind, { facets, n, counts, title }, choose) {
  const number = counts[kind];
  const share = n < FEWEST ? "–" : `${percent(number / n)} %`;
  if (!number) return h("td", { class: "cg-num cgs-beside" }, "0");
  const name = kind === RIGHT ? "cgs-kind cgs-kind-right" : "cgs-kind";
  const button = h("button", { type: "button", class: name, style: `--cgs-share:${(100 * number) / n}%`, "aria-label": `${count(number)} ${share}: ${kind}, ${title}; show them`, onclick: () => choose({ kind, facets }) }, count(number), " ", h("small", {}, share));
  return h("td", { class: "cg-num" }, button);
}

function compare(one, other) {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : one[place] - other[place];
}
