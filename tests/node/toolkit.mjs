// The scorer's chemistry in node: one request a line on standard input, one answer a line on standard
// output. Usage: node toolkit.mjs ENGINE_FOLDER

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const engine = pathToFileURL(`${process.argv[2]}/`);
// RDKit.js asks for these names of CommonJS when it finds itself in node.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = new URL(".", engine).pathname;

const { Toolkit } = await import(new URL("chemistry.mjs", engine));
const loader = await import(new URL("RDKit_minimal.mjs", engine));
const wasm = new WebAssembly.Module(gunzipSync(await readFile(new URL("RDKit_minimal.wasm.gz", engine))));
const toolkit = await Toolkit.start(loader, wasm);

const calls = {
  version: () => toolkit.version(),
  describe: (smiles) => toolkit.describe(smiles),
  canonicalFlat: (smiles) => toolkit.canonicalFlat(smiles),
  // Breaks the toolkit the way an overrun stack would, to see that it is noticed and mended.
  spoil: () => (toolkit.isWhole = () => false) && "",
  memory: () => toolkit.memory(),
  restart: async () => (await toolkit.restart()) ?? "",
};

for await (const line of createInterface({ input: process.stdin })) {
  const { call, smiles } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await calls[call](smiles))}\n`);
}
