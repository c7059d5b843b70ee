// The scorer's worker: loads the engine, scores one file at a time, keeps the results for the list.
// Messages in: start, score, cancel, rows. Out: loading, ready, progress, done, refused, failed, stopped, rows.

import { Toolkit } from "./chemistry.mjs";
import { EngineFiles, FetchError, fetchOrFail, unpacked } from "./files.mjs";
import { startPython } from "./python.mjs";
import { Results, exampleFile, itemFacts } from "./results.mjs";
import { Stopped, readItems, scoreFiles } from "./scoring.mjs";

const PACE = 100; // milliseconds between two progress messages at least

let engine = null;
let starting = null;
let items = null; // { address, read, facts } of the dataset used last
let results = null;
let current = 0; // the run that may go on; any other gives up at its next look

self.onmessage = ({ data }) => {
  if (data.type === "start") start(data.engine).catch((error) => fail(0, error));
  else if (data.type === "cancel") current = 0;
  else if (data.type === "rows") self.postMessage({ type: "rows", request: data.request, ...results.rows(data.query) });
  else if (data.type === "score") {
    current = data.run;
    score(data).catch((error) => (error instanceof Stopped ? self.postMessage({ type: "stopped" }) : fail(data.run, error)));
  }
};

function start({ url, files }) {
  starting ??= load(url, files).catch((error) => {
    starting = null; // another try may find the network back
    throw error;
  });
  return starting;
}

async function load(url, sizes) {
  const files = new EngineFiles(url, sizes, paced((loaded, total) => self.postMessage({ type: "loading", loaded, total })));
  // Pyodide fetches what it needs by itself: its requests for files of the engine are answered from here.
  self.fetch = (input, options) => {
    const name = files.nameOf(String(input?.url ?? input));
    return name ? files.open(name) : fetchOrFail(input, options);
  };
  const [toolkit, { loadPyodide }] = await Promise.all([startToolkit(url, files), import(`${url}pyodide.mjs`)]);
  const python = await startPython(loadPyodide, url, toolkit, await (await files.open("session.py")).text());
  engine = { python, toolkit };
  self.postMessage({ type: "ready", versions: JSON.parse(python.globals.get("versions")()) });
}

async function startToolkit(url, files) {
  const [loader, wasm] = await Promise.all([
    import(`${url}RDKit_minimal.mjs`),
    files.open("RDKit_minimal.wasm").then((response) => WebAssembly.compileStreaming(response)),
  ]);
  return Toolkit.start(loader, wasm);
}

async function score({ run, files, dataset, allowPartial }) {
  await starting;
  if (engine.toolkit.broken) await engine.toolkit.restart();
  const pause = async () => {
    await breathe();
    if (current !== run) throw new Stopped();
  };
  const tell = paced((stage, done, total) => self.postMessage({ type: "progress", run, stage, done, total }));
  await pause();
  if (dataset.items !== items?.address) items = await fetchItems(dataset.items, pause);
  files ??= [exampleFile(items.facts)];
  const step = await scoreFiles(engine.python, items.read, files, { allowPartial, tell, pause });
  if (step.state === "done") finish(run, files.map((file) => file.name).join(", "), step);
  else if (step.state === "refused") self.postMessage({ type: "refused", run, ...step });
  else self.postMessage({ type: "failed", run, stage: "toolkit", offline: false, message: step.message });
}

function finish(run, name, { report, perItem, warnings }) {
  results = new Results(perItem.split("\n").filter(Boolean), items.facts);
  const files = {
    "report.json": new Blob([report], { type: "application/json" }),
    "per-item.jsonl": new Blob([perItem], { type: "application/jsonl" }),
    "per-item.csv": new Blob([results.csv()], { type: "text/csv" }),
  };
  self.postMessage({ type: "done", run, name, report: JSON.parse(report), points: results.points(), warnings, files });
}

/** Fetch a dataset's items and read them, in Python for scoring and here for the list. */
async function fetchItems(address, pause) {
  const response = await fetchOrFail(address);
  const bytes = new Uint8Array(await new Response(await unpacked(response.body)).arrayBuffer());
  const read = await readItems(engine.python, bytes, pause);
  items?.read.destroy();
  return { address, read, facts: itemFacts(new TextDecoder().decode(bytes).split("\n").filter(Boolean)) };
}

function fail(run, error) {
  const offline = error instanceof FetchError && error.offline;
  const stage = !engine ? "engine" : engine.toolkit.broken ? "toolkit" : "run";
  self.postMessage({ type: "failed", run, stage, offline, message: String(error?.message ?? error) });
}

/** Let messages in before going on. */
function breathe() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Call `send` at most every `PACE` milliseconds. */
function paced(send) {
  let last = -Infinity;
  return (...values) => {
    const now = performance.now();
    if (now - last < PACE) return;
    last = now;
    send(...values);
  };
}
