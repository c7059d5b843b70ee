// The explorer page: state in the address, filters with live counts, results 60 at a time.

import { dataLoader } from "./data.mjs";
import { cardFiller, cardMaker, drawFacets, drawSorts } from "./view.mjs";
import { emptyState, facetToLoosen, filterEntries, orderEntries, readState, textTest, writeState } from "./filter.mjs";

const STEP = 60;
const root = document.getElementById("explorer");

class Explorer {
  constructor(element) {
    this.root = element;
    this.find = (selector) => element.querySelector(selector);
    this.form = this.find("form");
    this.results = this.find(".cgx-results");
    this.message = this.find(".cgx-message");
    this.count = this.find(".cgx-count");
    this.loader = dataLoader(element.dataset.version);
    this.kinds = [...this.form.elements.kind.options].map((option) => option.value);
    this.card = cardMaker(document.getElementById("cgx-card"));
    this.fill = cardFiller(element.dataset.images);
    this.run = 0;
    this.hits = null; // entry numbers that hold the structure, null when none is asked for
    this.worker = null;
  }

  async start() {
    const asked = new URLSearchParams(location.search).get("kind");
    const kind = this.kinds.includes(asked) ? asked : this.kinds[0];
    await this.open(kind);
    this.state = readState(location.search, this.kinds, () => this.index.facets.map((facet) => facet.name));
    this.listen();
    for (const part of this.root.querySelectorAll("[data-scripted]")) part.hidden = false;
    this.fillForm();
    await this.search();
  }

  async open(kind) {
    this.index = await this.loader.index(kind);
    this.folder = this.form.elements.kind.options[this.kinds.indexOf(kind)].dataset.folder;
    this.kind = kind;
  }

  listen() {
    let waiting = 0;
    const soon = (action) => {
      clearTimeout(waiting);
      waiting = setTimeout(action, 250);
    };
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.elements.q.addEventListener("input", (event) => soon(() => this.change({ q: event.target.value })));
    this.form.elements.structure?.addEventListener("input", (event) => soon(() => this.change({ structure: event.target.value.trim() })));
    this.form.elements.sort.addEventListener("change", (event) => {
      const value = event.target.value;
      this.change({ sort: value.replace(/^-/, ""), down: value.startsWith("-") });
    });
    this.form.elements.kind.addEventListener("change", async (event) => {
      await this.open(event.target.value);
      this.state = { ...emptyState(this.kind), q: this.state.q, list: this.state.list };
      this.fillForm();
      this.change({});
    });
    this.form.addEventListener("change", (event) => {
      if (event.target.type !== "checkbox") return;
      const values = new Set(this.state.facets.get(event.target.name) ?? []);
      if (event.target.checked) values.add(event.target.value);
      else values.delete(event.target.value);
      const facets = new Map(this.state.facets);
      if (values.size) facets.set(event.target.name, values);
      else facets.delete(event.target.name);
      this.change({ facets });
    });
    this.root.addEventListener("click", (event) => this.act(event.target.closest("[data-action]")?.dataset.action));
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("popstate", async () => {
      await this.open(new URLSearchParams(location.search).get("kind") ?? this.kinds[0]);
      this.state = readState(location.search, this.kinds, () => this.index.facets.map((facet) => facet.name));
      this.fillForm();
      this.search();
    });
  }

  act(action) {
    if (action === "clear") {
      this.state = { ...emptyState(this.kind), list: this.state.list };
      this.fillForm();
      this.change({});
    } else if (action === "random" && this.order.length) {
      location.href = this.address(this.order[Math.floor(Math.random() * this.order.length)]);
    } else if (action === "view") {
      this.change({ list: !this.state.list, shown: this.state.shown });
    } else if (action === "more") {
      const first = this.state.shown;
      this.state.shown += STEP;
      history.replaceState(null, "", location.pathname + writeState(this.state, this.kinds[0]));
      this.draw(first);
      this.results.children[first]?.querySelector("a").focus();
    } else if (action?.startsWith("loosen:")) {
      const facets = new Map(this.state.facets);
      facets.delete(action.slice(7));
      this.change({ facets });
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input, select, textarea, [contenteditable]");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      event.stopPropagation();
      this.form.elements.q.focus();
    } else if ((event.key === "j" || event.key === "k") && !typing) {
      const links = [...this.results.querySelectorAll("a")];
      const here = links.indexOf(document.activeElement);
      const next = here === -1 ? 0 : here + (event.key === "j" ? 1 : -1);
      links[Math.max(0, Math.min(links.length - 1, next))]?.focus();
    }
  }

  change(part) {
    this.state = { ...this.state, shown: STEP, ...part };
    const address = location.pathname + writeState(this.state, this.kinds[0]);
    if (address !== location.pathname + location.search) history.pushState(null, "", address);
    this.search();
  }

  fillForm() {
    this.form.elements.kind.value = this.kind;
    this.form.elements.q.value = this.state.q;
    if (this.form.elements.structure) this.form.elements.structure.value = this.state.structure;
    drawSorts(this.form.elements.sort, this.index, this.state);
  }

  async search() {
    const run = ++this.run;
    this.say("");
    let texts = null;
    if (this.state.q || this.state.structure) {
      try {
        const shards = await this.loader.allShards(this.kind, this.index, (done, total) => {
          if (run === this.run && done < total) this.count.textContent = `Loading texts: ${done} of ${total} parts`;
        });
        texts = shards.flatMap((shard) => shard.texts.map((text, n) => [text, ...shard.structures[n]].join("\n")));
        if (run === this.run && this.state.structure) this.findStructures(run, shards.flatMap((shard) => shard.structures));
      } catch (error) {
        if (run === this.run) this.say(`The data could not be loaded (${error.message}). Check the connection and try again.`);
        return;
      }
    }
    if (run !== this.run) return;
    if (!this.state.structure) this.stopStructures();
    const test = textTest(this.state.q);
    const asked = Boolean(this.state.structure);
    this.passes = (entry) => (!asked || this.hits.has(entry)) && (!this.state.q || test(`${this.index.ids[entry]}\n${texts[entry]}`));
    this.refresh();
  }

  refresh() {
    const { matches, counts } = filterEntries(this.index, this.state, this.passes);
    this.order = orderEntries(this.index, this.state, matches);
    drawFacets(this.find(".cgx-facets"), this.index, this.state, counts);
    const view = this.find("[data-action=view]");
    view.setAttribute("aria-pressed", String(this.state.list));
    this.results.classList.toggle("cgx-list", this.state.list);
    const { q, structure, facets } = this.state;
    this.find("[data-action=clear]").hidden = !(q || structure || facets.size);
    this.draw(0);
  }

  draw(from) {
    const total = this.index.ids.length;
    const shown = this.order.slice(0, this.state.shown);
    const searching = this.searching ? ` (structures: ${this.searching})` : "";
    this.count.textContent = `${this.order.length.toLocaleString("en")} of ${total.toLocaleString("en")}${searching}`;
    const cards = shown.slice(from).map((entry) => this.card(this.index, entry, this.address(entry)));
    if (from) this.results.append(...cards);
    else this.results.replaceChildren(...cards);
    this.find("[data-action=more]").hidden = this.order.length <= this.state.shown;
    if (!this.order.length && !this.searching) this.explainEmpty();
    else if (!this.failed) this.say("");
    this.fillCards(shown.slice(from), cards);
  }

  async fillCards(entries, cards) {
    const run = this.run;
    await Promise.all(
      entries.map(async (entry, n) => {
        const shard = await this.loader.shard(this.kind, Math.floor(entry / this.index.shard)).catch(() => null);
        const place = entry % this.index.shard;
        if (shard && run === this.run) this.fill(cards[n], shard.texts[place], shard.thumbnails[place]);
      }),
    );
  }

  explainEmpty() {
    const best = facetToLoosen(this.index, this.state, this.passes);
    if (!best) return this.say("Nothing matches this text or structure. Try fewer words.");
    const title = this.index.facets.find((facet) => facet.name === best.name)?.title ?? best.name;
    this.say(`Nothing matches. Without the choice in “${title}” there would be ${best.n.toLocaleString("en")}. `);
    const button = Object.assign(document.createElement("button"), { type: "button", className: "cgx-button", textContent: `Loosen ${title}` });
    button.dataset.action = `loosen:${best.name}`;
    this.message.append(button);
  }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
    this.failed = false;
  }

  address(entry) {
    const id = this.index.ids[entry];
    return `../${this.folder}/${encodeURIComponent(this.index.pages[id] ?? id)}/`;
  }

  findStructures(run, structures) {
    this.worker ??= new Worker(new URL("./structures.mjs", import.meta.url), { type: "module" });
    this.hits = new Set();
    this.searching = "loading the toolkit";
    this.worker.onmessage = ({ data }) => {
      if (data.search !== this.run) return;
      if (data.failed || data.invalid) {
        this.searching = "";
        this.hits = new Set();
        this.refresh();
        this.say(data.invalid ? "That is neither a SMILES nor a SMARTS. Check brackets and ring digits." : `The structure toolkit did not start (${data.failed}). Reload the page to try again.`);
        this.failed = true;
        return;
      }
      for (const entry of data.found) this.hits.add(entry);
      this.searching = data.done < data.total ? `${data.done} of ${data.total} searched` : "";
      this.refresh();
    };
    const site = new URL(this.root.dataset.base, location.href).href;
    this.worker.postMessage({ search: run, query: this.state.structure, structures, site });
  }

  stopStructures() {
    this.hits = null;
    this.searching = "";
    this.worker?.postMessage({ search: this.run, cancel: true });
  }
}

if (root) {
  new Explorer(root).start().catch((error) => {
    const message = root.querySelector(".cgx-message");
    message.textContent = `The explorer's data could not be loaded (${error.message}). Check the connection and reload.`;
    message.hidden = false;
  });
}
