// Elements from data: text is always set as text, never as markup.

/** Make an element; `props` are attributes (functions are listeners), the rest children or text. */
export function h(name, props = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A frame that scrolls sideways: the keyboard reaches it, a reader is told its name. */
export function scrolls(name, ...children) {
  return h("div", { class: "cg-scroll", tabindex: "0", role: "region", "aria-label": name }, ...children);
}

/** Make an SVG element. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Text that may wrap before a branch or a tag of a SMILES, but not inside an atom. */
export function breakable(text) {
  const parts = String(text).split(/(?=[(<])/);
  return parts.flatMap((part, place) => (place ? [document.createElement("wbr"), part] : [part]));
}
