// Errors of measured numbers: two headlines, a table by property, given against measured, and by group.

import { h, scrolls } from "./dom.mjs";
import { FEWEST, count, decimal, percent, plural, words } from "./format.mjs";
import { scatterSection } from "./scatter.mjs";

const at = (metrics, name, facets) => metrics.find((metric) => metric.name === name && sameFacets(metric.facets, facets)) ?? null;

function sameFacets(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const range = (metric, write) => (metric?.low === null || metric?.low === undefined ? "" : `${write(metric.low)}–${write(metric.high)}`);

/** Headlines of true/false questions and of numbers; null where no number was measured. */
export function errorHeadlines(metrics, baselines, vocabulary) {
  const errors = at(metrics, "nrmse", {});
  if (!errors) return null;
  const truths = at(metrics, "accuracy", { answer: "boolean" });
  const beside = (name, facets, write) => {
    const found = baselines.filter((one) => one.name === name && sameFacets(one.facets, facets) && one.value !== null);
    return found.length ? `beside it ${found.map((one) => `${words(one.baseline)} ${write(one.value)}`).join(", ")}` : null;
  };
  const lines = [];
  if (truths) {
    const interval = range(truths.clustered ?? truths, percent);
    lines.push(line(`${percent(truths.value)} %`, "true or false: accuracy", [`over ${plural(truths.n, "item")}`, interval && `95 % interval ${interval}`, beside("accuracy", { answer: "boolean" }, percent)]));
  }
  const interval = range(errors, decimal);
  lines.push(line(decimal(errors.value), "numbers: normalised RMSE", [`over ${plural(errors.n, "item")}`, interval && `95 % interval ${interval}`, beside("nrmse", {}, decimal)]));
  const note = "An error of 1 is as large as the spread of the measured labels; an unanswered number counts as “no change”.";
  return [...lines, h("p", { class: "cg-note" }, note)];
}

function line(value, name, facts) {
  return h("p", { class: "cgs-headline" }, h("b", {}, value), h("span", {}, name, " ", h("small", {}, facts.filter(Boolean).join(" · "))));
}

/** Sections on measured numbers; none where there are none. */
export function errorSections({ report, metrics, points, baselines, vocabulary, choose, address }) {
  if (!points?.length) return [];
  const properties = Object.keys(report.units);
  return [
    h("h3", {}, "Errors of numbers"),
    scrolls("Errors by property", propertyTable(properties, report.units, metrics, choose)),
    ...published(metrics),
    ...scatterSection(points, address),
    ...groupSection(metrics, vocabulary, choose),
  ];
}

function propertyTable(properties, units, metrics, choose) {
  const heads = ["Property", "items", "RMSE", "MAE", "unit", "normalised RMSE", "direction right", "rank correlation", ""];
  const rows = properties.map((property) => {
    const get = (name) => at(metrics, name, { property });
    const normal = get("nrmse");
    const signs = get("sign_accuracy");
    const show = h("button", { type: "button", class: "cgs-link", onclick: () => choose({ facets: { property, answer: "number" } }), "aria-label": `Show the items of ${property}` }, "items");
    return [
      h("th", { scope: "row" }, property),
      h("td", { class: "cg-num" }, count(normal?.n ?? 0)),
      cell(get("rmse"), decimal),
      cell(get("mae"), decimal),
      h("td", {}, units[property] || "–"),
      cell(normal, decimal),
      cell(signs && { ...signs, ...(signs.clustered ?? {}), value: signs.value }, (value) => `${percent(value)} %`),
      cell(get("spearman"), decimal),
      h("td", {}, show),
    ];
  });
  return plainTable(heads, rows, [4]);
}

/** A value with its interval below it. */
function cell(metric, write) {
  if (!metric || metric.value === null) return h("td", { class: "cg-num" }, "–");
  const interval = range(metric, write);
  return h("td", { class: "cg-num" }, write(metric.value), interval ? [h("br"), h("small", {}, interval)] : null);
}

/** A table whose first column names the row; columns in `texts` (by place) are no numbers. */
function plainTable(heads, rows, texts = []) {
  const head = heads.map((title, place) => h("th", { scope: "col", class: place && !texts.includes(place) ? "cg-num" : null }, title || h("span", { class: "cg-hidden" }, "Items")));
  return h("table", { class: "cg-table" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows.map((cells) => h("tr", {}, cells))));
}

function published(metrics) {
  const official = at(metrics, "rmse.official", {});
  if (!official || official.value === null) return [];
  const text = `${decimal(official.value)} over ${plural(official.n, "item")}. The published evaluation pools the errors of all properties, whatever their units, and drops every item where the answer or the gold value is 0. It is given for comparison with the paper and for nothing else.`;
  return [h("details", { class: "cg-panel" }, h("summary", {}, "Pooled RMSE as published"), h("div", {}, h("p", {}, text)))];
}

function groupSection(metrics, vocabulary, choose) {
  const rows = metrics.filter((metric) => metric.name === "nrmse" && sameNames(metric.facets, ["group"]));
  if (!rows.length) return [];
  rows.sort((one, other) => (one.n < FEWEST) - (other.n < FEWEST) || other.value - one.value);
  const cells = rows.map((metric) => {
    const { group } = metric.facets;
    const few = metric.n < FEWEST;
    const truths = metrics.find((other) => other.name === "accuracy" && sameNames(other.facets, ["answer", "group"]) && other.facets.group === group);
    const signs = at(metrics, "sign_accuracy", { group });
    const show = h("button", { type: "button", class: "cgs-link", onclick: () => choose({ facets: { group } }), "aria-label": `Show the items of ${group}` }, "items");
    return [
      h("th", { scope: "row" }, vocabulary.value("group", group)),
      h("td", { class: "cg-num" }, count(metric.n)),
      few ? cell(null) : cell(metric, decimal),
      few ? cell(null) : cell(signs && { ...signs, low: null }, (value) => `${percent(value)} %`),
      truths && truths.n >= FEWEST ? cell({ ...truths, low: null }, (value) => `${percent(value)} %`) : cell(null),
      h("td", {}, show),
    ];
  });
  const heads = ["Group that changes", "numbers", "normalised RMSE", "direction right", "true or false right", ""];
  const table = plainTable(heads, cells);
  return [h("h3", {}, "By functional group, worst first"), scrolls("Errors by functional group", table), h("p", { class: "cg-note" }, `A dash stands for fewer than ${FEWEST} items; the report has the number.`)];
}

function sameNames(facets, names) {
  return JSON.stringify(Object.keys(facets).sort()) === JSON.stringify(names);
}

/** How valid the replies are and how far repeats agree; nothing without repeats. */
export function repeatSection(report, metrics, vocabulary) {
  if (!(report.repeats > 1)) return [];
  const names = ["valid_replies", "repeats.same", "repeats.agreement", "repeats.kappa", "repeats.nspread"];
  const meaning = {
    valid_replies: "valid replies, of all items and all repeats",
    "repeats.same": "items whose valid repeats are all the same",
    "repeats.agreement": "pairs of valid repeats that are the same",
    "repeats.kappa": "Fleiss’ kappa of true or false",
    "repeats.nspread": "standard deviation of repeats by the labels’ spread, numbers",
  };
  const rows = names.map((name) => [name, at(metrics, name, {})]).filter(([, metric]) => metric && metric.value !== null);
  const facts = rows.map(([name, metric]) => h("div", {}, h("dt", {}, meaning[name]), h("dd", {}, `${vocabulary.number(name, metric.value)}${vocabulary.unit(name)}`)));
  const note = `Each item has ${report.repeats} replies. Of the valid ones the most frequent truth value counts, and the median of numbers.`;
  return [h("h3", {}, "Repeats"), h("p", {}, note), h("dl", { class: "cgs-facts" }, facts)];
}
