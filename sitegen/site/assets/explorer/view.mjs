// Draw parts of the explorer from data; text is only ever set as text.

/** Return a function that puts text and picture on a card; without a picture its place stays. */
export function cardFiller(images) {
  return (card, text, thumbnail) => {
    card.querySelector(".cgx-text").textContent = text;
    const image = card.querySelector("img");
    if (thumbnail) image.src = images + thumbnail;
    else image.replaceWith(Object.assign(document.createElement("span"), { className: "cgx-noimage" }));
  };
}

/** Return a function that makes one result card without its text and picture. */
export function cardMaker(template) {
  return (index, entry, address) => {
    const card = template.content.firstElementChild.cloneNode(true);
    card.querySelector("a").href = address;
    card.querySelector(".cgx-id").textContent = index.ids[entry];
    const tags = card.querySelector(".cgx-tags");
    for (const facet of index.facets) {
      if (facet.values.length < 2) continue; // what all have in common tells nothing
      for (const value of facet.sets[facet.column[entry]]) {
        tags.append(Object.assign(document.createElement("span"), { className: "cgx-tag", textContent: facet.names[value] }));
      }
    }
    return card;
  };
}

/** Fill the sort menu: the given order, then each key upwards and downwards. */
export function drawSorts(select, index, state) {
  const choices = [["", "Id"]];
  for (const { title } of index.sorts) choices.push([title, `${title}, low first`], [`-${title}`, `${title}, high first`]);
  select.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
  select.value = (state.down ? "-" : "") + state.sort;
  if (select.selectedIndex === -1) select.value = "";
}

/** Draw one group of checkboxes a facet, each with its live count; focus stays where it was. */
export function drawFacets(place, index, state, counts) {
  const focused = document.activeElement?.closest(".cgx-facets") && [document.activeElement.name, document.activeElement.value];
  const open = new Set([...place.querySelectorAll("details[open]")].map((details) => details.dataset.facet));
  const groups = index.facets.map((facet, f) => {
    const chosen = state.facets.get(facet.name) ?? new Set();
    return { facet, counts: counts[f], chosen, open: open.has(facet.name) || chosen.size > 0 };
  });
  const wide = matchMedia("(min-width: 60em)").matches && !place.childElementCount;
  place.replaceChildren(...groups.filter(({ facet }) => facet.values.length > 1).map((group) => facetGroup(group, wide)));
  if (focused) {
    [...place.querySelectorAll("input")].find((input) => input.name === focused[0] && input.value === focused[1])?.focus();
  }
}

function facetGroup({ facet, counts, chosen, open }, wide) {
  const details = document.createElement("details");
  details.dataset.facet = facet.name;
  details.className = "cgx-facet";
  details.open = open || (wide && facet.values.length <= 6);
  const summary = document.createElement("summary");
  summary.textContent = chosen.size ? `${facet.title} (${chosen.size})` : facet.title;
  const list = document.createElement("div");
  list.className = "cgx-values";
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", facet.title);
  facet.values.forEach((value, n) => {
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", name: facet.name, value, checked: chosen.has(value) });
    const count = Object.assign(document.createElement("span"), { className: "cgx-n", textContent: counts[n].toLocaleString("en") });
    label.classList.toggle("cgx-none", counts[n] === 0 && !chosen.has(value));
    label.append(box, ` ${facet.names[n]} `, count);
    list.append(label);
  });
  details.append(summary, list);
  return details;
}
