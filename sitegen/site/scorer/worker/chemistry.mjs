// RDKit.js behind two batched functions over JSON strings: the JavaScript half of
// evaluator/chemistry/rdkit_js.py. Runs in the scorer's worker and, for the tests, in node.

// RDKit.js is linked with a stack of 64 kB, which a chain of some 580 atoms or a lattice of 380
// overruns, first in silence: the data below the stack is overwritten. It is therefore moved to a
// larger one, with a marked band at its end that is looked at after every structure.
const STACK_BYTES = 8 * 1024 * 1024;
const STACK_ALIGNMENT = 16;
const BAND_WORDS = 1024;
const MARK = 0x43474d4b;

const FINGERPRINT = JSON.stringify({ radius: 2, nBits: 2048 });
const FLAT = JSON.stringify({ doIsomericSmiles: false });
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * Start RDKit.js from its compiled WebAssembly module.
 *
 * `loader` is the module RDKit_minimal.mjs of the engine folder: RDKit's own factory as the default
 * export, and `stackExports`, the names under which the WebAssembly side exports `allocate`,
 * `restore` and `current`. Returns RDKit.js's module object, its memory and a function that tells
 * whether the stack is still whole.
 */
export async function startRDKit(loader, wasm) {
  let exported = null;
  const rdkit = await loader.default({
    print() {},
    printErr() {},
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(wasm, imports);
      exported = instance.exports;
      receive(instance);
      return {};
    },
  });
  rdkit.disable_logging();
  const memory = Object.values(exported).find((value) => value instanceof WebAssembly.Memory);
  return { rdkit, memory, isWhole: moveStack(exported, memory, loader.stackExports) };
}

function moveStack(exported, memory, names) {
  const end = exported[names.allocate](STACK_BYTES);
  const top = end + STACK_BYTES - STACK_ALIGNMENT;
  exported[names.restore](top - (top % STACK_ALIGNMENT));
  if (!end || exported[names.current]() <= end) throw new Error("RDKit.js's stack could not be moved");
  const band = () => new Uint32Array(memory.buffer, Math.ceil(end / 4) * 4, BAND_WORDS);
  band().fill(MARK);
  return () => band().every((word) => word === MARK);
}

/** The bridge that Python sees, and what the worker needs to mend it after a breakdown. */
export class Toolkit {
  static async start(loader, wasm) {
    const toolkit = new Toolkit();
    toolkit.loader = loader;
    toolkit.wasm = wasm;
    await toolkit.restart();
    return toolkit;
  }

  /** Begin anew with fresh memory: after a trap nothing the old one says can be believed. */
  async restart() {
    ({ rdkit: this.rdkit, memory: this.wasmMemory, isWhole: this.isWhole } = await startRDKit(this.loader, this.wasm));
    this.broken = "";
  }

  version() {
    return this.rdkit.version();
  }

  /** Bytes of memory in use. */
  memory() {
    return this.wasmMemory.buffer.byteLength;
  }

  describe(json) {
    return this.#each(json, (mol) => {
      const inchi = mol.get_inchi();
      return [
        mol.get_smiles(),
        mol.get_smiles(FLAT),
        hexadecimal(mol.get_morgan_fp_as_uint8array(FINGERPRINT)),
        inchi ? this.rdkit.get_inchikey_for_inchi(inchi) : "",
      ];
    });
  }

  canonicalFlat(json) {
    return this.#each(json, (mol) => mol.get_smiles(FLAT));
  }

  #each(json, read) {
    const smiles = JSON.parse(json);
    const rows = [];
    for (let index = 0; index < smiles.length; index++) {
      if (!this.broken) {
        try {
          rows.push(this.#one(smiles[index], read));
        } catch (error) {
          this.broken = describeError(error);
        }
        if (!this.broken && !this.isWhole()) this.broken = "stack overflow";
      }
      if (this.broken) return JSON.stringify({ index, problem: this.broken });
    }
    return JSON.stringify(rows);
  }

  #one(smiles, read) {
    const mol = this.rdkit.get_mol(smiles);
    if (!mol) return null;
    try {
      return mol.is_valid() ? read(mol) : null;
    } finally {
      mol.delete(); // what is not deleted is never freed
    }
  }
}

function hexadecimal(bytes) {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

function describeError(error) {
  if (error instanceof WebAssembly.Exception) return "C++ exception";
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
