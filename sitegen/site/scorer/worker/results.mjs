// The per-item results of a finished run, kept in the worker; the page asks for what it shows.

const KIND = /^(?:repeat \d+: )?kind: (.*)$/; // the step of a trace that names the sort of mistake
const EXAMPLES = { choice: "The answer is A.", smiles: "c1ccccc1", esmiles: "c1ccccc1<sep>", boolean: "<answer>True</answer>", number: "<answer>0.1</answer>" };

/** What the pages say about the items of a dataset, by id: question, facets and the right answer. */
export function itemFacts(lines) {
  const facts = new Map();
  for (const line of lines) {
    const item = JSON.parse(line);
    const question = item.extra?.question ?? item.id;
    const measured = item.answer_type === "number" && item.extra?.label_spread > 0;
    facts.set(item.id, { question, facets: { task: item.task, ...item.facets }, answer: item.answer, type: item.answer_type, unit: item.unit ?? "", measured });
  }
  return facts;
}

/** A file to try the page with: the first letter for every choice, a plain molecule for the rest. */
export function exampleFile(facts) {
  const lines = [];
  for (const [id, { type }] of facts) lines.push(JSON.stringify({ id, prediction: EXAMPLES[type] ?? "0" }));
  return new File([lines.join("\n"), "\n"], "example.jsonl");
}

export class Results {
  /** `lines` are the lines of the per-item file, `facts` those of `itemFacts`. */
  constructor(lines, facts) {
    this.lines = lines;
    this.facts = facts;
    this.index = lines.map((line) => {
      const { id, outcome, trace } = JSON.parse(line);
      return { id, outcome, kinds: trace.map((step) => KIND.exec(step)?.[1]).filter(Boolean) };
    });
  }

  /**
   * Return the rows from `offset` on, `limit` at most, with all that match: their outcome is in
   * `outcomes` (all if empty), their facets are those given, their trace names the mistake `kind`,
   * their id holds `text`.
   */
  rows({ outcomes = [], facets = {}, kind = "", text = "", offset = 0, limit = 60 }) {
    const wanted = Object.entries(facets);
    const needle = text.trim().toLowerCase();
    const found = [];
    for (let place = 0; place < this.index.length; place++) {
      const { id, outcome, kinds } = this.index[place];
      if (outcomes.length && !outcomes.includes(outcome)) continue;
      if (kind && !kinds.includes(kind)) continue;
      if (needle && !id.toLowerCase().includes(needle)) continue;
      const own = this.facts.get(id)?.facets ?? {};
      if (wanted.every(([name, value]) => own[name] === value)) found.push(place);
    }
    return { total: found.length, rows: found.slice(offset, offset + limit).map((place) => this.#row(place)) };
  }

  /** Return what was asked and given of every measured number: its property, gold value and answer. */
  points() {
    const found = [];
    for (let place = 0; place < this.index.length; place++) {
      const { id } = this.index[place];
      const fact = this.facts.get(id);
      if (!fact?.measured) continue;
      const { extracted } = JSON.parse(this.lines[place]);
      found.push({ id, question: fact.question, property: fact.facets.property ?? "", unit: fact.unit, gold: fact.answer, value: extracted });
    }
    return found;
  }

  #row(place) {
    const score = JSON.parse(this.lines[place]);
    return { ...score, ...this.facts.get(score.id) };
  }

  /** Return the results as a table that a spreadsheet opens without running anything in it. */
  csv() {
    const scores = this.lines.map((line) => JSON.parse(line));
    const metrics = columns(scores.map((score) => score.metrics));
    const facets = columns([...this.facts.values()].map((fact) => fact.facets));
    const rows = [["id", "outcome", "extracted", "answer", "score", ...metrics, ...facets, "trace"]];
    for (const score of scores) {
      const fact = this.facts.get(score.id) ?? { facets: {} };
      rows.push([
        score.id,
        score.outcome,
        score.extracted,
        fact.answer,
        score.score,
        ...metrics.map((name) => score.metrics[name]),
        ...facets.map((name) => fact.facets[name]),
        score.trace.join("\n"),
      ]);
    }
    return rows.map((row) => row.map(csvCell).join(",")).join("\n") + "\n";
  }
}

function columns(records) {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

const NUMBER = /^[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?%?$/;

/** Quote a cell, and put an apostrophe before what a spreadsheet would take for a formula (P36). */
export function csvCell(value) {
  let text = value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  const start = text.trimStart();
  const formula = /^[=@]/.test(start) || (/^[+-]/.test(start) && !NUMBER.test(start)) || /^[\t\r\n]/.test(text);
  if (formula) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
