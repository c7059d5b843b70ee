// A worker that finds the entries whose structures hold a substructure, with RDKit.js.

let toolkit = null;

/** Start RDKit.js from the scorer's engine, whose files the browser may have kept already. */
async function start(site) {
  const answer = await fetch(`${site}assets/engine/engine.json`);
  if (!answer.ok) throw new Error(`engine.json: ${answer.status}`);
  const { folder, files } = await answer.json();
  const url = new URL(folder, site).href;
  const [{ EngineFiles }, { startRDKit }, loader] = await Promise.all(
    ["files.mjs", "chemistry.mjs", "RDKit_minimal.mjs"].map((name) => import(url + name)),
  );
  const name = "RDKit_minimal.wasm";
  const sizes = Object.fromEntries(Object.entries(files).filter(([file]) => file.startsWith(name)));
  const response = await new EngineFiles(url, sizes, () => {}).open(name);
  return (await startRDKit(loader, await WebAssembly.compileStreaming(response))).rdkit;
}

/** Read a query as SMILES if it is one, else as SMARTS; the caller frees it. */
function readQuery(text) {
  if (text.length > 500) return null;
  let molecule = null;
  try {
    molecule = toolkit.get_mol(text);
  } catch {
    molecule = null;
  }
  const pattern = molecule && molecule.is_valid() ? molecule.get_smarts() : text;
  molecule?.delete();
  try {
    return toolkit.get_qmol(pattern);
  } catch {
    return null;
  }
}

function matches(smiles, query) {
  let molecule = null;
  try {
    molecule = toolkit.get_mol(smiles);
    return Boolean(molecule) && molecule.get_substruct_match(query) !== "{}";
  } catch {
    return false;
  } finally {
    molecule?.delete();
  }
}

let latest = 0;

self.onmessage = async ({ data }) => {
  latest = data.search;
  if (data.cancel) return;
  try {
    toolkit ??= await start(data.site);
  } catch (error) {
    self.postMessage({ search: data.search, failed: error.message });
    return;
  }
  const query = readQuery(data.query);
  if (!query) {
    self.postMessage({ search: data.search, invalid: true });
    return;
  }
  try {
    const known = new Map(); // the same structure is an option of several questions
    let found = [];
    for (let entry = 0; entry < data.structures.length; entry++) {
      const hit = data.structures[entry].some((smiles) => {
        if (!known.has(smiles)) known.set(smiles, matches(smiles, query));
        return known.get(smiles);
      });
      if (hit) found.push(entry);
      if (entry % 50 === 49 || entry === data.structures.length - 1) {
        self.postMessage({ search: data.search, found, done: entry + 1, total: data.structures.length });
        found = [];
        await new Promise((resolve) => setTimeout(resolve));
        if (latest !== data.search) return; // a newer search has come in
      }
    }
  } finally {
    query.delete();
  }
};
