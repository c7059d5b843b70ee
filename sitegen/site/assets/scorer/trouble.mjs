// What is shown when a file cannot be scored: all that is wrong with it, and what to do.

import { h } from "./dom.mjs";
import { count, size, plural } from "./format.mjs";

const STEP = 100;
export const LARGEST = 500_000_000;

/** A file with faults: each with its line, id and remedy, all of them. */
export function refusal({ problems, missing }, file, scoreAnyway) {
  const lines = problems.map((problem) => asText(problem));
  const list = h("ol", { class: "cgs-problems" });
  const more = h("button", { type: "button", class: "cg-button", onclick: () => show() }, "Show more");
  const show = () => {
    const from = list.children.length;
    list.append(...problems.slice(from, from + STEP).map(problemRow));
    more.hidden = list.children.length >= problems.length;
  };
  show();
  const actions = h("p", { class: "cgs-line" }, more);
  if (missing && missing === problems.length) actions.append(h("button", { type: "button", class: "cg-button cg-primary", onclick: scoreAnyway }, "Score it and count them as missing"));
  if (problems.length > 1) actions.append(h("a", { class: "cg-button", download: "problems.txt", href: textAddress(lines) }, "All as a text file"));
  return [h("p", {}, h("strong", {}, `${file} was not scored: ${plural(problems.length, "problem")}.`), " Nothing is scored in part; mend the file and choose it again."), list, actions];
}

function problemRow({ line, item_id: id, problem, advice }) {
  const where = [line ? `line ${count(line)}` : null, id].filter(Boolean).join(", ");
  return h("li", { dir: "auto" }, where ? h("b", {}, where, ": ") : null, problem, advice ? h("span", { class: "cgs-fix" }, `; ${advice}`) : null);
}

function asText({ path, line, item_id: id, problem, advice }) {
  const where = [line ? `${path}:${line}` : path, id].filter(Boolean).join(": ");
  return `${where ? `${where}: ` : ""}${problem}${advice ? `; ${advice}` : ""}`;
}

function textAddress(lines) {
  return URL.createObjectURL(new Blob([lines.join("\n"), "\n"], { type: "text/plain" }));
}

export function tooLarge(file) {
  return [h("p", {}, h("strong", {}, `${file.name} is too large for a browser tab: ${size(file.size)}, and ${size(LARGEST)} is the most it takes.`), " Score it on the command line (below), which gives the same report.")];
}

/** The engine or the toolkit failed: nothing is said about the file. */
export function failure({ stage, offline, message }, retry) {
  const again = h("p", { class: "cgs-line" }, h("button", { type: "button", class: "cg-button cg-primary", onclick: retry }, "Try again"));
  if (offline || (stage === "engine" && !navigator.onLine)) {
    return [h("p", {}, h("strong", {}, "You seem to be offline, and the scoring engine is not on this machine yet."), " Once loaded it is kept; scoring itself needs no network. Connect and try again."), detail(message), again];
  }
  if (stage === "engine") {
    return [h("p", {}, h("strong", {}, "The scoring engine did not start."), " It needs a browser of 2023 or later. The command line (below) gives the same report."), detail(message), again];
  }
  if (stage === "toolkit") {
    return [h("p", {}, h("strong", {}, "The chemistry toolkit failed."), " This says nothing about your answers, and no score is given. Trying again starts it anew; should it fail once more, use the command line (below): native RDKit has no such limit."), detail(message), again];
  }
  return [h("p", {}, h("strong", {}, "Scoring stopped."), " No score is given."), detail(message), again];
}

function detail(message) {
  return message ? h("pre", {}, message) : null;
}
