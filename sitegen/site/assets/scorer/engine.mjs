// The page's side of the worker: starts it when it is needed, sends it one file at a time, gives up on
// it when it no longer answers.

const SILENCE = 60_000; // milliseconds without a word during a run: the toolkit hangs
const GRACE = 1_000; // milliseconds to stop after a cancel, before the worker is ended

export class Engine extends EventTarget {
  /** `facts` is the engine's part of scorer.json, `base` the address of the site's root. */
  constructor(facts, base) {
    super();
    this.url = new URL(facts.folder, base).href;
    this.facts = facts;
    this.bytes = Object.values(facts.files).reduce((total, size) => total + size, 0);
    this.worker = null;
    this.run = 0;
    this.busy = false;
    this.questions = new Map();
    this.asked = 0;
  }

  /** Tell whether the browser kept the engine from an earlier visit. */
  async isKept() {
    try {
      const { storeName } = await import(`${this.url}files.mjs`);
      const store = await caches.open(storeName(this.url));
      return (await store.keys()).length >= Object.keys(this.facts.files).length;
    } catch {
      return false;
    }
  }

  /** Load the engine if it is not there yet. */
  start() {
    if (!this.worker) {
      this.worker = new Worker(`${this.url}worker.mjs`, { type: "module" });
      this.worker.onmessage = ({ data }) => this.#receive(data);
      this.worker.onerror = (event) => this.#fault(event.message || "the engine's worker did not start");
    }
    this.worker.postMessage({ type: "start", engine: { url: this.url, files: this.facts.files } });
  }

  /** Score files, several as repeats (null: the example); what happens is told by events named like the worker's messages. */
  score(files, dataset, allowPartial) {
    this.start();
    this.run += 1;
    this.busy = true;
    this.#watch();
    this.worker.postMessage({ type: "score", run: this.run, files, dataset, allowPartial });
  }

  cancel() {
    if (!this.busy) return;
    this.busy = false;
    this.run += 1; // whatever still comes from the run is not listened to
    this.worker.postMessage({ type: "cancel" });
    clearTimeout(this.silence);
    clearTimeout(this.grace);
    this.grace = setTimeout(() => this.#end(), GRACE);
  }

  /** Ask for rows of the per-item list. */
  rows(query) {
    const request = ++this.asked;
    return new Promise((resolve) => {
      this.questions.set(request, resolve);
      this.worker.postMessage({ type: "rows", request, query });
    });
  }

  #receive(data) {
    if (data.type === "rows") {
      this.questions.get(data.request)?.(data);
      this.questions.delete(data.request);
      return;
    }
    if (data.type === "stopped") {
      clearTimeout(this.grace);
      this.dispatchEvent(new CustomEvent("stopped"));
      return;
    }
    if (data.run && data.run !== this.run) return;
    if (["done", "refused", "failed"].includes(data.type)) {
      this.busy = false;
      clearTimeout(this.silence);
    } else if (this.busy) this.#watch();
    // A failure of the engine or the toolkit leaves nothing to build on: the next try starts anew.
    if (data.type === "failed") this.#end();
    this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
  }

  /** A worker that does not start says not why: see whether its file can be had at all. */
  async #fault(message) {
    const offline = await fetch(`${this.url}worker.mjs`, { cache: "no-store" }).then(() => false, () => true);
    this.#receive({ type: "failed", run: this.run, stage: "engine", offline, message });
  }

  #watch() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.#receive({ type: "failed", run: this.run, stage: "toolkit", offline: false, message: `no answer for ${SILENCE / 1000} s` });
    }, SILENCE);
  }

  #end() {
    this.worker?.terminate();
    this.worker = null;
    this.busy = false;
    clearTimeout(this.grace);
    this.dispatchEvent(new CustomEvent("ended"));
  }
}
