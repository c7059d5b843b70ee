// The scorer's worker: loads the engine, reads the file, scores it a slice at a time, keeps the results.
// Messages in: start, score, cancel, rows. Messages out: loading, ready, progress, done, rows, failed.

import { Toolkit } from "./chemistry.mjs";
import { EngineFiles, FetchError, fetchOrFail, unpacked } from "./files.mjs";
import { startPython } from "./python.mjs";
import { Results, exampleFile, itemFacts } from "./results.mjs";

const SLICE = 60; // milliseconds of work between two looks at the messages that came in
const PACE = 100; // milliseconds between two progress messages at least
const PIECE = 1 << 18; // bytes that Python is given at a time

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
    score(data).catch((error) => fail(data.run, error));
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
  self.fetch = (input, options) => {
    const name = files.nameOf(String(input?.url ?? input));
    return name ? files.open(name) : fetchOrFail(String(input?.url ?? input), options);
  };
  const [toolkit, loadPyodide] = await Promise.all([
    startToolkit(url, files),
    import(`${url}pyodide.mjs`).then((module) => module.loadPyodide),
  ]);
  const python = await startPython(loadPyodide, url, toolkit);
  const source = await (await fetchOrFail(`${url}session.py`)).text();
  python.runPython(source, { filename: "session.py" });
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

async function score({ run, file, dataset, allowPartial }) {
  await starting;
  if (engine.toolkit.broken) await engine.toolkit.restart();
  const stopped = () => current !== run;
  const tell = paced((stage, done, total) => self.postMessage({ type: "progress", run, stage, done, total }));
  if (dataset?.items !== items?.address) items = await fetchItems(dataset.items, stopped);
  if (stopped()) return stop();
  file ??= exampleFile(items.facts);
  const session = engine.python.globals.get("Session")(items.read, file.name, allowPartial);
  try {
    let step = await feed(session, file, tell, stopped);
    let since = performance.now();
    while (step.state === "working") {
      tell("scoring", step.done, step.total);
      if (performance.now() - since > SLICE) {
        await breathe();
        since = performance.now();
      }
      if (stopped()) return stop();
      step = JSON.parse(session.step());
    }
    if (step.state === "refused") self.postMessage({ type: "refused", run, ...step });
    else if (step.state === "broken") self.postMessage({ type: "failed", run, stage: "toolkit", offline: false, message: step.message });
    else finish(run, file, session, step);
  } finally {
    session.destroy();
  }
}

/** Give Python the visitor's file a chunk at a time; return what it says at the end, or at a fault. */
async function feed(session, file, tell, stopped) {
  const reader = file.stream().getReader();
  let done = 0;
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) return JSON.parse(session.finish());
    for (let start = 0; start < chunk.value.length; start += PIECE) {
      const step = JSON.parse(session.feed(chunk.value.subarray(start, start + PIECE)));
      if (step.state === "refused") {
        await reader.cancel();
        return step;
      }
      done = Math.min(done + PIECE, file.size);
      tell("reading", done, file.size);
      await breathe();
      if (stopped()) {
        await reader.cancel();
        return { state: "working", done: 0, total: 0 };
      }
    }
  }
}

function finish(run, file, session, step) {
  const [report, perItem] = [session.report(), session.per_item()];
  results = new Results(perItem.split("\n").filter(Boolean), items.facts);
  self.postMessage({
    type: "done",
    run,
    name: file.name,
    report: JSON.parse(report),
    warnings: step.warnings,
    files: {
      "report.json": new Blob([report], { type: "application/json" }),
      "per-item.jsonl": new Blob([perItem], { type: "application/jsonl" }),
      "per-item.csv": new Blob([results.csv()], { type: "text/csv" }),
    },
  });
}

function stop() {
  self.postMessage({ type: "stopped" });
}

/** Fetch a dataset's items and read them, in Python for scoring and here for the list. */
async function fetchItems(address, stopped) {
  const response = await fetchOrFail(address);
  const bytes = new Uint8Array(await new Response(await unpacked(response.body)).arrayBuffer());
  const reader = engine.python.globals.get("Items")("items.jsonl");
  for (let start = 0; start < bytes.length; start += PIECE) {
    reader.feed(bytes.subarray(start, start + PIECE));
    await breathe();
    if (stopped()) return null;
  }
  items?.read.destroy();
  const read = reader.finish();
  reader.destroy();
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
