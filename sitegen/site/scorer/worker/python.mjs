// Python with the evaluator in it, and the toolkit registered under the name it asks for.

/** Name in evaluator/chemistry/rdkit_js.py. */
const BRIDGE = "chemground_toolkit";

/**
 * Start Pyodide from the engine folder at `engine` (an address, or a path in node; it ends in `/`),
 * install the one package of its lock file and run `session`, the text of session.py.
 */
export async function startPython(loadPyodide, engine, toolkit, session) {
  const python = await loadPyodide({
    indexURL: engine,
    lockFileURL: `${engine}lock.json`,
    packageBaseUrl: engine,
    packages: ["chemground"],
  });
  python.registerJsModule(BRIDGE, {
    version: () => toolkit.version(),
    describe: (smiles) => toolkit.describe(smiles),
    canonicalFlat: (smiles) => toolkit.canonicalFlat(smiles),
  });
  python.runPython(session, { filename: "session.py" });
  return python;
}
