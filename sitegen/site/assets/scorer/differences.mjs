// What a model loses from one value of a facet to another: the report's contrasts, one facet down, one across.

import { h, scrolls } from "./dom.mjs";
import { FEWEST, count, points } from "./format.mjs";

const MEASURE = "accuracy";

/** Sections for all contrasts that the report holds; `metrics` are joined ones. */
export function differenceSections(metrics, contrasts, vocabulary) {
  return contrasts.flatMap((contrast) => {
    const own = metrics.filter((metric) => metric.name === `${MEASURE}.${contrast.name}`);
    if (!own.length) return [];
    const [first, second] = [contrast.first, contrast.second].map((value) => vocabulary.value(contrast.facet, value));
    const tasks = [...new Set(own.map((metric) => metric.facets.task).filter((task) => task !== undefined))];
    tasks.sort((one, other) => vocabulary.place("task", one) - vocabulary.place("task", other));
    const tables = (tasks.length ? tasks : [undefined]).flatMap((task) => {
      const table = differenceTable(new Cells(metrics, own, contrast, task), [first, second], vocabulary);
      return [task === undefined ? null : h("h4", {}, vocabulary.value("task", task)), table];
    });
    const note = `Accuracy in %. The difference is ${first} less ${second} in percentage points, with its 95 % interval, which allows for items that resemble each other. A dash stands where there are fewer than ${FEWEST} items.`;
    return [h("h3", {}, `From ${first} to ${second}`), ...tables, h("p", { class: "cg-note" }, note)];
  });
}

/** Finds the numbers of one contrast in one task. */
export class Cells {
  constructor(metrics, own, contrast, task) {
    const inTask = (metric) => metric.facets.task === task;
    this.contrast = contrast;
    this.fixed = task === undefined ? {} : { task };
    this.own = new Map(own.filter(inTask).map((metric) => [key(metric.facets), metric]));
    this.all = new Map(metrics.filter((metric) => metric.name === MEASURE && inTask(metric)).map((metric) => [key(metric.facets), metric]));
  }

  /** The difference in a cell with both its sides; null where one is not in the report. */
  at(facets) {
    const { facet, first, second } = this.contrast;
    const difference = this.own.get(key({ ...this.fixed, ...facets }));
    const sides = [first, second].map((value) => this.all.get(key({ ...this.fixed, ...facets, [facet]: value })));
    return difference && sides.every(Boolean) ? { difference, sides } : null;
  }

  /** The facets with the values that the contrast's groups have. */
  get values() {
    const found = new Map();
    for (const { facets } of this.own.values()) {
      for (const [name, value] of Object.entries(facets)) if (name !== "task") found.set(name, (found.get(name) ?? new Set()).add(value));
    }
    return found;
  }

  /**
   * Choose the facets of a table, [down, across]: two that are crossed without a gap, those of a split
   * before others; else one; else none.
   */
  shape(vocabulary) {
    const values = this.values;
    const names = vocabulary.telling([...values.keys()]).filter((name) => values.get(name).size > 1);
    const rank = (name) => (vocabulary.splits.includes(name) ? 0 : 1);
    const across = [...names].sort((one, other) => rank(one) - rank(other));
    for (const column of across) {
      const down = names.find((row) => row !== column && [...values.get(row)].every((a) => [...values.get(column)].every((b) => this.at({ [row]: a, [column]: b }))));
      if (down) return [down, column];
    }
    const single = names.filter((name) => [...values.get(name)].every((value) => this.at({ [name]: value })));
    return [single[0] ?? null, null];
  }
}

const key = (facets) => JSON.stringify(Object.entries(facets).sort());

function differenceTable(cells, sides, vocabulary) {
  const [down, across] = cells.shape(vocabulary);
  const options = (name) => {
    const found = name ? [...cells.values.get(name)].sort((one, other) => vocabulary.place(name, one) - vocabulary.place(name, other)) : [];
    return [...found.map((value) => ({ title: vocabulary.value(name, value), facets: { [name]: value } })), { title: "All", facets: {} }];
  };
  const columns = options(across);
  const top = h("tr", {}, h("td", {}), columns.map(({ title }) => h("th", { scope: "colgroup", colspan: 3, class: "cgs-group" }, title)));
  const heads = columns.flatMap(() => [...sides, "Difference"].map((title, place) => h("th", { scope: "col", class: place ? "cg-num" : "cg-num cgs-group" }, title)));
  const second = h("tr", {}, h(down ? "th" : "td", down ? { scope: "col" } : {}, down ? vocabulary.facet(down) : ""), heads);
  const rows = options(down).map(({ title, facets }) => {
    const inside = columns.flatMap((column) => differenceCells(cells.at({ ...facets, ...column.facets })));
    return h("tr", { class: Object.keys(facets).length ? null : "cg-total" }, h("th", { scope: "row" }, title), inside);
  });
  const head = across ? [top, second] : [second];
  const table = h("table", { class: "cg-table cgs-table cgs-differences" }, h("thead", {}, head), h("tbody", {}, rows));
  return scrolls(`Accuracy, ${sides[0]} less ${sides[1]}`, table);
}

function differenceCells(cell) {
  const dash = (name) => h("td", { class: name }, "–");
  if (!cell) return [dash("cg-num cgs-group"), dash("cg-num"), dash("cg-num cgs-value")];
  const { difference, sides } = cell;
  const shown = sides.map((side, place) => h("td", { class: place ? "cg-num" : "cg-num cgs-group", title: `${count(side.n)} items` }, side.n < FEWEST ? "–" : (100 * side.value).toFixed(1)));
  if (sides.some((side) => side.n < FEWEST)) return [...shown, dash("cg-num cgs-value")];
  const interval = h("small", { class: "cgs-beside" }, `${points(difference.low)} to ${points(difference.high)}`);
  return [...shown, h("td", { class: "cg-num cgs-value" }, points(difference.value), " ", interval)];
}
