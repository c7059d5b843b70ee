// The scorer's page: a file in, progress, a report; the work is done by a worker (engine.mjs).

import { h } from "./dom.mjs";
import { Engine } from "./engine.mjs";
import { count, duration, size, percent, plural, words } from "./format.mjs";
import { ItemList } from "./items.mjs";
import { LARGEST, failure, refusal, tooLarge } from "./trouble.mjs";
import { Breakdown, Vocabulary, headline, metricTable, outcomeBar } from "./report.mjs";

const STAGES = { reading: "Reading the file", scoring: "Scoring" };
const PASTED = "pasted.jsonl";

class Scorer {
  constructor(root) {
    this.root = root;
    this.base = new URL(root.dataset.base, location.href).href;
    this.form = root.querySelector("form");
    this.find = (selector) => root.querySelector(selector);
    this.last = null; // what a second try would score again
    this.addresses = [];
  }

  async start() {
    const answer = await fetch(`${this.base}score/scorer.json`);
    if (!answer.ok) throw new Error(`the site answered ${answer.status}`);
    const facts = await answer.json();
    this.datasets = new Map(facts.datasets.map((dataset) => [dataset.slug, dataset]));
    this.engine = new Engine(facts.engine, this.base);
    for (const type of ["loading", "ready", "progress", "done", "refused", "failed", "ended"]) {
      this.engine.addEventListener(type, ({ detail }) => this[`on_${type}`](detail));
    }
    this.#listen();
    await this.#showEngine();
  }

  stop() {
    this.engine?.cancel();
    this.engine?.worker?.terminate();
  }

  get dataset() {
    return this.datasets.get(this.form.elements.dataset.value);
  }

  #listen() {
    const { form } = this;
    const drop = this.find("[data-drop]");
    form.addEventListener("submit", (event) => event.preventDefault());
    form.elements.file.addEventListener("click", () => this.engine.start());
    form.elements.file.addEventListener("change", () => {
      const [file] = form.elements.file.files;
      if (file) this.score(file);
      form.elements.file.value = ""; // so that the same file, mended, can be chosen again
    });
    this.find("[data-action=paste]").addEventListener("click", () => {
      const text = form.elements.text.value;
      if (text.trim()) this.score(new File([text], pastedName(text)));
      else form.elements.text.focus();
    });
    this.find("[data-action=example]").addEventListener("click", () => this.score(null));
    this.find("[data-action=cancel]").addEventListener("click", () => this.#cancel());
    drop.addEventListener("dragenter", () => this.engine.start());
    drop.addEventListener("dragover", (event) => {
      event.preventDefault();
      drop.classList.add("cgs-over");
    });
    drop.addEventListener("dragleave", () => drop.classList.remove("cgs-over"));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("cgs-over");
      const [file] = event.dataTransfer.files;
      if (file) this.score(file);
    });
  }

  /** Score a file against the chosen dataset; null stands for the example file. */
  score(file) {
    this.engine.cancel();
    this.last = file;
    this.began = performance.now();
    this.stage = null;
    this.#show("run");
    this.#hide("report");
    this.#trouble([]);
    this.find("[data-file]").textContent = `${file ? `${file.name}, ${size(file.size)}` : "Example file"} · ${this.dataset.title}, ${plural(this.dataset.n, "item")}`;
    if (file && file.size > LARGEST) {
      this.#progress(null);
      this.#trouble(tooLarge(file));
      return;
    }
    this.#progress({ text: "Starting" });
    this.find("#cgs-run").focus({ preventScroll: true });
    const { slug, items_url: url } = this.dataset;
    this.engine.score(file, { slug, items: new URL(url, this.base).href }, this.form.elements.partial.checked);
  }

  on_loading({ loaded, total }) {
    this.engineText(`Loading the scoring engine: ${size(loaded)} of ${size(total)}`);
    if (this.engine.busy) this.#progress({ share: loaded / total, text: `Loading the scoring engine: ${size(loaded)} of ${size(total)}`, say: "Loading the scoring engine" });
  }

  on_ready({ versions }) {
    this.engineText(`Engine ready: evaluator ${versions.evaluator}, ${versions.toolkit}, Python ${versions.python}. It works without a network now.`);
  }

  on_progress({ stage, done, total }) {
    const now = performance.now();
    if (stage !== this.stage) {
      this.stage = stage;
      this.began = now;
      this.from = done;
    }
    const seconds = (now - this.began) / 1000;
    const rate = seconds > 0.3 ? (done - this.from) / seconds : 0;
    const amount = stage === "scoring" ? `${count(done)} of ${count(total)}` : `${size(done)} of ${size(total)}`;
    const speed = rate && stage === "scoring" ? ` · ${count(Math.round(rate))} a second` : "";
    const left = rate ? ` · ${duration((total - done) / rate)} left` : "";
    this.#progress({ share: total ? done / total : 1, text: `${STAGES[stage]}: ${amount}${speed}${left}`, say: `${STAGES[stage]}, ${Math.floor((10 * done) / (total || 1)) * 10} %` });
  }

  on_refused(detail) {
    this.#progress(null);
    const file = this.last?.name ?? "The example file";
    this.#say(`${file} was not scored: ${plural(detail.problems.length, "problem")}.`);
    this.#trouble(refusal(detail, file, () => {
      this.form.elements.partial.checked = true;
      this.score(this.last);
    }));
  }

  on_failed(detail) {
    if (this.find("[data-step=run]").hidden) {
      this.engineText("The scoring engine could not be loaded; it is tried again when you choose a file.");
      return;
    }
    this.#progress(null);
    this.#trouble(failure(detail, () => this.score(this.last)));
  }

  /** The worker is gone, and with it the results that the list asks for. */
  on_ended() {
    this.#hide("report");
    this.#showEngine();
  }

  on_done(detail) {
    this.#progress(null);
    const { report } = detail;
    const main = headline(report);
    this.#hide("run");
    this.#show("report");
    this.find("[data-report]").replaceChildren(...this.#report(detail));
    this.find("#cgs-report").focus({ preventScroll: true });
    this.#say(`Scored ${plural(report.n, "item")}. ${main ? `${words(main.name)} ${percent(main.value)} percent.` : ""}`);
    this.find("[data-step=report]").scrollIntoView({ block: "start" });
  }

  #report({ report, name, files, warnings }) {
    const { dataset } = this;
    const vocabulary = new Vocabulary(dataset.facets);
    const list = new ItemList({
      counts: report.counts,
      vocabulary,
      ask: (query) => this.engine.rows(query),
      address: ({ id, question }) => `${this.base}${dataset.slug}/items/${encodeURIComponent(dataset.pages[question] ?? question)}/#${encodeURIComponent(id)}`,
    });
    const breakdown = new Breakdown(report, dataset.baselines, vocabulary, (facets) => list.show({ facets }));
    const main = headline(report);
    return [
      h("p", { class: "cgs-file" }, `${name} · ${dataset.title}`),
      main && h("p", { class: "cgs-headline" }, h("b", {}, `${percent(main.value)} %`), " ", h("span", {}, words(main.name).toLowerCase(), main.low === null ? "" : h("small", {}, ` 95 % interval ${percent(main.low)}–${percent(main.high)}`), h("small", {}, ` over ${plural(main.n, "item")}`))),
      outcomeBar(report, (outcome) => list.show({ outcome })),
      warnings.length ? h("details", { class: "cgs-warnings" }, h("summary", {}, `${plural(warnings.length, "warning")} about the file`), h("ul", {}, warnings.slice(0, 200).map((text) => h("li", { dir: "auto" }, text)))) : null,
      h("p", { class: "cgs-line cgs-downloads" }, Object.entries(files).map(([file, blob]) => h("a", { class: "cg-button", href: this.#address(blob), download: file }, file))),
      h("h3", {}, "All items"),
      h("div", { class: "cg-scroll", tabindex: "0", role: "region", "aria-label": "Metrics over all items" }, metricTable(report, dataset.baselines, vocabulary)),
      breakdown.groups.size ? h("h3", {}, "Where it is strong and weak") : null,
      breakdown.groups.size ? breakdown.element : null,
      h("h3", {}, "Item by item"),
      list.element,
      h("p", { class: "cg-note" }, `Scored here with evaluator ${report.evaluator} and ${report.chemistry.toolkit} ${report.chemistry.version}. Items sha256 ${report.items_sha256}, predictions sha256 ${report.predictions_sha256}.`),
    ].filter(Boolean);
  }

  #address(blob) {
    const address = URL.createObjectURL(blob);
    this.addresses.push(address);
    return address;
  }

  #cancel() {
    this.engine.cancel();
    this.#hide("run");
    this.#say("Cancelled.");
    this.form.elements.file.focus();
  }

  async #showEngine() {
    const kept = await this.engine.isKept();
    if (this.engine.worker) return;
    const bytes = size(this.engine.bytes);
    this.engineText(kept ? `The scoring engine (${bytes}) is kept in this browser: nothing to load.` : `The scoring engine (${bytes}) is loaded once, when it is needed, and kept.`);
  }

  engineText(text) {
    this.find("[data-engine]").textContent = text;
  }

  #progress(state) {
    const box = this.find(".cgs-progress");
    const bar = this.find("progress");
    box.hidden = !state;
    this.find("[data-pace]").textContent = state?.text ?? "";
    if (state?.share === undefined) bar.removeAttribute("value");
    else bar.value = state.share;
    if (state) this.#say(state.say ?? state.text);
  }

  #trouble(children) {
    if (children.length) this.#show("run");
    this.find("[data-trouble]").replaceChildren(...children.filter(Boolean));
  }

  /** Words for those who do not see the page; the same words are said once. */
  #say(text) {
    const status = this.find("[data-status]");
    if (status.textContent !== text) status.textContent = text;
  }

  #show(step) {
    this.find(`[data-step=${step}]`).hidden = false;
  }

  #hide(step) {
    this.find(`[data-step=${step}]`).hidden = true;
    if (step !== "report") return;
    this.find("[data-report]").replaceChildren();
    for (const address of this.addresses.splice(0)) URL.revokeObjectURL(address);
  }
}

/** Pasted text is taken for the format that its first line looks like. */
function pastedName(text) {
  const [first] = text.trimStart().split("\n", 1);
  if (first.startsWith("{") || first.startsWith("[")) return PASTED;
  return first.includes("\t") ? "pasted.tsv" : "pasted.csv";
}

let mounted = null;

function mount() {
  const root = document.getElementById("scorer");
  if (root === mounted?.root) return;
  mounted?.stop();
  mounted = root && new Scorer(root);
  mounted?.start().catch((error) => mounted.engineText(`This page's data could not be loaded (${error.message}). Check the connection and reload.`));
}

// With instant navigation the page changes without being loaded: the theme then tells.
if (window.document$) window.document$.subscribe(mount);
else mount();
