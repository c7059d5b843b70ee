"""A second reader of described instructions: from the sentence back to the options that fit.

It shares no code with the benchmark: sentences are read by their own patterns, options are taken
apart along every way the scaffold lies in them, and facts are counted with plain RDKit and SMARTS.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from rdkit import Chem

from tests.sitegen.benchmarks.rground.measures import (
    ELEMENTS,
    LINKS,
    aromatic,
    canonical,
    carbonyls,
    decorations,
    halogens,
    heavy,
    link_of,
    nitrogens,
    polar,
    positional_isomers,
    ring_size,
    ring_with_groups,
    sulfonyls,
)

POOL = Path(__file__).parents[4] / "data" / "rground" / "substituents.tsv"
COUNTS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
NUMBER = f"({'|'.join(COUNTS)})"
PLACES = {"ortho": 1, "meta": 2, "para": 3}
GROUPS = {
    "a fluorine atom": "F",
    "a chlorine atom": "Cl",
    "a bromine atom": "Br",
    "a methyl group": "C",
    "a methoxy group": "OC",
    "a trifluoromethyl group": "C(F)(F)F",
    "a methylsulfonyl group": "S(C)(=O)=O",
}
GROUP = f"({'|'.join(GROUPS)})"

FRAMES = (
    r"At (?P<label>\w+), attach the group that (?P<what>[^.]*)\.",
    r"Choose for (?P<label>\w+) a substituent that (?P<what>[^.]*)\.",
    r"The substituent at (?P<label>R\w*|[XYZWL]) (?P<what>[^.]*)\.",
    r"We need the (?:derivative|analogue) whose (?P<label>\w+) group (?P<what>[^.]*)\.",
    r"What (?P<label>\w+) stands for is a group that (?P<what>[^.]*)\.",
    r"Pick for (?P<label>\w+) a substituent that (?P<what>[^.]*)\.",
    r"Compare before you choose: the group at (?P<label>\w+) (?P<what>[^.]*)\.",
    r"Fill (?P<label>\w+) so that its group (?P<what>[^.]*)\.",
)
FIXED = (
    r"Also attach (?P<pairs>.*)\.",
    r"Besides, (?P<pairs>.*)\.",
    r"The compound also carries (?P<pairs>.*)\.",
    r"It has (?P<pairs>.*) as well\.",
    r"The remaining sites are given: (?P<pairs>.*)\.",
)
PAIRS = (
    r"(?P<group>\S+) at (?P<label>\w+)",
    r"(?P<label>\w+) is (?P<group>\S+)",
    r"(?P<label>\w+) = (?P<group>\S+)",
)

type Test = Callable[[Chem.Mol, dict[str, str]], bool]
"""Tells whether a group (a mol with one `*`) fits, given the groups at the other labels."""


@lru_cache(maxsize=1)
def pool() -> dict[str, str]:
    """Return the pool's substituents as canonical SMILES with `*`, by name."""
    with POOL.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["name"]: canonical("*" + row["smiles"]) for row in rows}


def read_sentence(text: str) -> tuple[str, list[str], dict[str, str]]:
    """Return the described label, its phrases, and the named groups (as SMILES) by label."""
    for frame in FRAMES:
        match = re.match(frame, text)
        if match:
            break
    else:
        raise AssertionError(f"no frame reads {text!r}")
    rest = text[match.end() :].strip()
    fixed: dict[str, str] = {}
    if rest:
        found = next(found for pattern in FIXED if (found := re.fullmatch(pattern, rest)))
        for part in re.split(r", | and ", found["pairs"]):
            pair = next(pair for pattern in PAIRS if (pair := re.fullmatch(pattern, part)))
            fixed[pair["label"]] = pool()[pair["group"]]
    return match["label"], re.split(r", | and ", match["what"]), fixed


def fitting_options(text: str, scaffold: str, labels: dict[int, str], options: dict[str, str]) -> list[str]:
    """Return the letters of the options that the sentence fits, however the scaffold lies in them."""
    label, phrases, fixed = read_sentence(text)
    tests = [read_phrase(phrase) for phrase in phrases]
    return [
        letter
        for letter, smiles in options.items()
        if any(
            all(groups[one] == smiles for one, smiles in fixed.items())
            and all(test(Chem.MolFromSmiles(groups[label]), groups) for test in tests)
            for groups in decompositions(scaffold, labels, smiles)
        )
    ]


def decompositions(scaffold: str, labels: dict[int, str], product: str) -> Iterator[dict[str, str]]:
    """Yield every assignment of groups to labels by which the product is the scaffold with groups on it.

    Labels are plain (`R1`); a label at several sites must have the same group at all of them.
    """
    core = Chem.MolFromSmiles(scaffold)
    mol = Chem.MolFromSmiles(product)
    query = Chem.RWMol(core)
    for atom in core.GetAtoms():
        if atom.GetAtomicNum() == 0:
            query.ReplaceAtom(atom.GetIdx(), Chem.AtomFromSmarts("[!#1]"))
    seen = set()
    parameters = Chem.SubstructMatchParameters()
    parameters.uniquify = False
    parameters.useChirality = True
    parameters.maxMatches = 20000
    for match in mol.GetSubstructMatches(query, parameters):
        groups = _groups(core, mol, match, labels)
        key = tuple(sorted(groups.items())) if groups else None
        if groups and key not in seen:
            seen.add(key)
            yield groups


def _groups(core, mol, match, labels) -> dict[str, str] | None:
    kept = {match[atom.GetIdx()] for atom in core.GetAtoms() if atom.GetAtomicNum()}
    bonds, at = [], {}
    for index, label in labels.items():
        (neighbour,) = core.GetAtomWithIdx(index).GetNeighbors()
        bond = mol.GetBondBetweenAtoms(match[neighbour.GetIdx()], match[index])
        if bond.GetBondType() != Chem.BondType.SINGLE or bond.IsInRing():
            return None
        at[bond.GetIdx()] = label
        bonds.append(bond.GetIdx())
    for atom in mol.GetAtoms():
        for neighbour in atom.GetNeighbors():
            if atom.GetIdx() in kept and neighbour.GetIdx() not in kept:
                if mol.GetBondBetweenAtoms(atom.GetIdx(), neighbour.GetIdx()).GetIdx() not in at:
                    return None
    pieces = Chem.FragmentOnBonds(mol, bonds, dummyLabels=[(0, 0)] * len(bonds))
    groups: dict[str, str] = {}
    fragments = Chem.GetMolFrags(pieces)
    for index, label in labels.items():
        first = match[index]
        atoms = next(atoms for atoms in fragments if first in atoms)
        if any(atom in kept for atom in atoms):
            return None
        smiles = canonical(Chem.MolFragmentToSmiles(pieces, atoms))
        if groups.setdefault(label, smiles) != smiles:
            return None
    return groups


def number(word: str) -> int:
    return COUNTS.index(word)


def reference(said: str, groups: dict[str, str]) -> Chem.Mol:
    match = re.fullmatch(r"the group at (\w+)", said)
    return Chem.MolFromSmiles(groups[match[1]] if match else pool()[said])


def read_phrase(phrase: str) -> Test:
    """Return the test that a phrase states; an unknown phrase is an error."""
    readings = [
        test
        for pattern, make in PHRASES
        if (match := re.fullmatch(pattern, phrase)) and (test := make(match))
    ]
    assert len(readings) == 1, f"{len(readings)} readings of {phrase!r}"
    return readings[0]


def counted(measure: Callable[[Chem.Mol], int], value: int) -> Test:
    return lambda mol, groups: measure(mol) == value


def differing(measure: Callable[[Chem.Mol], int], said: str, difference: int) -> Test:
    return lambda mol, groups: measure(mol) - measure(reference(said, groups)) == difference


def _amount(match: re.Match[str]) -> Test:
    words = {"exactly one": 1, "a single": 1, "no": 0}
    return counted(ELEMENTS[match["element"]], words[match["amount"]])


PHRASES: list[tuple[str, Callable[[re.Match[str]], Test]]] = [
    (r"has (?P<amount>no|exactly one) (?P<element>halogen|fluorine|chlorine|bromine) atom", _amount),
    (r"bears (?P<amount>a single) (?P<element>halogen) atom", _amount),
    (r"is free of halogens", lambda m: counted(halogens, 0)),
    (rf"bears {NUMBER} halogen atoms in all", lambda m: counted(halogens, number(m[1]))),
    (
        rf"has exactly {NUMBER} (halogen|fluorine|chlorine|bromine) atoms",
        lambda m: counted(ELEMENTS[m[2]], number(m[1])),
    ),
    (rf"has exactly {NUMBER} heavy \(non-hydrogen\) atoms?", lambda m: counted(heavy, number(m[1]))),
    (rf"is built from {NUMBER} heavy atoms", lambda m: counted(heavy, number(m[1]))),
    (r"has neither nitrogen nor oxygen", lambda m: counted(polar, 0)),
    (r"has no hydrogen-bond acceptor atom \(nitrogen or oxygen\)", lambda m: counted(polar, 0)),
    (
        rf"has exactly {NUMBER} hydrogen-bond acceptor atoms? \(nitrogen or oxygen\)",
        lambda m: counted(polar, number(m[1])),
    ),
    (r"has no carbonyl group", lambda m: counted(carbonyls, 0)),
    (r"contains a carbonyl group", lambda m: counted(carbonyls, 1)),
    (r"has no sulfonyl group", lambda m: counted(sulfonyls, 0)),
    (r"contains a sulfonyl group", lambda m: counted(sulfonyls, 1)),
    (rf"has a {NUMBER}-membered ring", lambda m: counted(ring_size, number(m[1]))),
    (rf"has {NUMBER} atoms in its ring", lambda m: counted(ring_size, number(m[1]))),
    (r"has an aromatic ring", lambda m: lambda mol, groups: aromatic(mol)),
    (r"has a saturated ring", lambda m: lambda mol, groups: not aromatic(mol)),
    (r"has a ring without any double bond", lambda m: lambda mol, groups: not aromatic(mol)),
    (r"has no nitrogen in its ring", lambda m: lambda mol, groups: not nitrogens(mol)),
    (
        r"has (?:a ring nitrogen (\w+) to where its ring is joined"
        r"|nitrogen in its ring in the (\w+) position)",
        lambda m: lambda mol, groups: PLACES[m[1] or m[2]] in nitrogens(mol),
    ),
    (r"has an unsubstituted ring", lambda m: lambda mol, groups: not decorations(mol)),
    (
        r"carries nothing but hydrogen on (?:its|that) ring",
        lambda m: lambda mol, groups: not decorations(mol),
    ),
    (
        rf"(?:carries|has) {GROUP} (?:on its ring in the )?(\w+) (?:to where its ring is joined|position)",
        lambda m: lambda mol, groups: (canonical(GROUPS[m[1]]), PLACES[m[2]]) in decorations(mol),
    ),
    *(
        (re.escape(said), lambda m, smarts=smarts: lambda mol, groups: link_of(mol) == smarts)
        for said, smarts in LINKS.items()
    ),
    (r"has as many halogen atoms as (.+)", lambda m: differing(halogens, m[1], 0)),
    (r"has one more halogen atom than (.+)", lambda m: differing(halogens, m[1], 1)),
    (r"bears one halogen more than (.+)", lambda m: differing(halogens, m[1], 1)),
    (r"has one fewer halogen atom than (.+)", lambda m: differing(halogens, m[1], -1)),
    (rf"has {NUMBER} more halogen atoms than (.+)", lambda m: differing(halogens, m[2], number(m[1]))),
    (rf"has {NUMBER} fewer halogen atoms than (.+)", lambda m: differing(halogens, m[2], -number(m[1]))),
    (r"has the same number of heavy \(non-hydrogen\) atoms as (.+)", lambda m: differing(heavy, m[1], 0)),
    (r"is as large as (.+) by heavy-atom count", lambda m: differing(heavy, m[1], 0)),
    (
        rf"has {NUMBER} more heavy \(non-hydrogen\) atoms? than (.+)",
        lambda m: differing(heavy, m[2], number(m[1])),
    ),
    (
        rf"has {NUMBER} fewer heavy \(non-hydrogen\) atoms? than (.+)",
        lambda m: differing(heavy, m[2], -number(m[1])),
    ),
    (
        r"(?:has more heavy atoms than (.+)|is larger than (.+) by heavy-atom count)",
        lambda m: lambda mol, groups: heavy(mol) > heavy(reference(m[1] or m[2], groups)),
    ),
    (
        r"(?:has fewer heavy atoms than (.+)|is smaller than (.+) by heavy-atom count)",
        lambda m: lambda mol, groups: heavy(mol) < heavy(reference(m[1] or m[2], groups)),
    ),
    (r"has as many nitrogen or oxygen atoms as (.+)", lambda m: differing(polar, m[1], 0)),
    (
        rf"has {NUMBER} more nitrogen or oxygen atoms? than (.+)",
        lambda m: differing(polar, m[2], number(m[1])),
    ),
    (
        rf"has {NUMBER} fewer nitrogen or oxygen atoms? than (.+)",
        lambda m: differing(polar, m[2], -number(m[1])),
    ),
    (
        r"has a larger ring than (.+)",
        lambda m: lambda mol, groups: ring_size(mol) > ring_size(reference(m[1], groups)),
    ),
    (
        r"has a smaller ring than (.+)",
        lambda m: lambda mol, groups: ring_size(mol) < ring_size(reference(m[1], groups)),
    ),
    (
        r"has a ring of the same size as (.+)",
        lambda m: lambda mol, groups: ring_size(mol) == ring_size(reference(m[1], groups)),
    ),
    (
        r"(?:has the same ring as (.+) with the same groups on it"
        r"|differs from (.+) only in how its ring is joined)",
        lambda m: (
            lambda mol, groups: ring_with_groups(mol) == ring_with_groups(reference(m[1] or m[2], groups))
        ),
    ),
    (
        r"has its ring joined in the same way as (.+)",
        lambda m: lambda mol, groups: link_of(mol) == link_of(reference(m[1], groups)),
    ),
    (
        r"has its ring joined in another way than (.+)",
        lambda m: lambda mol, groups: link_of(mol) != link_of(reference(m[1], groups)),
    ),
    (
        r"(?:is a positional isomer of (.+)|has the same parts as (.+) in other ring positions)",
        lambda m: lambda mol, groups: positional_isomers(mol, reference(m[1] or m[2], groups)),
    ),
    (
        rf"(?:is built on|has as its only ring) an? (aromatic|saturated) ring of {NUMBER} carbon atoms"
        r"(?: plus one nitrogen (\w+) to where the ring is joined)?",
        lambda m: (
            lambda mol, groups: (
                aromatic(mol) == (m[1] == "aromatic")
                and ring_size(mol) == number(m[2]) + (1 if m[3] else 0)
                and nitrogens(mol) == ([PLACES[m[3]]] if m[3] else [])
            )
        ),
    ),
    (
        r"carries on that ring only (.+)",
        lambda m: lambda mol, groups: decorations(mol) == sorted(_said_groups(m[1])),
    ),
]


def _said_groups(text: str) -> list[tuple[str, int]]:
    found = []
    for part in text.split(" plus "):
        match = re.fullmatch(rf"{GROUP} in the (\w+) position", part)
        found.append((canonical(GROUPS[match[1]]), PLACES[match[2]]))
    return found
