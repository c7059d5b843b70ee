// Numbers and words as the page shows them.

const COUNT = new Intl.NumberFormat("en");

export const count = (number) => COUNT.format(number);

export const plural = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;

/** A share as a percentage with one decimal. */
export const percent = (share) => (share === null || share === undefined ? "–" : (100 * share).toFixed(1));

/** Groups of fewer items show a dash in place of a value; the report has it with its number of items. */
export const FEWEST = 10;

/** A difference of shares in percentage points, with its sign. */
export function points(difference) {
  if (difference === null || difference === undefined) return "–";
  const text = Math.abs(100 * difference).toFixed(1);
  return text === "0.0" ? text : `${difference < 0 ? "\u2212" : "+"}${text}`;
}

/** A number from 0 to 1 that is not a share. */
export const decimal = (value) => (value === null || value === undefined ? "–" : value.toFixed(3));

/** A size in decimal units. */
export function size(bytes) {
  if (bytes < 1000) return plural(bytes, "byte");
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A time to wait in words, rounded so that it does not flicker. */
export function duration(seconds) {
  if (seconds < 1.5) return "a moment";
  if (seconds < 20) return `${Math.round(seconds)} s`;
  if (seconds < 90) return `${5 * Math.round(seconds / 5)} s`;
  return `${Math.round(seconds / 60)} min`;
}

const NAMES = { nrmse: "normalised RMSE", rmse: "RMSE", mae: "MAE", nspread: "normalised spread", kappa: "Fleiss’ kappa", inchikey: "InChIKey", smiles: "SMILES", mcs: "MCS", tanimoto: "Tanimoto", murcko: "Murcko" };

/** `exact_match.inchikey` → `exact match, InChIKey`. */
export function words(name) {
  const parts = name.split(".").map((part) => part.split("_").map((word) => NAMES[word] ?? word).join(" "));
  return parts.join(", ");
}

/** The same with a capital letter, to begin with. */
export function title(name) {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An answer as a reader sees it. */
export function answerText(value) {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return value.map(answerText).join(" → ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
