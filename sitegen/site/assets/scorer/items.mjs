// The per-item list: sixty rows at a time, filtered by outcome, facet and id; the worker holds the rest.

import { breakable, h } from "./dom.mjs";
import { answerText, count, plural, words } from "./format.mjs";
import { OUTCOMES } from "./report.mjs";

const STEP = 60;
const STRUCTURES = ["smiles", "esmiles"];

export class ItemList {
  /** `ask` sends a query to the worker and resolves with `{total, rows}`; `address` gives an item's page. */
  constructor({ outcomes, vocabulary, ask, address }) {
    this.outcomes = outcomes;
    this.vocabulary = vocabulary;
    this.ask = ask;
    this.address = address;
    this.query = { outcomes: [], facets: {}, kind: "", text: "" };
    this.asked = 0;
    this.chips = new Map(OUTCOMES.map((outcome) => [outcome, this.#chip(outcome)]));
    this.search = h("input", { type: "search", placeholder: "part of an id", "aria-label": "Items whose id holds", autocomplete: "off", spellcheck: "false", oninput: () => this.#change({ text: this.search.value }) });
    this.filters = h("span", { class: "cgs-filters" });
    this.shown = h("p", { class: "cgs-count", role: "status" });
    this.list = h("ul", { class: "cgs-items" });
    this.more = h("button", { type: "button", class: "cg-button", onclick: () => this.#load(true) }, "Show more");
    const chips = h("span", { class: "cgs-chips", role: "group", "aria-label": "Outcomes shown" }, [...this.chips.values()]);
    this.element = h("div", {}, h("p", { class: "cgs-line" }, chips, this.search, this.filters), this.shown, this.list, h("p", { class: "cgs-more" }, this.more));
    this.#load(false);
  }

  /** Show the items of one outcome, of some facet values or of a kind of mistake, and go there. */
  show({ outcome = null, facets = {}, kind = "" }) {
    this.#change({ outcomes: outcome ? [outcome] : [], facets, kind, text: "" });
    this.search.value = "";
    this.element.scrollIntoView({ block: "start" });
    this.search.focus({ preventScroll: true });
  }

  #chip(outcome) {
    const number = this.outcomes[outcome] ?? 0;
    const mark = h("i", { class: `cgs-mark cgs-${outcome}`, "aria-hidden": "true" });
    return h("button", { type: "button", class: "cgs-chip", "aria-pressed": "false", disabled: !number, onclick: () => this.#toggle(outcome) }, mark, `${outcome} `, h("small", {}, count(number)));
  }

  #toggle(outcome) {
    const { outcomes } = this.query;
    this.#change({ outcomes: outcomes.includes(outcome) ? outcomes.filter((other) => other !== outcome) : [...outcomes, outcome] });
  }

  #change(part) {
    this.query = { ...this.query, ...part };
    for (const [outcome, chip] of this.chips) chip.setAttribute("aria-pressed", String(this.query.outcomes.includes(outcome)));
    this.filters.replaceChildren(...this.#filters());
    this.#load(false);
  }

  #filters() {
    const { facets, kind } = this.query;
    const made = this.vocabulary.telling(Object.keys(facets)).map((name) => {
      const { [name]: _, ...rest } = facets;
      return this.#filter(`${this.vocabulary.facet(name)}: ${this.vocabulary.value(name, facets[name])}`, { facets: rest });
    });
    if (kind) made.push(this.#filter(`Mistake: ${kind}`, { kind: "" }));
    return made;
  }

  #filter(title, without) {
    const drop = () => {
      this.#change(without);
      this.search.focus();
    };
    return h("button", { type: "button", class: "cgs-chip", "aria-label": `Remove the filter ${title}`, onclick: drop }, `${title} ×`);
  }

  async #load(further) {
    const request = ++this.asked;
    this.list.setAttribute("aria-busy", "true"); // what is shown answers an older query
    const offset = further ? this.list.children.length : 0;
    const { total, rows } = await this.ask({ ...this.query, offset, limit: STEP });
    if (request !== this.asked) return; // overtaken by a newer query
    const elements = rows.map((row) => this.#row(row));
    if (further) this.list.append(...elements);
    else this.list.replaceChildren(...elements);
    const here = this.list.children.length;
    this.shown.textContent = total ? `${plural(total, "item")}${here < total ? `, the first ${count(here)} shown` : ""}` : "No item is left: loosen a filter above.";
    this.more.hidden = here >= total;
    this.list.setAttribute("aria-busy", "false");
    if (further) elements[0]?.querySelector("summary")?.focus({ preventScroll: true });
  }

  #row(row) {
    const summary = h(
      "summary",
      {},
      h("span", { class: "cgs-outcome" }, h("i", { class: `cgs-mark cgs-${row.outcome}`, "aria-hidden": "true" }), row.outcome),
      h("span", { class: "cgs-id" }, row.id),
      h("span", { class: "cgs-answer", dir: "auto" }, answer(row, row.extracted, "no answer")),
    );
    const details = h("details", {}, summary);
    // The inside is made when it is first looked at: most of it never is.
    details.addEventListener("toggle", () => details.children.length === 1 && details.append(this.#inside(row)));
    return h("li", {}, details);
  }

  #inside(row) {
    const metrics = Object.entries(row.metrics).map(([name, value]) => `${words(name)}: ${this.vocabulary.number(name, value)}${value === null ? "" : this.vocabulary.unit(name)}`);
    const facts = [
      ["Right answer", answer(row, row.answer, "none")],
      ["Answer found", answer(row, row.extracted, "none")],
      ["Score", String(row.score)],
    ];
    if (metrics.length) facts.push(["Metrics", metrics.join(" · ")]);
    return h(
      "div",
      { class: "cgs-inside" },
      h("dl", { class: "cgs-facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { dir: "auto" }, value)))),
      h("p", {}, "How it was decided:"),
      h("ol", { class: "cgs-trace" }, row.trace.map((step) => h("li", { dir: "auto" }, breakable(step)))),
      h("p", {}, h("a", { href: this.address(row) }, "Open the question")),
    );
  }
}

function answer(row, value, none) {
  if (value === null || value === undefined) return h("i", {}, none);
  const text = answerText(value);
  return STRUCTURES.includes(row.type) ? h("code", {}, breakable(text)) : text;
}
