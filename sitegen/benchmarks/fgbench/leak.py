"""How much of the questions for testing can be known from those for learning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.records import Pair, Paired, Split
from sitegen.benchmarks.fgbench.settings import read_split
from sitegen.benchmarks.fgbench.splits import official_split, scaffold_of, scaffold_split


@dataclass(frozen=True, slots=True, kw_only=True)
class LeakRow:
    """Of a dataset's `test` pairs under a kind of split: how many stand in its pairs for learning how.

    `one` and `both` count pairs with one or both molecules there, `scaffold` those with a Murcko scaffold
    there, `edit` those whose very groups are added and removed there. `used` tells of the build's own split;
    `dropped` counts pairs on neither side.
    """

    dataset: str
    kind: str
    used: bool
    test: int
    train: int
    dropped: int
    one: int
    both: int
    scaffold: int
    edit: int


def leak_rows(paired: Sequence[Paired], split: Split, context: BuildContext) -> tuple[LeakRow, ...]:
    """Return the leak of every dataset, for the split in use and for the other kind."""
    settings = read_split(context.parameters)
    other = (scaffold_split if split.kind == "official" else official_split)(paired, settings, context.seed)
    return tuple(row for kind, used in ((split, True), (other, False)) for row in _rows(paired, kind, used))


def _rows(paired: Sequence[Paired], split: Split, used: bool) -> Iterator[LeakRow]:
    for one in paired:
        slug = one.cleaned.table.slug
        testing, dropped = split.test.get(slug, frozenset()), split.dropped.get(slug, frozenset())
        test = [pair for pair in one.pairs if pair.id in testing]
        train = [pair for pair in one.pairs if pair.id not in testing and pair.id not in dropped]
        molecules = {smiles for pair in train for smiles in _both(pair)}
        scaffolds = {scaffold_of(smiles) for smiles in molecules}
        edits = {_edit(pair) for pair in train}
        known = [sum(smiles in molecules for smiles in _both(pair)) for pair in test]
        yield LeakRow(
            dataset=slug,
            kind=split.kind,
            used=used,
            test=len(test),
            train=len(train),
            dropped=len(dropped),
            one=known.count(1),
            both=known.count(2),
            scaffold=sum(any(scaffold_of(smiles) in scaffolds for smiles in _both(pair)) for pair in test),
            edit=sum(_edit(pair) in edits for pair in test),
        )


def _both(pair: Pair) -> tuple[str, str]:
    return pair.candidate.target, pair.candidate.reference


def _edit(pair: Pair) -> tuple[tuple[str, ...], ...]:
    """Return the names of the groups that go and come, whatever the direction of the pair."""
    sides = [tuple(sorted(group.name for group in groups)) for groups in (pair.edit.removed, pair.edit.added)]
    return tuple(sorted(sides))
