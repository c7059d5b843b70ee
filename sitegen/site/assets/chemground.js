// What pages can do beyond reading: answer on the spot, tabs, copying, showing prompts and records.
// Everything here only adds to pages that are complete without it.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Show one mode at a time; the address's anchor (an item id) chooses it. */
function tabs() {
  const bar = document.querySelector(".cg-tabs");
  const links = bar ? all("a", bar) : [];
  const modes = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const show = (wanted) => {
    const place = Math.max(0, modes.findIndex((mode) => mode.id === wanted));
    modes.forEach((mode, n) => { mode.hidden = n !== place; });
    for (const group of all(".cg-group")) group.hidden = !group.querySelector(".cg-mode:not([hidden])");
    links.forEach((link, n) => {
      link.setAttribute("aria-selected", String(n === place));
      link.tabIndex = n === place ? 0 : -1;
    });
    for (const part of all("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(String(place));
  };
  if (bar) {
    bar.setAttribute("role", "tablist");
    links.forEach((link, n) => {
      link.id = `tab-${n}`;
      link.setAttribute("role", "tab");
      link.setAttribute("aria-controls", modes[n].id);
      modes[n].setAttribute("role", "tabpanel");
      modes[n].setAttribute("aria-labelledby", link.id);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        history.replaceState(null, "", link.hash);
        show(modes[n].id);
      });
      link.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const next = links[(n + step + links.length) % links.length];
        next.click();
        next.focus();
      });
    });
  }
  if (!bar) return;
  window.addEventListener("hashchange", () => show(decodeURIComponent(location.hash.slice(1))));
  show(decodeURIComponent(location.hash.slice(1)));
}

/** Let a reader pick an option; say at once whether it is right, and why. */
function options() {
  for (const mode of all("[data-answer]")) {
    const right = mode.dataset.answer;
    const items = all(".cg-options > li", mode);
    const verdict = document.createElement("p");
    verdict.className = "cg-verdict";
    verdict.setAttribute("role", "status");
    mode.querySelector(".cg-options").after(verdict);
    mode.querySelector(".cg-options").parentElement.append(verdict);
    verdict.style.gridColumn = "1 / -1";
    const panel = panelOf(mode);
    const mark = (picked) => {
      for (const item of items) {
        const label = item.querySelector("b").textContent.trim();
        item.classList.toggle("cg-right", label === right);
        item.classList.toggle("cg-wrong", label === picked && picked !== right);
      }
    };
    for (const item of items) {
      const badge = item.querySelector("b");
      const label = badge.textContent.trim();
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.setAttribute("aria-label", `Answer ${label}`);
      badge.replaceChildren(button);
      button.addEventListener("click", () => {
        mark(label);
        verdict.textContent = label === right ? `${label} is right.` : `Not ${label}: ${right} is right.`;
        if (panel) panel.open = true;
      });
    }
    panel?.addEventListener("toggle", () => { if (panel.open && !verdict.textContent) mark(""); });
  }
}

/** Return the panel with the answer to a question: its own, else the page's. */
function panelOf(mode) {
  return mode.querySelector("details") ?? document.getElementById("answer");
}

/** Put controls for an answer and the place of its verdict below a question; return the verdict's element. */
function answering(mode, controls) {
  const verdict = document.createElement("p");
  verdict.className = "cg-verdict";
  verdict.setAttribute("role", "status");
  const place = document.createElement("div");
  place.className = "cg-say";
  place.append(controls, verdict);
  mode.querySelector(".cg-ask").append(place);
  return verdict;
}

/** Let a reader say True or False; say at once whether it is right, and why. */
function booleans() {
  for (const mode of all("[data-boolean]")) {
    const right = mode.dataset.boolean;
    const choice = document.createElement("div");
    choice.className = "cg-choice";
    choice.setAttribute("role", "group");
    choice.setAttribute("aria-label", "Your answer");
    const verdict = answering(mode, choice);
    for (const word of ["True", "False"]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "cg-button";
      button.textContent = word;
      button.addEventListener("click", () => {
        for (const other of choice.children) {
          const picked = other === button;
          other.setAttribute("aria-pressed", String(picked));
          other.classList.toggle("cg-right", other.textContent === right);
          other.classList.toggle("cg-wrong", picked && word !== right);
        }
        verdict.textContent = word === right ? `${word} is right.` : `Not ${word}: ${right} is right.`;
        const panel = panelOf(mode);
        if (panel) panel.open = true;
      });
      choice.append(button);
    }
  }
}

/** Read a number as the scorer does: a typographic minus, commas between thousands, else one decimal comma. */
function readNumber(text) {
  let plain = text.trim().replace(/^[\u2212\u2013]/, "-");
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) plain = plain.replaceAll(",", "");
  else if (/^[-+]?\d*,\d+$/.test(plain)) plain = plain.replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** Let a reader give a number; say how far off it is and whether that is within the tolerance. */
function numbers() {
  for (const mode of all("[data-number]")) {
    const { number: gold, tolerance, unit } = mode.dataset;
    const shown = (value) => `${String(Number(value.toPrecision(6))).replace("-", "\u2212")}${unit ? ` ${unit}` : ""}`;
    const form = document.createElement("form");
    form.className = "cg-choice";
    const label = document.createElement("label");
    const field = document.createElement("input");
    field.inputMode = "text"; // a decimal keypad of a phone may have no minus
    field.autocomplete = "off";
    field.size = 9;
    label.append("Your answer ", field, unit ? ` ${unit}` : "");
    const button = document.createElement("button");
    button.className = "cg-button";
    button.textContent = "Check";
    form.append(label, button);
    const verdict = answering(mode, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const value = readNumber(field.value);
      verdict.classList.remove("cg-is-right", "cg-is-wrong");
      if (Number.isNaN(value)) {
        verdict.textContent = "Write one number, e.g. \u22120.25.";
        field.focus();
        return;
      }
      // As the scorer compares: an error of exactly the tolerance is within it, whatever floats make of it.
      const error = Math.abs(value - Number(gold));
      const within = error <= Number(tolerance) * (1 + 1e-9) + 1e-12;
      verdict.classList.add(within ? "cg-is-right" : "cg-is-wrong");
      const limit = Number(tolerance) ? `the tolerance of ${shown(Number(tolerance))}` : "";
      verdict.textContent = !limit
        ? (within ? "Right." : `${shown(error)} off: ${shown(Number(gold))} is right.`)
        : `${shown(error)} off, ${within ? "within" : "beyond"} ${limit}: the answer is ${shown(Number(gold))}.`;
      const panel = panelOf(mode);
      if (panel) panel.open = true;
    });
  }
}

/** Keep an answer that was shown shown, as long as the visit lasts. */
function remember() {
  const panel = document.getElementById("answer");
  if (!panel) return;
  const key = `cg-shown:${location.pathname}`;
  try {
    if (sessionStorage.getItem(key)) panel.open = true;
    panel.addEventListener("toggle", () => {
      if (panel.open) sessionStorage.setItem(key, "1");
      else sessionStorage.removeItem(key);
    });
  } catch { /* storage is off: nothing is remembered */ }
}

/** Return a button that copies the text that `read` gives. */
function copyButton(read, what) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cg-copied";
  button.title = what;
  button.setAttribute("aria-label", what);
  button.addEventListener("click", async (event) => {
    event.stopPropagation();
    await navigator.clipboard.writeText(read());
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, 1500);
  });
  return button;
}

function copying(root = document) {
  for (const code of all(".cg-options code", root)) {
    code.after(copyButton(() => code.textContent, "Copy this SMILES"));
  }
  for (const element of all("[data-copy]", root)) {
    const button = copyButton(() => element.textContent, "Copy");
    if (element.matches("pre")) {
      const frame = document.createElement("div");
      frame.className = "cg-copy";
      element.replaceWith(frame);
      button.classList.add("cg-corner");
      frame.append(element, button);
    } else {
      element.after(button);
    }
  }
}

/** Fetch prompts and records when their panel is opened, and show the one of the open mode. */
function sidecars() {
  const panel = document.querySelector("[data-prompts]");
  panel?.addEventListener("toggle", async () => {
    if (!panel.open || panel.dataset.loaded) return;
    panel.dataset.loaded = "1";
    const reply = await fetch(panel.dataset.prompts);
    if (!reply.ok) return;
    const prompts = (await reply.text()).split(/^----- prompt \d+ -----\n/m).slice(1);
    fill(panel.querySelector("div"), prompts);
  });
  const link = document.querySelector("[data-json]");
  const data = link?.closest("details");
  data?.addEventListener("toggle", async () => {
    if (!data.open || data.dataset.loaded) return;
    data.dataset.loaded = "1";
    const reply = await fetch(link.href);
    if (!reply.ok) return;
    const records = await reply.json();
    const list = Array.isArray(records) ? records : [records];
    fill(data.querySelector("div"), list.map((record) => JSON.stringify(record, null, 1)));
  });
}

function fill(target, texts) {
  const shown = Math.max(0, all(".cg-tabs a").findIndex((link) => link.getAttribute("aria-selected") === "true"));
  texts.forEach((text, n) => {
    const part = document.createElement("div");
    if (texts.length > 1) {
      part.dataset.for = String(n);
      part.hidden = n !== shown;
    }
    const pre = document.createElement("pre");
    pre.dataset.copy = "";
    pre.tabIndex = 0; // it scrolls: the keyboard must reach it
    pre.textContent = text.trimEnd();
    part.append(pre);
    target.append(part);
    copying(part);
  });
}

/** Sort a table by a column: numbers by value, the rest by the letters. */
function sorting() {
  for (const table of all("table[data-sortable]")) {
    const body = table.tBodies[0];
    all("thead th", table).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "cg-sorter";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of all("thead th", table)) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const value = (row) => row.cells[column].textContent.replaceAll(",", "").replaceAll("−", "-");
        const compare = (a, b) => {
          const [x, y] = [value(a), value(b)];
          const numbers = x !== "" && y !== "" && !Number.isNaN(Number(x)) && !Number.isNaN(Number(y));
          return numbers ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true });
        };
        body.append(...[...body.rows].sort((a, b) => (down ? compare(b, a) : compare(a, b))));
      });
    });
  }
}

/** J and K turn to the next and the previous question, as in the explorer. */
function turning() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const way = { j: "next", k: "prev" }[event.key];
    const link = way && document.querySelector(`.cg-turn a[rel="${way}"]`);
    if (link) link.click();
  });
}

/** On a narrow screen, bring the open page's entry of a row of links into sight. */
function showCurrent() {
  for (const row of all(".cg-navtabs, .cg-sub, .cg-tabs")) {
    const current = row.querySelector("[aria-current], [aria-selected='true']");
    if (current && row.scrollWidth > row.clientWidth) {
      row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
    }
  }
}

/**
 * Frame the tables of hand-written pages so that one too wide scrolls by itself, by keyboard as well.
 * Modules run before the theme frames the tables that have no class, which no keyboard reaches.
 */
function scrolling() {
  for (const table of all(".md-typeset table:not([class])")) {
    const frame = document.createElement("div");
    table.className = "cg-plain";
    table.replaceWith(frame);
    frame.append(table);
    frame.className = "cg-scroll";
    frame.tabIndex = 0;
    frame.setAttribute("role", "region");
    const heading = all("h1, h2, h3, h4").findLast((head) => head.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING);
    frame.setAttribute("aria-label", `Table: ${heading?.firstChild?.textContent ?? document.title}`);
  }
}

for (const span of all("[data-absolute]")) span.textContent = new URL(span.dataset.absolute, location.href).href;
tabs();
options();
booleans();
numbers();
remember();
copying();
sidecars();
sorting();
turning();
scrolling();
showCurrent();
