// Scores files in node with the modules of the scorer's worker: Python compiled for the browser, RDKit.js.
// Usage: node score.mjs ENGINE_FOLDER OUT_FOLDER ITEMS.jsonl PREDICTIONS...
// Writes OUT_FOLDER/<name of the predictions>.report.json and .per-item.jsonl, prints the last step of each.

import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

// Node would print the whole source line beside an error: a megabyte, in Pyodide.
process.on("uncaughtException", (error) => {
  console.error(error.stack.slice(0, 5000));
  process.exitCode = 1;
});

const [folder, out, itemsPath, ...predictions] = process.argv.slice(2);
const engine = pathToFileURL(`${folder}/`);
const load = (name) => import(new URL(name, engine));
// RDKit.js asks for these names of CommonJS when it finds itself in node.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = engine.pathname;

const { Toolkit } = await load("chemistry.mjs");
const wasm = new WebAssembly.Module(gunzipSync(await readFile(new URL("RDKit_minimal.wasm.gz", engine))));
const toolkit = await Toolkit.start(await load("RDKit_minimal.mjs"), wasm);
// Pyodide would take them for a sign that it was loaded by CommonJS.
delete globalThis.require;
delete globalThis.__dirname;

const { loadPyodide } = await load("pyodide.mjs");
const { startPython } = await load("python.mjs");
const session = await readFile(new URL("session.py", engine), "utf8");
const python = await startPython(loadPyodide, engine.pathname, toolkit, session);

const { readItems, scoreFiles } = await load("scoring.mjs");
const pause = () => new Promise((resolve) => setImmediate(resolve));
const items = await readItems(python, new Uint8Array(await readFile(itemsPath)), pause);
for (const path of predictions) {
  const file = new File([await readFile(path)], basename(path));
  const step = await scoreFiles(python, items, [file], { allowPartial: false, tell() {}, pause });
  const { report, perItem, ...rest } = step;
  if (report) {
    await writeFile(`${out}/${file.name}.report.json`, report);
    await writeFile(`${out}/${file.name}.per-item.jsonl`, perItem);
  }
  console.log(JSON.stringify({ file: file.name, ...rest }));
}
