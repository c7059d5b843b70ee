// Accuracy by every facet, one small table each, in the benchmark's own order.

import { h, scrolls } from "./dom.mjs";
import { FEWEST, count, title } from "./format.mjs";
import { strip } from "./report.mjs";

/** Sections of tables: by task where there are several; `metrics` are joined ones. */
export function facetSection(metrics, name, vocabulary, choose) {
  const own = metrics.filter((metric) => metric.name === name);
  const tasks = [...new Set(own.map((metric) => metric.facets.task).filter((task) => task !== undefined))];
  tasks.sort((one, other) => vocabulary.place("task", one) - vocabulary.place("task", other));
  const parts = (tasks.length > 1 ? tasks : [undefined]).map((task) => [task, facetTables(own, name, task, vocabulary, choose)]);
  const filled = parts.filter(([, tables]) => tables.length);
  if (!filled.length) return [];
  const note = h("p", { class: "cg-note" }, `${title(name)} in % with its 95 % interval (clustered). A dash stands for fewer than ${FEWEST} items; the report has the number.`);
  const sections = filled.flatMap(([task, tables]) => [task === undefined ? null : h("h4", {}, vocabulary.value("task", task)), h("div", { class: "cgs-facets" }, tables)]);
  return [h("h3", {}, "Facet by facet"), ...sections, note];
}

function facetTables(own, name, task, vocabulary, choose) {
  const groups = new Map();
  for (const metric of own) {
    if (metric.facets.task !== task) continue;
    const [facet, ...others] = Object.keys(metric.facets).filter((other) => other !== "task");
    if (facet && !others.length) groups.set(facet, [...(groups.get(facet) ?? []), metric]);
  }
  const telling = vocabulary.telling([...groups.keys()]).filter((facet) => groups.get(facet).length > 1);
  return telling.map((facet) => facetTable(facet, groups.get(facet), name, vocabulary, choose));
}

function facetTable(facet, metrics, name, vocabulary, choose) {
  const ordered = [...metrics].sort((one, other) => vocabulary.place(facet, one.facets[facet]) - vocabulary.place(facet, other.facets[facet]));
  const rows = ordered.map((metric) => {
    const few = metric.n < FEWEST;
    const value = vocabulary.value(facet, metric.facets[facet]);
    const range = metric.clustered ?? metric;
    const show = h("button", { type: "button", class: "cgs-link", "aria-label": `Show the items of ${vocabulary.facet(facet)}: ${value}`, onclick: () => choose({ facets: metric.facets }) }, value);
    const number = few ? "–" : vocabulary.number(name, metric.value);
    const interval = few || range.low === null ? "" : `${vocabulary.number(name, range.low)}–${vocabulary.number(name, range.high)}`;
    return h("tr", {}, h("th", { scope: "row" }, show), h("td", { class: "cg-num" }, count(metric.n)), h("td", { class: "cg-num cgs-value" }, number), h("td", { class: "cg-num cgs-beside" }, interval), h("td", { class: "cgs-strip" }, few ? "" : strip(metric, [])));
  });
  const heads = [["items", "cg-num"], [title(name), "cg-num"], ["95 %", "cg-num"]].map(([text, style]) => h("th", { scope: "col", class: style }, text));
  const last = h("th", { scope: "col", class: "cgs-strip" }, h("span", { class: "cg-hidden" }, "On a scale"), h("span", { class: "cgs-scale", "aria-hidden": "true" }, h("span", {}, "0"), h("span", {}, "100")));
  const head = h("tr", {}, h("th", { scope: "col" }, vocabulary.facet(facet)), heads, last);
  const table = h("table", { class: "cg-table cgs-table cgs-facet" }, h("thead", {}, head), h("tbody", {}, rows));
  return scrolls(vocabulary.facet(facet), table);
}
