// The scorer's page: a file in, progress, a report; the work is done by a worker (engine.mjs).

import { Breakdown } from "./breakdown.mjs";
import { differenceSections } from "./differences.mjs";
import { h, scrolls } from "./dom.mjs";
import { Engine } from "./engine.mjs";
import { errorHeadlines, errorSections, repeatSection } from "./errors.mjs";
import { facetSection } from "./facets.mjs";
import { count, duration, plural, size, title } from "./format.mjs";
import { ItemList } from "./items.mjs";
import { mistakeSection } from "./mistakes.mjs";
import { headline, mainMetric, metricTable, outcomeBar } from "./report.mjs";
import { LARGEST, failure, refusal, tooLarge } from "./trouble.mjs";
import { Vocabulary, joined } from "./vocabulary.mjs";

const STAGES = { reading: "Reading the file", scoring: "Scoring" };
const WARNINGS = 200; // warnings shown at most

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
    this.facts = facts;
    this.datasets = new Map(facts.datasets.map((dataset) => [dataset.slug, dataset]));
    this.engine = new Engine(facts.engine, this.base);
    for (const type of ["loading", "ready", "progress", "done", "refused", "failed", "stopped", "ended"]) {
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
      const files = [...form.elements.file.files];
      if (files.length) this.score(files);
      form.elements.file.value = ""; // so that the same file, mended, can be chosen again
    });
    this.find("[data-action=paste]").addEventListener("click", () => {
      const text = form.elements.text.value;
      if (text.trim()) this.score([new File([text], pastedName(text))]);
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
      const files = [...event.dataTransfer.files];
      if (files.length) this.score(files);
    });
  }

  /** Score files against the chosen dataset, several as repeats; null stands for the example file. */
  score(files) {
    this.engine.cancel();
    this.last = files;
    this.began = performance.now();
    this.stage = null;
    this.#show("run");
    this.#hide("report");
    this.#trouble([]);
    this.find("[data-file]").textContent = `${files ? files.map(named).join(" · ") : "Example file"} · ${this.dataset.title}, ${plural(this.dataset.n, "item")}`;
    const large = files?.find((file) => file.size > LARGEST);
    if (large) {
      this.#progress(null);
      this.#trouble(tooLarge(large));
      return;
    }
    this.#progress({ text: "Starting" });
    this.find("#cgs-run").focus({ preventScroll: true });
    const { slug, items_url: url } = this.dataset;
    this.engine.score(files, { slug, items: new URL(url, this.base).href }, this.form.elements.partial.checked);
  }

  on_loading({ loaded, total }) {
    this.engineText(`Loading the scoring engine: ${size(loaded)} of ${size(total)}`);
    if (this.engine.busy) this.#progress({ share: loaded / total, text: `Loading the scoring engine: ${size(loaded)} of ${size(total)}`, say: "Loading the scoring engine" });
  }

  on_ready({ versions }) {
    this.engineText(`Engine ready: evaluator ${versions.evaluator}, ${versions.toolkit}, Python ${versions.python}`);
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
    const file = this.last?.map(({ name }) => name).join(", ") ?? "The example file";
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

  /** The worker has let go of a cancelled run. */
  on_stopped() {
    this.root.dispatchEvent(new CustomEvent("stopped"));
  }

  /** The worker is gone, and with it the results that the list asks for. */
  on_ended() {
    this.#hide("report");
    this.#showEngine();
  }

  on_done(detail) {
    const vocabulary = new Vocabulary(this.dataset, this.facts);
    const metrics = joined(detail.report.metrics);
    const main = mainMetric(metrics);
    this.#progress(null);
    this.#hide("run");
    this.#show("report");
    this.find("[data-report]").replaceChildren(...this.#report(detail, metrics, vocabulary).filter(Boolean));
    this.find("#cgs-report").focus({ preventScroll: true });
    this.#say(`Scored ${plural(detail.report.n, "item")}: ${title(main.name)} ${vocabulary.number(main.name, main.value)}${vocabulary.unit(main.name)}.`);
    this.find("[data-step=report]").scrollIntoView({ block: "start" });
  }

  #report({ report, name, files, points, warnings }, all, vocabulary) {
    const { dataset } = this;
    const address = ({ id, question }) => `${this.base}${dataset.slug}/items/${encodeURIComponent(dataset.pages[question] ?? question)}/#${encodeURIComponent(id)}`;
    const metrics = all.filter((metric) => !vocabulary.isDifference(metric.name));
    const main = mainMetric(metrics);
    const list = new ItemList({
      outcomes: report.outcomes,
      vocabulary,
      ask: (query) => this.engine.rows(query),
      address,
    });
    const choose = (filter) => list.show(filter);
    const breakdown = new Breakdown({ metrics, preferred: main.name, baselines: dataset.baselines, vocabulary, showItems: (facets) => choose({ facets }) });
    const downloads = Object.entries(files).map(([file, blob]) => h("a", { class: "cg-button", href: this.#address(blob), download: file, "aria-label": `Download ${file}` }, file));
    return [
      h("p", { class: "cgs-file" }, `${name} · ${dataset.title}`),
      ...(errorHeadlines(metrics, dataset.baselines, vocabulary) ?? [headline(main, vocabulary)]),
      outcomeBar(report, choose),
      warnings.length ? warningList(warnings) : null,
      h("p", { class: "cgs-line cgs-downloads" }, h("span", {}, "Download"), downloads),
      ...(breakdown.groups.size ? [h("h3", {}, "Where it is weak and strong"), breakdown.element] : []),
      ...errorSections({ report, metrics, points, baselines: dataset.baselines, vocabulary, choose, address }),
      ...repeatSection(report, metrics, vocabulary),
      ...differenceSections(all, this.facts.contrasts, vocabulary),
      ...facetSection(metrics, main.name, vocabulary, choose),
      ...mistakeSection(report, this.facts.kinds, vocabulary, choose),
      h("h3", {}, "Over all items"),
      scrolls("Metrics over all items", metricTable(metrics, dataset.baselines, vocabulary)),
      h("h3", {}, "Item by item"),
      list.element,
      h("p", { class: "cg-note" }, provenance(report)),
    ];
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

function warningList(warnings) {
  const shown = warnings.slice(0, WARNINGS).map((text) => h("li", { dir: "auto" }, text));
  const rest = warnings.length > WARNINGS ? h("li", {}, `and ${count(warnings.length - WARNINGS)} more`) : null;
  return h("details", { class: "cgs-warnings" }, h("summary", {}, `${plural(warnings.length, "warning")} about the file`), h("ul", {}, shown, rest));
}

function provenance(report) {
  const toolkit = report.chemistry ? ` and ${report.chemistry.toolkit} ${report.chemistry.version}` : "";
  return `Scored here by evaluator ${report.evaluator}${toolkit}. sha256 of the items ${report.items_sha256}, of the predictions ${report.predictions_sha256}.`;
}

/** A file's name and size. */
const named = (file) => `${file.name}, ${size(file.size)}`;

/** Pasted text is taken for the format that its first line looks like. */
function pastedName(text) {
  const [first] = text.trimStart().split("\n", 1);
  if (first.startsWith("{") || first.startsWith("[")) return "pasted.jsonl";
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
