"""Compacted drawings against RDKit's own, pixel by pixel, in a real Chromium."""

from __future__ import annotations

import base64
import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from sitegen.chem import depiction
from sitegen.chem.editing import substitute_markush
from sitegen.chem.esmiles import parse_esmiles
from sitegen.chem.svg_compaction import compact_svg

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.browser

# Both drawings at four times their size, averaged: what is left are differences of shape and colour,
# not of how the renderer smooths one line of a path or several.
COMPARE = """async ([first, second]) => {
  const W = 300, H = 225, S = 4;
  const pixels = async svg => {
    const image = new Image();
    image.src = 'data:image/svg+xml;base64,' + svg;
    await image.decode();
    const context = new OffscreenCanvas(W * S, H * S).getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, W * S, H * S);
    context.drawImage(image, 0, 0, W * S, H * S);
    const data = context.getImageData(0, 0, W * S, H * S).data;
    const mean = new Float32Array(W * H * 3);
    for (let y = 0; y < H * S; y++)
      for (let x = 0; x < W * S; x++)
        for (let c = 0; c < 3; c++)
          mean[((y / S | 0) * W + (x / S | 0)) * 3 + c] += data[(y * W * S + x) * 4 + c] / (S * S);
    return mean;
  };
  const [p, q] = [await pixels(first), await pixels(second)];
  let different = 0, ink = 0;
  for (let i = 0; i < p.length; i += 3) {
    let distance = 0, dark = 255;
    for (let c = 0; c < 3; c++) {
      distance = Math.max(distance, Math.abs(p[i + c] - q[i + c]));
      dark = Math.min(dark, p[i + c]);
    }
    if (distance > 32) different++;
    if (dark < 200) ink++;
  }
  return [different, ink];
}"""

# The darkest and the lightest pixel that an image shows on a page of one colour scheme.
SHOWN = """async ([svg, scheme]) => {
  document.documentElement.style.colorScheme = scheme;
  document.body.innerHTML = '';
  const image = new Image();
  image.src = 'data:image/svg+xml;base64,' + svg;
  document.body.append(image);
  await image.decode();
}"""


@pytest.fixture
def chromium_page(chromium: Browser) -> Iterator[Page]:
    """Return an empty page of a real Chromium."""
    page = chromium.new_page()
    yield page
    page.close()


def structures() -> list[tuple[str, dict[int, str]]]:
    """Return about 200 real structures: Markush cores of drug families, and drugs."""
    with (ROOT / "data/rground/markush.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    records = {row["esmiles"]: parse_esmiles(row["esmiles"]) for row in rows}
    cores = [
        (record.smiles, {tag.atom: tag.label for tag in record.atom_labels}) for record in records.values()
    ]
    drugs = [
        substitute_markush(records[row["esmiles"]], json.loads(row["substituents"])) for row in rows[::5]
    ]
    return cores[:80] + [(smiles, {}) for smiles in dict.fromkeys(drugs)][:140]


def encoded(svg: str) -> str:
    return base64.b64encode(svg.encode()).decode()


def test_compacted_drawings_show_the_pixels_of_rdkits_own(chromium_page, monkeypatch):
    originals: list[str] = []
    monkeypatch.setattr(depiction, "compact_svg", lambda svg: (originals.append(svg), compact_svg(svg))[1])
    drawn = [depiction.draw_markush(smiles, labels) for smiles, labels in structures()]
    assert len(drawn) > 180
    results = [
        chromium_page.evaluate(COMPARE, [encoded(original), encoded(small)])
        for original, small in zip(originals, drawn, strict=True)
    ]
    assert min(ink for _, ink in results) > 50
    assert max(different for different, _ in results) <= 8
    assert sum(different for different, _ in results) <= len(results)


def test_a_lost_wedge_would_be_seen(chromium_page):
    smiles = "C[C@H](N)[C@@H](F)Cl"
    whole = depiction.draw_molecule(smiles)
    start, end = whole.index('<g class="k"'), whole.index("</g>") + len("</g>")
    different, _ = chromium_page.evaluate(COMPARE, [encoded(whole), encoded(whole[:start] + whole[end:])])
    assert different > 8


@pytest.mark.parametrize(("scheme", "background", "ink"), [("light", 255, 25), ("dark", 18, 236)])
def test_an_image_follows_the_colour_scheme_of_its_page(chromium_page, scheme, background, ink):
    chromium_page.set_content(
        f"<body style='margin:0;background:rgb({background},{background},{background})'>"
    )
    chromium_page.evaluate(SHOWN, [encoded(depiction.draw_molecule("c1ccccc1")), scheme])
    shot = base64.b64encode(
        chromium_page.screenshot(clip={"x": 0, "y": 0, "width": 300, "height": 225})
    ).decode()
    values = chromium_page.evaluate(
        """async png => {
          const image = new Image();
          image.src = 'data:image/png;base64,' + png;
          await image.decode();
          const context = new OffscreenCanvas(300, 225).getContext('2d');
          context.drawImage(image, 0, 0);
          const data = context.getImageData(0, 0, 300, 225).data;
          const found = new Set();
          for (let i = 0; i < data.length; i += 4) found.add(data[i]);
          return [...found].sort((a, b) => a - b);
        }""",
        shot,
    )
    assert background in values
    extreme = min(values) if scheme == "light" else max(values)
    assert abs(extreme - ink) <= 25
