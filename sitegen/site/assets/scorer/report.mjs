// The report: headline, outcomes, tables of metrics with baselines beside them.

import { h, svg } from "./dom.mjs";
import { FEWEST, count, percent, plural, title, words } from "./format.mjs";

export const OUTCOMES = ["correct", "incorrect", "unparsed", "refused", "missing"];
const MEANING = {
  correct: "the answer is right",
  incorrect: "an answer was found and is wrong",
  unparsed: "no answer could be read from the reply",
  refused: "the model declined to answer",
  missing: "the file holds no prediction for the item",
};
const HEADLINE = "accuracy";

export const overall = (metrics) => metrics.filter((metric) => Object.keys(metric.facets).length === 0);

/** The metric that stands in the headline. */
export function mainMetric(metrics) {
  const all = overall(metrics);
  return all.find((metric) => metric.name === HEADLINE) ?? all[0] ?? null;
}

export function headline(metric, vocabulary) {
  const number = (value) => vocabulary.number(metric.name, value);
  const facts = [
    `over ${plural(metric.n, "item")}`,
    metric.low === null ? null : `95 % interval ${number(metric.low)}–${number(metric.high)}`,
    metric.clustered ? `${number(metric.clustered.low)}–${number(metric.clustered.high)} allowing for items that resemble each other` : null,
  ];
  const details = h("span", {}, words(metric.name), " ", h("small", {}, facts.filter(Boolean).join(" · ")));
  return h("p", { class: "cgs-headline" }, h("b", {}, number(metric.value), vocabulary.unit(metric.name)), details);
}

/** The five outcomes as a bar and as buttons that show their items. */
export function outcomeBar(report, choose) {
  const bar = h("div", { class: "cgs-bar", "aria-hidden": "true" });
  const list = h("ul", { class: "cgs-outcomes", "aria-label": "Items by outcome" });
  for (const outcome of OUTCOMES) {
    const number = report.outcomes[outcome] ?? 0;
    if (number) bar.append(h("i", { class: `cgs-${outcome}`, style: `flex-grow:${number}` }));
    const mark = h("i", { class: `cgs-mark cgs-${outcome}`, "aria-hidden": "true" });
    const label = [mark, h("b", {}, count(number)), ` ${outcome} `, h("small", {}, `${percent(number / (report.n || 1))} %`)];
    list.append(h("li", {}, h("button", { type: "button", title: MEANING[outcome], disabled: !number, onclick: () => choose({ outcome }) }, label)));
  }
  return h("div", {}, bar, list);
}

/** Overall metrics, one row each. */
export function metricTable(metrics, baselines, vocabulary) {
  const rows = overall(metrics);
  const names = baselineNames(rows, baselines, vocabulary);
  const cells = rows.map((metric) => metricRow([title(metric.name)], metric, names, baselines, vocabulary).cells);
  return table(["Metric"], names, cells);
}

/** Cells of one metric, and the baselines that stand beside it; with `hideFew` a dash for few items. */
export function metricRow(titles, metric, names, baselines, vocabulary, hideFew = false) {
  const few = hideFew && metric.n < FEWEST;
  const number = (value) => vocabulary.number(metric.name, value);
  const interval = (of) => (of === null || of.low === null ? "" : `${number(of.low)}–${number(of.high)}`);
  const beside = new Map(names.map((name) => [name, baselines.find((other) => other.baseline === name && matches(metric, other, vocabulary))]));
  const cells = [
    ...titles.map((title, place) => h(place ? "td" : "th", place ? {} : { scope: "row" }, title)),
    h("td", { class: "cg-num" }, count(metric.n)),
    h("td", { class: "cg-num cgs-value" }, few ? "–" : [number(metric.value), vocabulary.unit(metric.name)]),
    h("td", { class: "cg-num cgs-beside" }, few ? "" : interval(metric)),
    h("td", { class: "cg-num cgs-beside" }, few ? "" : interval(metric.clustered)),
    h("td", { class: "cgs-strip" }, few || vocabulary.isError(metric.name) ? "" : strip(metric, [...beside.values()])),
    ...names.map((name) => h("td", { class: "cg-num cgs-beside", title: beside.get(name)?.solver ?? null }, beside.get(name) ? number(beside.get(name).value) : "–")),
  ];
  return { metric, beside, cells };
}

/** A baseline stands beside a metric of the same name over the same items. */
function matches(metric, baseline, vocabulary) {
  if (baseline.name !== metric.name) return false;
  const names = new Set([...Object.keys(metric.facets), ...Object.keys(baseline.facets)]);
  return [...names].every((name) => vocabulary.isConstant(name) || metric.facets[name] === baseline.facets[name]);
}

export function baselineNames(metrics, baselines, vocabulary) {
  const found = baselines.filter((baseline) => metrics.some((metric) => matches(metric, baseline, vocabulary)));
  return [...new Set(found.map((baseline) => baseline.baseline))];
}

/** The value, its interval and the baselines on a scale from 0 to 1. */
export function strip(metric, baselines) {
  const picture = svg("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true" });
  picture.append(svg("line", { x1: 0, x2: 100, y1: 7, y2: 7, class: "cgs-axis" }));
  if (metric.value === null) return picture;
  const line = (from, to, y1, y2, name) => {
    const [x1, x2] = [from, to].map((share) => Math.max(0, Math.min(100, 100 * share)));
    picture.append(svg("line", { x1, x2, y1, y2, class: name }));
  };
  const range = metric.clustered ?? metric;
  if (range.low !== null) line(range.low, range.high, 7, 7, "cgs-range");
  for (const baseline of baselines) {
    if (baseline && baseline.value !== null) line(baseline.value, baseline.value, 3, 11, "cgs-tick");
  }
  line(metric.value, metric.value, 1, 13, "cgs-point");
  return picture;
}

/** A table of metrics; with `sort` ({column, down}) its heads are buttons that call `onSort`. */
export function table(heads, baselines, rows, { sort = null, onSort = null, last = null } = {}) {
  const head = (title, column, numeric) => {
    const attributes = { scope: "col", class: numeric ? "cg-num" : null };
    if (!sort) return h("th", attributes, title);
    const direction = sort.column === column ? (sort.down ? "descending" : "ascending") : "none";
    const button = h("button", { type: "button", class: "cg-sorter", "data-column": column, onclick: () => onSort(column) }, title);
    return h("th", { ...attributes, "aria-sort": direction }, button);
  };
  const row = h("tr", {});
  row.append(
    ...heads.map((title, place) => head(title, String(place), false)),
    head("items", "n", true),
    head("value", "value", true),
    h("th", { scope: "col", class: "cg-num" }, "95 % interval"),
    h("th", { scope: "col", class: "cg-num", title: "95 % interval that allows for items of one cluster resembling each other" }, "clustered"),
    h("th", { scope: "col", class: "cgs-strip" }, h("span", { class: "cg-hidden" }, "On a scale"), h("span", { class: "cgs-scale", "aria-hidden": "true" }, h("span", {}, "0"), h("span", {}, "50"), h("span", {}, "100"))),
    ...baselines.map((name) => head(words(name), `baseline ${name}`, true)),
  );
  if (last) row.append(h("th", { scope: "col" }, h("span", { class: "cg-hidden" }, last)));
  return h("table", { class: "cg-table cgs-table" }, h("thead", {}, row), h("tbody", {}, rows.map((cells) => h("tr", {}, cells))));
}
