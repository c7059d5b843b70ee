// Scoring with Python a slice at a time: bytes in, progress out, reports at the end. No page is needed
// for it: the tests run it in node.

const PIECE = 1 << 18; // bytes that Python is given at a time
const SLICE = 60; // milliseconds of work between two looks at the messages that came in

/** What ends a run whose visitor has cancelled it. */
export class Stopped extends Error {}

/** Read a dataset's items, given as the bytes of a JSONL file. The result lives until `destroy`. */
export async function readItems(python, bytes, pause) {
  const reader = python.globals.get("Items")("items.jsonl");
  try {
    for (const piece of pieces(bytes)) {
      reader.feed(piece);
      await pause();
    }
    return reader.finish();
  } finally {
    reader.destroy();
  }
}

/**
 * Score `File`s against items: one, or several as repeats. `tell(stage, done, total)` hears of the progress, `pause` lets
 * messages in and throws `Stopped` to end the run.
 *
 * Resolves with the last step of session.py; one that is `done` has `report` and `perItem`, the texts
 * of the two files.
 */
export async function scoreFiles(python, items, files, { allowPartial, tell, pause }) {
  const session = python.globals.get("Session")(items, allowPartial);
  try {
    let step = await feed(session, files, tell, pause);
    let since = performance.now();
    while (step.state === "working") {
      tell("scoring", step.done, step.total);
      if (performance.now() - since > SLICE) {
        await pause();
        since = performance.now();
      }
      step = JSON.parse(session.step());
    }
    return step.state === "done" ? { ...step, report: session.report(), perItem: session.per_item() } : step;
  } finally {
    session.destroy();
  }
}

async function feed(session, files, tell, pause) {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  let done = 0;
  for (const file of files) {
    const opened = JSON.parse(session.open(file.name));
    if (opened.state === "refused") return opened;
    const reader = file.stream().getReader();
    try {
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        for (const piece of pieces(chunk.value)) {
          const step = JSON.parse(session.feed(piece));
          if (step.state === "refused") return step;
          done += piece.length;
          tell("reading", done, total);
          await pause();
        }
      }
    } finally {
      await reader.cancel();
    }
  }
  return JSON.parse(session.finish());
}

function* pieces(bytes) {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}
