"""Substitution: a Markush core and a substituent per label give the product's canonical SMILES.

The published editing script removes the dummy and bonds the two atoms, which changes the order of
neighbours and can invert a stereocentre next to the site (`C[C@H](*)N`). Here the core is written as
text with the dummy after its neighbour, and the substituent is written in the dummy's place: the
order of neighbours, and so the parity, stays. One parse then sanitises the product.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rdkit import Chem, rdBase

from sitegen.chem.labels import label_order, normalise_label
from sitegen.chem.smiles_text import MAX_ATOMS, SmilesError, TokenKind, scan_smiles
from sitegen.chem.substituents import Fragment, highest_ring, read_substituent
from sitegen.chem.substitution_errors import SubstitutionError
from sitegen.chem.toolkit import first_line, plain_hydrogens, read_written

__all__ = ["PreparedCore", "SubstitutionError", "prepare", "substitute"]

_SITE = re.compile(r"-?([/\\]?)\[([0-9]+)\*\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedCore:
    """A core parsed once, ready for many products.

    `smiles` is the core as given; `labels` its distinct labels, normalised and in order; `pieces` is the
    core's text cut at its sites, and `sites` the index in `labels` and the direction mark of the bond
    at each cut; `first_ring` the lowest free ring-closure number; `stereocentres` how many
    tetrahedral centres the labelled core has.
    """

    smiles: str
    labels: tuple[str, ...]
    pieces: tuple[str, ...]
    sites: tuple[tuple[int, str], ...]
    first_ring: int
    stereocentres: int


def prepare(smiles: str, labels_by_atom: Mapping[int, str]) -> PreparedCore:
    """Parse a core and check its sites.

    `labels_by_atom` maps the 0-based index of each dummy in `smiles` to its label; dummies that share a
    label are substituted together. Raises `SubstitutionError`.
    """
    by_atom = {atom: normalise_label(label) for atom, label in labels_by_atom.items()}
    labels = tuple(sorted(set(by_atom.values()), key=label_order))
    codes = {atom: labels.index(label) + 1 for atom, label in by_atom.items()}
    try:
        atoms = sum(token.kind is TokenKind.ATOM for token in scan_smiles(smiles))
        for atom in by_atom:
            if not 0 <= atom < atoms:
                raise SubstitutionError("bad_site", f"{by_atom[atom]}: the core has no atom {atom}")
        mol = read_written(smiles, isotopes=codes)
    except SmilesError as error:
        raise SubstitutionError("bad_core", f"core, {error}") from error
    for index, label in by_atom.items():
        _check_site(mol.GetAtomWithIdx(index), label)
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
        if atom.GetAtomicNum() == 0 and atom.GetIdx() not in by_atom:
            raise SubstitutionError("unlabelled_site", f"the `*` at atom {atom.GetIdx()} has no label")
    text = _site_last(mol)
    parts = _SITE.split(text)
    return PreparedCore(
        smiles=smiles,
        labels=labels,
        pieces=tuple(parts[0::3]),
        sites=tuple((int(code) - 1, mark) for mark, code in zip(parts[1::3], parts[2::3], strict=True)),
        first_ring=highest_ring(scan_smiles(text)) + 1,
        stereocentres=count_stereocentres(text),
    )


def _check_site(atom: Chem.Atom, label: str) -> None:
    where = f"{label} at atom {atom.GetIdx()}"
    if atom.GetAtomicNum() != 0:
        raise SubstitutionError("bad_site", f"{where} is at {atom.GetSymbol()}, not at a `*`")
    if atom.GetDegree() != 1:
        raise SubstitutionError("site_degree", f"{where} has {atom.GetDegree()} bonds; one can be edited")
    if atom.GetFormalCharge() or atom.GetTotalNumHs():
        raise SubstitutionError("bad_site", f"{where} has a charge or hydrogens")
    (bond,) = atom.GetBonds()
    if bond.GetBondType() is not Chem.BondType.SINGLE:
        kind = str(bond.GetBondType()).lower()
        raise SubstitutionError("site_bond", f"{where} has a {kind} bond; only a single bond can be edited")
    if bond.GetOtherAtom(atom).GetAtomicNum() == 0:
        raise SubstitutionError("site_pair", f"{where} is bonded to another `*`")


def _site_last(mol: Chem.Mol) -> str:
    """Write the core so that every dummy follows its neighbour: start at a real atom in each part."""
    texts = []
    for part in Chem.GetMolFrags(mol, asMols=True, sanitizeFrags=False):
        root = next(atom.GetIdx() for atom in part.GetAtoms() if atom.GetAtomicNum() != 0)
        texts.append(Chem.MolToSmiles(part, rootedAtAtom=root))
    return ".".join(texts)


def substitute(prepared: PreparedCore, substituents: Mapping[str, str]) -> str:
    """Return the canonical isomeric SMILES of the product.

    `substituents` gives every label of the core a SMILES, attached at its first atom or its one `*`;
    "[H]" leaves the site bare. Raises `SubstitutionError`.
    """
    return _canonical_product(prepared, fragments_for(prepared, substituents))


def fragments_for(prepared: PreparedCore, substituents: Mapping[str, str]) -> tuple[Fragment, ...]:
    """Return the fragment of each of the core's labels. Raises `SubstitutionError` where they do not fit."""
    given: dict[str, str] = {}
    for label, smiles in substituents.items():
        normalised = normalise_label(label)
        if normalised in given:
            raise SubstitutionError("label_twice", f"{normalised} is given twice")
        given[normalised] = smiles
    for label in given:
        if label not in prepared.labels:
            known = ", ".join(prepared.labels) or "none"
            raise SubstitutionError("unknown_label", f"the core has no {label} (its labels: {known})")
    missing = [label for label in prepared.labels if label not in given]
    if missing:
        raise SubstitutionError("unassigned_label", f"no substituent for {', '.join(missing)}")
    fragments = []
    for label in prepared.labels:
        try:
            fragments.append(read_substituent(given[label]))
        except SubstitutionError as error:
            raise SubstitutionError(error.code, f"{label}: {error.message}") from error
    return tuple(fragments)


def _canonical_product(prepared: PreparedCore, fragments: tuple[Fragment, ...]) -> str:
    text = "".join(text for text, _ in product_pieces(prepared, fragments))
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(text)
    if mol is None:
        raise SubstitutionError("not_sanitising", f"the product does not sanitise: {_why(text)}")
    if mol.GetNumAtoms() > MAX_ATOMS:
        raise SubstitutionError("too_large", f"the product has more than {MAX_ATOMS} atoms")
    return plain_hydrogens(Chem.MolToSmiles(mol))


def product_pieces(prepared: PreparedCore, fragments: tuple[Fragment, ...]) -> tuple[tuple[str, bool], ...]:
    """Write each fragment where the dummy stood: the pieces of a SMILES, not canonical, and whether a
    piece is a substituent's. Raises `SubstitutionError`."""
    if prepared.first_ring + max((fragment.rings for fragment in fragments), default=0) > 100:
        raise SubstitutionError("too_large", "more than 99 rings are open at once")
    pieces = [(prepared.pieces[0], False)]
    for (label, mark), piece in zip(prepared.sites, prepared.pieces[1:], strict=True):
        pieces.append((fragments[label].written(mark, prepared.first_ring), True))
        pieces.append((piece, False))
    return tuple(pieces)


def _why(text: str) -> str:
    try:
        read_written(text)
    except SmilesError as error:
        return first_line(error.reason.removeprefix("the SMILES does not sanitise: "))
    return "no reason given"


def count_stereocentres(smiles: str) -> int:
    """Count the tetrahedral centres that a SMILES specifies (`@` or `@@`)."""
    return len(re.findall(r"@+", smiles))


def lost_stereocentres(prepared: PreparedCore, substituents: Mapping[str, str], product: str) -> int:
    """Count the centres specified in core and substituents that the product no longer has.

    A centre that truly ends in symmetry (methyl put beside methyl) counts as well.
    """
    fragments = fragments_for(prepared, substituents)
    carried = sum(fragments[label].stereocentres for label, _ in prepared.sites)
    return max(0, prepared.stereocentres + carried - count_stereocentres(product))
