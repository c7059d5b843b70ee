"""Build small sites in tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from sitegen.config import REPOSITORY_ROOT, SiteConfig
from sitegen.parallel import OrderedMap
from sitegen.site import build
from tests.sitegen.site.dataset import RGROUND

CACHE = Path(os.environ.get("CHEMGROUND_CACHE") or REPOSITORY_ROOT / ".cache")
"""The cache of `make site`: pinned files are fetched into it once."""

SMALL = {
    "plain": "Which one?",
    "script": "<script>alert(1)</script> Which one?",
    "attribute": '" onmouseover="alert(1)',
    "template": "Value of {{ 7*7 }} and {% raw %}?",
    "wild": "*c1ccc(*)cc1",
    "tags": "*CC<sep><s>*C<sep>|Sg:n|</s><a>0:R[1]</a>",
    "formula": '=HYPERLINK("http://x","y")',
}


def build_test_site(
    datasets: Sequence[Path],
    out: Path,
    root: Path = REPOSITORY_ROOT,
    config: SiteConfig | None = None,
    parts: Sequence[str] = (),
) -> Path:
    """Build a site, by default without explorer and scorer; return its folder."""
    out.mkdir(parents=True)
    build.build_site(
        datasets,
        out,
        site=config or SiteConfig(repository="https://forge.invalid/group/project"),
        benchmark_folders=[RGROUND],
        cache=CACHE,
        map=OrderedMap(executor=None, workers=1),
        root=root,
        parts=parts,
    )
    return out
