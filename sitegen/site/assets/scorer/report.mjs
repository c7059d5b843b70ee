// The report: headline, outcome bar, table of metrics, breakdown by facet with baselines beside it.

import { h, svg } from "./dom.mjs";
import { count, percent, words } from "./format.mjs";

export const OUTCOMES = ["correct", "incorrect", "unparsed", "refused", "missing"];
const MEANING = {
  correct: "the answer is right",
  incorrect: "an answer was found and is wrong",
  unparsed: "no answer could be read from the reply",
  refused: "the model declined to answer",
  missing: "the file holds no prediction for the item",
};
const HEADLINES = ["accuracy", "score", "exact_match"];
const FIRST_ROWS = 12; // the finest breakdown of at most so many rows is shown first

/** Titles of facets and values, and which facets have one value only and so say nothing. */
export class Vocabulary {
  constructor(facets) {
    this.facets = new Map(facets.map((facet) => [facet.name, facet]));
  }

  facet(name) {
    return this.facets.get(name)?.title ?? words(name);
  }

  value(name, value) {
    return this.facets.get(name)?.values[value] ?? words(value);
  }

  isConstant(name) {
    const facet = this.facets.get(name);
    return Boolean(facet) && Object.keys(facet.values).length === 1;
  }

  place(name, value) {
    const values = Object.keys(this.facets.get(name)?.values ?? {});
    return values.indexOf(value);
  }

  /** Names of the facets that tell items apart. */
  telling(facets) {
    return Object.keys(facets).filter((name) => !this.isConstant(name));
  }
}

/** The metric that stands in the headline. */
export function headline(report) {
  const overall = report.metrics.filter((metric) => Object.keys(metric.facets).length === 0);
  return HEADLINES.map((name) => overall.find((metric) => metric.name === name)).find(Boolean) ?? overall[0] ?? null;
}

export function outcomeBar(report, choose) {
  const total = report.n || 1;
  const bar = h("div", { class: "cgs-bar", "aria-hidden": "true" });
  const list = h("ul", { class: "cgs-outcomes", "aria-label": "Items by outcome" });
  for (const outcome of OUTCOMES) {
    const number = report.counts[outcome] ?? 0;
    if (number) bar.append(h("i", { class: `cgs-${outcome}`, style: `flex-grow:${number}` }));
    const label = [h("i", { class: `cgs-mark cgs-${outcome}`, "aria-hidden": "true" }), h("b", {}, count(number)), ` ${outcome} `, h("small", {}, `${percent(number / total)} %`)];
    list.append(h("li", {}, h("button", { type: "button", title: `Show them: ${MEANING[outcome]}`, disabled: !number, onclick: () => choose(outcome) }, label)));
  }
  return h("div", {}, bar, list);
}

/** Overall metrics, one row each. */
export function metricTable(report, baselines, vocabulary) {
  const overall = report.metrics.filter((metric) => Object.keys(metric.facets).length === 0);
  const names = baselineNames(overall, baselines, vocabulary);
  const rows = overall.map((metric) => metricRow([words(metric.name)], metric, names, baselines, vocabulary));
  return table(["Metric"], names, rows.map((row) => row.cells));
}

/** Breakdown by facets: which breakdown and which metric are chosen above it, columns sort. */
export class Breakdown {
  constructor(report, baselines, vocabulary, showItems) {
    this.baselines = baselines;
    this.vocabulary = vocabulary;
    this.showItems = showItems;
    this.metrics = report.metrics.filter((metric) => vocabulary.telling(metric.facets).length > 0);
    this.groups = new Map();
    for (const metric of this.metrics) {
      const key = vocabulary.telling(metric.facets).join(" ");
      if (!this.groups.has(key)) this.groups.set(key, []);
      this.groups.get(key).push(metric);
    }
    this.sort = { column: "value", down: false };
    this.element = h("div", { class: "cgs-breakdown" });
    if (this.groups.size) this.#build(headline(report)?.name);
  }

  #build(preferred) {
    const title = (key) => key.split(" ").map((name) => this.vocabulary.facet(name)).join(" × ");
    this.by = select([...this.groups.keys()].map((key) => [key, title(key)]), () => this.#fillMetrics());
    this.what = select([], () => this.#fill());
    this.body = h("div", { class: "cg-scroll", tabindex: "0", role: "region", "aria-label": "Breakdown" });
    const controls = h("p", { class: "cgs-line" }, h("label", {}, "Break down by ", this.by), h("label", {}, "Metric ", this.what));
    this.element.append(controls, this.body);
    this.by.value = this.#firstGroup();
    this.#fillMetrics(preferred);
  }

  #firstGroup() {
    const rows = (key) => new Set(this.groups.get(key).map((metric) => JSON.stringify(metric.facets))).size;
    const fitting = [...this.groups.keys()].filter((key) => rows(key) <= FIRST_ROWS);
    return fitting.sort((one, other) => rows(other) - rows(one))[0] ?? [...this.groups.keys()][0];
  }

  #fillMetrics(preferred = this.what.value) {
    const names = [...new Set(this.groups.get(this.by.value).map((metric) => metric.name))];
    this.what.replaceChildren(...names.map((name) => h("option", { value: name }, words(name))));
    if (names.includes(preferred)) this.what.value = preferred;
    this.#fill();
  }

  #fill() {
    const metrics = this.groups.get(this.by.value).filter((metric) => metric.name === this.what.value);
    const facets = this.by.value.split(" ");
    const names = baselineNames(metrics, this.baselines, this.vocabulary);
    const rows = metrics.map((metric) => {
      const titles = facets.map((name) => this.vocabulary.value(name, metric.facets[name]));
      const row = metricRow(titles, metric, names, this.baselines, this.vocabulary);
      const show = h("button", { type: "button", class: "cgs-link", onclick: () => this.showItems(metric.facets), "aria-label": `Show the items of ${titles.join(", ")}` }, "items");
      return { ...row, cells: [...row.cells, h("td", {}, show)] };
    });
    rows.sort((one, other) => this.#compare(one, other));
    const heads = facets.map((name) => this.vocabulary.facet(name));
    this.body.replaceChildren(table(heads, names, rows.map((row) => row.cells), { sort: this.sort, onSort: (column) => this.#sortBy(column), last: true }));
  }

  #sortBy(column) {
    this.sort = { column, down: this.sort.column === column ? !this.sort.down : false };
    this.#fill();
    this.body.querySelector(`[data-column="${CSS.escape(column)}"]`)?.focus();
  }

  #compare(one, other) {
    const sign = this.sort.down ? -1 : 1;
    const [a, b] = [one, other].map((row) => this.#key(row));
    if (a === null || b === null) return (a === null) - (b === null); // what is not defined comes last
    return a === b ? 0 : sign * (a < b ? -1 : 1);
  }

  #key(row) {
    const { column } = this.sort;
    if (column === "value") return row.metric.value;
    if (column === "n") return row.metric.n;
    if (column.startsWith("baseline ")) return row.beside.get(column.slice(9))?.value ?? null;
    const name = this.by.value.split(" ")[Number(column)];
    return this.vocabulary.place(name, row.metric.facets[name]);
  }
}

function metricRow(titles, metric, names, baselines, vocabulary) {
  const beside = new Map(names.map((name) => [name, baselines.find((other) => other.baseline === name && matches(metric, other, vocabulary))]));
  const cells = [
    ...titles.map((title, place) => h(place ? "td" : "th", place ? {} : { scope: "row" }, title)),
    h("td", { class: "cg-num" }, count(metric.n)),
    h("td", { class: "cg-num cgs-value" }, percent(metric.value)),
    h("td", { class: "cg-num cgs-interval" }, interval(metric)),
    h("td", { class: "cgs-strip" }, strip(metric, [...beside.values()])),
    ...names.map((name) => h("td", { class: "cg-num cgs-beside" }, percent(beside.get(name)?.value))),
  ];
  return { metric, beside, cells };
}

/** A baseline stands beside a metric of the same name over the same items. */
function matches(metric, baseline, vocabulary) {
  if (baseline.name !== metric.name) return false;
  const names = new Set([...Object.keys(metric.facets), ...Object.keys(baseline.facets)]);
  return [...names].every((name) => vocabulary.isConstant(name) || metric.facets[name] === baseline.facets[name]);
}

function baselineNames(metrics, baselines, vocabulary) {
  const found = baselines.filter((baseline) => metrics.some((metric) => matches(metric, baseline, vocabulary)));
  return [...new Set(found.map((baseline) => baseline.baseline))];
}

function interval(metric) {
  return metric.low === null || metric.low === undefined ? "" : `${percent(metric.low)}–${percent(metric.high)}`;
}

/** The value, its interval and the baselines on a scale from 0 to 100 %. */
function strip(metric, baselines) {
  const picture = svg("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true" });
  picture.append(svg("line", { x1: 0, x2: 100, y1: 7, y2: 7, class: "cgs-axis" }));
  if (metric.value === null) return picture;
  const at = (share) => Math.max(0, Math.min(100, 100 * share));
  if (metric.low !== null) picture.append(svg("line", { x1: at(metric.low), x2: at(metric.high), y1: 7, y2: 7, class: "cgs-range" }));
  for (const baseline of baselines) {
    if (baseline && baseline.value !== null) picture.append(svg("line", { x1: at(baseline.value), x2: at(baseline.value), y1: 3, y2: 11, class: "cgs-tick" }));
  }
  picture.append(svg("line", { x1: at(metric.value), x2: at(metric.value), y1: 1, y2: 13, class: "cgs-point" }));
  return picture;
}

function table(heads, baselines, rows, { sort = null, onSort = null, last = false } = {}) {
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
    head("%", "value", true),
    h("th", { scope: "col", class: "cg-num" }, "95 % interval"),
    h("th", { scope: "col", class: "cgs-strip" }, h("span", { class: "cgs-scale", "aria-hidden": "true" }, h("span", {}, "0"), h("span", {}, "50"), h("span", {}, "100"))),
    ...baselines.map((name) => head(words(name).toLowerCase(), `baseline ${name}`, true)),
  );
  if (last) row.append(h("th", { scope: "col" }, h("span", { class: "cg-hidden" }, "Items")));
  return h("table", { class: "cg-table cgs-table" }, h("thead", {}, row), h("tbody", {}, rows.map((cells) => h("tr", {}, cells))));
}

function select(options, changed) {
  return h("select", { onchange: changed }, options.map(([value, title]) => h("option", { value }, title)));
}
