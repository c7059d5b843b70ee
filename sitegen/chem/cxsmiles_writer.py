"""A Markush record as CXSMILES."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sitegen.chem.esmiles_errors import EsmilesError
from sitegen.chem.labels import normalise_label
from sitegen.chem.records import (
    TAG_NAMES,
    AtomLabel,
    AttachmentPoint,
    Markush,
    RepeatGroup,
    RepeatUnit,
    RingLabel,
)
from sitegen.chem.smiles_text import atom_tokens, scan_smiles
from sitegen.chem.toolkit import read_written


def write_cxsmiles(markush: Markush) -> str:
    """Write a record as CXSMILES: labels, attachment points, uncertain ring positions, repeats.

    A ring position is written as a part of its own, `**`, whose first atom varies over the ring.
    Raises `EsmilesError` for records that CXSMILES has no field for, `SmilesError` for a bad base.
    """
    atoms = len(atom_tokens(scan_smiles(markush.smiles)))
    labels = [""] * atoms
    smiles, variations, polymers = markush.smiles, [], []
    for tag in markush.tags:
        if isinstance(tag, AtomLabel) and not tag.multiplicity:
            labels[tag.atom] = _short(tag.label)
        elif isinstance(tag, AttachmentPoint):
            labels[tag.atom] = "_AP"
        elif isinstance(tag, RingLabel):
            ring = _ring(markush.smiles, tag.ring)
            variations.append(f"m:{len(labels)}:{'.'.join(map(str, ring))}")
            if tag.multiplicity:
                polymers.append(_polymer([len(labels) + 1], tag.multiplicity))
            labels += ["", "_AP" if tag.label == "<dum>" else _short(tag.label)]
            smiles += ".**"
        elif isinstance(tag, RepeatUnit):
            polymers.append(_polymer(range(atoms), tag.count))
        elif isinstance(tag, RepeatGroup):
            polymers.append(_polymer(_inside(markush.smiles, tag), tag.count))
        else:
            name = TAG_NAMES[type(tag)].replace("_", " ")
            raise EsmilesError(1, f"CXSMILES has no field for this {name}")
    texts = [f"${';'.join(map(_escaped, labels))}$"] if any(labels) else []
    fields = ",".join(texts + polymers + variations)
    return f"{smiles} |{fields}|" if fields else smiles


def _ring(smiles: str, ring: int) -> list[int]:
    mol = read_written(smiles)
    return sorted(mol.GetRingInfo().AtomRings()[ring])


def _polymer(atoms: Sequence[int], count: str) -> str:
    return f"Sg:n:{','.join(map(str, atoms))}:{count}:ht"


def _inside(smiles: str, group: RepeatGroup) -> list[int]:
    """Return the atoms that the ports enclose: all that is reached without crossing one."""
    mol = read_written(smiles)
    cut = {frozenset(port) for port in group.ports}
    seen: set[int] = set()
    waiting = [inner for inner, _ in group.ports]
    while waiting:
        atom = waiting.pop()
        if atom in seen:
            continue
        seen.add(atom)
        neighbours = (other.GetIdx() for other in mol.GetAtomWithIdx(atom).GetNeighbors())
        waiting += [other for other in neighbours if frozenset((atom, other)) not in cut]
    if any(outer in seen for _, outer in group.ports):
        raise EsmilesError(1, "the ports of the repeat group enclose no part")
    return sorted(seen)


def _short(label: str) -> str:
    """Write `R1` for `R[1]` where it is read back as the same label."""
    match = re.fullmatch(r"([A-Za-z]+)\[([0-9]+[a-z]?'*)\]", label)
    short = f"{match[1]}{match[2]}" if match else label
    return short if normalise_label(short) == normalise_label(label) else label


def _escaped(label: str) -> str:
    return "".join(f"&#{ord(character)};" if character in "$;|&" else character for character in label)
