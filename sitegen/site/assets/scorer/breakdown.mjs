// A metric broken down by facets, worst first; columns sort, rows lead to their items.

import { h, scrolls } from "./dom.mjs";
import { FEWEST, title } from "./format.mjs";
import { baselineNames, metricRow, table } from "./report.mjs";

const FIRST_ROWS = 12; // where no breakdown is that of the splits, the finest of at most so many rows comes first

export class Breakdown {
  /** `metrics` are joined ones of a report; `showItems` is called with the facets of a row. */
  constructor({ metrics, preferred, baselines, vocabulary, showItems }) {
    Object.assign(this, { preferred, baselines, vocabulary, showItems });
    this.groups = new Map();
    for (const metric of metrics) {
      const names = vocabulary.telling(Object.keys(metric.facets));
      if (!names.length) continue;
      const key = names.join(" ");
      this.groups.set(key, [...(this.groups.get(key) ?? []), metric]);
    }
    this.sort = { column: "value", down: false };
    this.element = h("div", { class: "cgs-breakdown" });
    if (this.groups.size) this.#build();
  }

  #build() {
    const heading = (key) => key.split(" ").map((name) => this.vocabulary.facet(name)).join(" × ");
    const keys = [...this.groups.keys()].sort((one, other) => one.split(" ").length - other.split(" ").length);
    this.by = select(keys.map((key) => [key, heading(key)]), () => this.#fillMetrics());
    this.what = select([], () => this.#fill());
    this.body = scrolls("Breakdown");
    const controls = h("p", { class: "cgs-line" }, h("label", {}, "Break down by ", this.by), h("label", {}, "Metric ", this.what));
    const note = h("p", { class: "cg-note" }, `A dash stands for fewer than ${FEWEST} items; the report has the number.`);
    this.element.append(controls, this.body, note);
    this.by.value = this.#firstGroup();
    this.#fillMetrics(this.preferred);
  }

  #firstGroup() {
    const split = this.vocabulary.split.join(" ");
    if (this.groups.has(split)) return split;
    const rows = (key) => new Set(this.groups.get(key).map((metric) => JSON.stringify(metric.facets))).size;
    const fitting = [...this.groups.keys()].filter((key) => rows(key) <= FIRST_ROWS);
    return fitting.sort((one, other) => rows(other) - rows(one))[0] ?? [...this.groups.keys()][0];
  }

  #fillMetrics(preferred = this.what.value) {
    const names = [...new Set(this.groups.get(this.by.value).map((metric) => metric.name))];
    this.what.replaceChildren(...names.map((name) => h("option", { value: name }, title(name))));
    if (names.includes(preferred)) this.what.value = preferred;
    this.#fill();
  }

  #fill() {
    const metrics = this.groups.get(this.by.value).filter((metric) => metric.name === this.what.value);
    const facets = this.by.value.split(" ");
    const names = baselineNames(metrics, this.baselines, this.vocabulary);
    const rows = metrics.map((metric) => this.#row(metric, facets, names));
    rows.sort((one, other) => this.#compare(one, other));
    const heads = facets.map((name) => this.vocabulary.facet(name));
    const options = { sort: this.sort, onSort: (column) => this.#sortBy(column), last: "Items" };
    this.body.replaceChildren(table(heads, names, rows.map((row) => row.cells), options));
  }

  #row(metric, facets, names) {
    const titles = facets.map((name) => this.vocabulary.value(name, metric.facets[name]));
    const row = metricRow(titles, metric, names, this.baselines, this.vocabulary, true);
    const show = h("button", { type: "button", class: "cgs-link", onclick: () => this.showItems(metric.facets), "aria-label": `Show the items of ${titles.join(", ")}` }, "items");
    return { ...row, cells: [...row.cells, h("td", {}, show)] };
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

  #key({ metric, beside }) {
    const { column } = this.sort;
    if (column === "value") return metric.n < FEWEST ? null : metric.value;
    if (column === "n") return metric.n;
    if (column.startsWith("baseline ")) return beside.get(column.slice("baseline ".length))?.value ?? null;
    const name = this.by.value.split(" ")[Number(column)];
    return this.vocabulary.place(name, metric.facets[name]);
  }
}

function select(options, changed) {
  return h("select", { onchange: changed }, options.map(([value, title]) => h("option", { value }, title)));
}
