// Given against measured, one property at a time: a plot, and the same numbers in a table.

import { drawFigure } from "../plots.js";
import { h, scrolls } from "./dom.mjs";
import { count, decimal, plural } from "./format.mjs";

const ROWS = 30; // rows of the table shown at first

/** The section; `points` are {id, question, property, unit, gold, value}, `address` gives an item's page. */
export function scatterSection(points, address) {
  const properties = [...new Set(points.map((point) => point.property))].sort();
  const plot = h("div", { class: "cg-plot cgs-scatter" });
  const summary = h("p", { role: "status" });
  const rest = h("div", {});
  const choice = h("select", { onchange: () => fill() }, properties.map((property) => h("option", { value: property }, property || "all")));
  const fill = () => show(points.filter((point) => point.property === choice.value), { plot, summary, rest, address });
  // A plot can be drawn once its place has a width.
  requestAnimationFrame(fill);
  return [h("h3", {}, "Given against measured"), h("p", { class: "cgs-line" }, h("label", {}, "Property shown ", choice)), summary, plot, rest];
}

function show(points, { plot, summary, rest, address }) {
  const answered = points.filter((point) => point.value !== null);
  const unit = points[0]?.unit ?? "";
  const high = answered.filter((point) => Math.abs(point.value) > Math.abs(point.gold)).length;
  const missing = points.length - answered.length;
  summary.textContent = `${plural(answered.length, "answer")}, ${count(high)} of them too large in size and ${count(answered.length - high)} not${missing ? `; ${plural(missing, "item")} without an answer` : ""}.`;
  drawFigure(plot, figure(answered, unit)).then(
    () => follow(plot, answered, address),
    (error) => {
      plot.textContent = `The plot could not be drawn (${error.message}); the table holds the numbers.`;
    },
  );
  const open = rest.querySelector("details")?.open ?? false;
  rest.replaceChildren(table(points, unit, address));
  rest.querySelector("details").open = open;
}

function figure(points, unit) {
  const values = points.flatMap((point) => [point.gold, point.value]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const title = (text) => ({ text: unit ? `${text} (${unit})` : text });
  const line = { type: "scatter", mode: "lines", x: [low, high], y: [low, high], name: "right", hoverinfo: "skip", line: { width: 1.5, dash: "dot" } };
  const marks = {
    type: "scatter",
    mode: "markers",
    x: points.map((point) => point.gold),
    y: points.map((point) => point.value),
    text: points.map((point) => escaped(point.id)),
    name: "answers",
    hovertemplate: "%{text}<br>measured %{x:.3f}, given %{y:.3f}<extra></extra>",
    marker: { size: 7, opacity: 0.75 },
  };
  return { data: [line, marks], layout: { height: 380, xaxis: { title: title("measured change"), zeroline: true }, yaxis: { title: title("given change"), zeroline: true } } };
}

/** Plotly takes some tags in texts. */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function follow(plot, points, address) {
  plot.removeAllListeners?.("plotly_click");
  plot.on?.("plotly_click", ({ points: [hit] }) => {
    if (hit.curveNumber === 1) location.href = address(points[hit.pointNumber]);
  });
}

function table(points, unit, address) {
  const off = (point) => Math.abs((point.value ?? 0) - point.gold);
  const sorted = [...points].sort((one, other) => off(other) - off(one) || (one.id < other.id ? -1 : 1));
  const row = (point) =>
    h("tr", {}, h("th", { scope: "row" }, h("a", { href: address(point) }, point.id)), number(point.gold), point.value === null ? h("td", { class: "cg-num" }, "none") : number(point.value), number(off(point)));
  const body = h("tbody", {}, sorted.slice(0, ROWS).map(row));
  const head = h("tr", {}, ["Item", "measured", "given", "error"].map((title, place) => h("th", { scope: "col", class: place ? "cg-num" : null }, place && unit ? `${title} (${unit})` : title)));
  const all = h("button", { type: "button", class: "cg-button", hidden: sorted.length <= ROWS, onclick: () => {
    body.append(...sorted.slice(ROWS).map(row));
    all.hidden = true;
  } }, `Show all ${count(sorted.length)}`);
  return h("details", { class: "cg-panel" }, h("summary", {}, "The same in numbers, largest error first"), h("div", {}, scrolls("Given and measured values", h("table", { class: "cg-table" }, h("thead", {}, head), body)), all));
}

const number = (value) => h("td", { class: "cg-num" }, decimal(value).replace("-", "−"));
