// Pure functions of the explorer: which entries match, live counts, order. No DOM in here.

/** A state has `kind`, `q`, `structure`, `sort` (title, "" for the given order), `down`, and `facets`: name -> Set of values. */
export function emptyState(kind) {
  return { kind, q: "", structure: "", sort: "", down: false, list: false, shown: 60, facets: new Map() };
}

/** Read a state from a query string; unknown names are ignored. `q` is left to the theme's own search. */
export function readState(query, kinds, facetNames) {
  const parameters = new URLSearchParams(query);
  const asked = parameters.get("kind");
  const state = emptyState(kinds.includes(asked) ? asked : kinds[0]);
  state.q = parameters.get("text") ?? "";
  state.structure = parameters.get("structure") ?? "";
  const sort = parameters.get("sort") ?? "";
  state.down = sort.startsWith("-");
  state.sort = sort.replace(/^-/, "");
  state.list = parameters.get("view") === "list";
  const shown = Number(parameters.get("shown"));
  state.shown = Number.isInteger(shown) && shown > 60 ? Math.min(shown, 6000) : 60;
  for (const name of facetNames(state.kind)) {
    const values = parameters.getAll(name);
    if (values.length) state.facets.set(name, new Set(values));
  }
  return state;
}

/** Write a state as a query string ("" for the start state of the first kind). */
export function writeState(state, firstKind) {
  const parameters = new URLSearchParams();
  if (state.kind !== firstKind) parameters.set("kind", state.kind);
  if (state.q) parameters.set("text", state.q);
  if (state.structure) parameters.set("structure", state.structure);
  for (const [name, values] of state.facets) for (const value of values) parameters.append(name, value);
  if (state.sort) parameters.set("sort", (state.down ? "-" : "") + state.sort);
  if (state.list) parameters.set("view", "list");
  if (state.shown > 60) parameters.set("shown", String(state.shown));
  const text = parameters.toString();
  return text ? "?" + text : "";
}

/** For each facet, which of its sets holds a chosen value: an array of booleans, or null where none is chosen. */
export function chosenSets(index, state) {
  return index.facets.map((facet) => {
    const wanted = state.facets.get(facet.name);
    if (!wanted || !wanted.size) return null;
    const numbers = new Set([...wanted].map((value) => facet.values.indexOf(value)));
    return facet.sets.map((members) => members.some((member) => numbers.has(member)));
  });
}

/**
 * Return `matches` (entry numbers) and `counts` (per facet, per value: how many entries would match
 * if that value were chosen in the facet, all other facets as they are). `passes(entry)` is the text
 * and structure test.
 */
export function filterEntries(index, state, passes) {
  const chosen = chosenSets(index, state);
  const counts = index.facets.map((facet) => new Array(facet.values.length).fill(0));
  const matches = [];
  for (let entry = 0; entry < index.ids.length; entry++) {
    if (!passes(entry)) continue;
    let failing = -1; // the one facet that fails, -2 when several do
    for (let f = 0; f < chosen.length && failing !== -2; f++) {
      if (chosen[f] && !chosen[f][index.facets[f].column[entry]]) failing = failing === -1 ? f : -2;
    }
    if (failing === -2) continue;
    if (failing === -1) matches.push(entry);
    for (let f = 0; f < counts.length; f++) {
      if (failing !== -1 && failing !== f) continue;
      for (const value of index.facets[f].sets[index.facets[f].column[entry]]) counts[f][value]++;
    }
  }
  return { matches, counts };
}

/** Return the matches in the state's order; entries without the key come last, ties keep their place. */
export function orderEntries(index, state, matches) {
  const key = index.sorts.find((sort) => sort.title === state.sort);
  if (!key) return matches;
  const sign = state.down ? -1 : 1;
  const missing = (entry) => key.column[entry] === null;
  return [...matches].sort((a, b) => {
    if (missing(a) || missing(b)) return missing(a) - missing(b) || a - b;
    return sign * (key.column[a] - key.column[b]) || a - b;
  });
}

/** Return the facet to loosen first: dropping its choice brings back the most entries. */
export function facetToLoosen(index, state, passes) {
  let best = null;
  for (const name of state.facets.keys()) {
    const facets = new Map(state.facets);
    facets.delete(name);
    const n = filterEntries(index, { ...state, facets }, passes).matches.length;
    if (n && (!best || n > best.n)) best = { name, n };
  }
  return best;
}

/** Tell whether every word of a query occurs in the text; nothing in it is a pattern. */
export function textTest(query) {
  const words = query.trim().split(/\s+/).filter(Boolean);
  const lower = words.map((word) => word.toLowerCase());
  // A word with an upper-case letter may be a SMILES, where case is meaning: it is compared as typed.
  return (text) => {
    const folded = text.toLowerCase();
    return words.every((word, n) => (word === lower[n] ? folded.includes(word) : text.includes(word) || (!/[()=#[\]@\\/]/.test(word) && folded.includes(lower[n]))));
  };
}
