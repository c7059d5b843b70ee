"""What the second reader counts in a group: plain RDKit and SMARTS, no code of the benchmark."""

from __future__ import annotations

from collections.abc import Callable

from rdkit import Chem


def canonical(smiles: str) -> str:
    return Chem.MolToSmiles(Chem.MolFromSmiles(smiles))


def count(smarts: str) -> Callable[[Chem.Mol], int]:
    pattern = Chem.MolFromSmarts(smarts)
    return lambda mol: len(mol.GetSubstructMatches(pattern, maxMatches=1000))


halogens = count("[F,Cl,Br,I]")
heavy = count("[!#0;!#1]")
polar = count("[#7,#8]")
carbonyls = count("[#6;!a]=O")
sulfonyls = count("S(=O)=O")
ELEMENTS = {"halogen": halogens, "fluorine": count("F"), "chlorine": count("Cl"), "bromine": count("Br")}
LINKS = {
    "is bonded directly through a ring atom": "*-[R]",
    "has its ring attached without any linker": "*-[R]",
    "has its ring joined through one CH2 group": "*-[CH2;!R]-[R]",
    "reaches its ring over a methylene bridge": "*-[CH2;!R]-[R]",
    "has its ring joined through a carbonyl group alone": "*-[C;!R](=O)-[R]",
    "is an acyl group with its ring right on the carbonyl carbon": "*-[C;!R](=O)-[R]",
    "has its ring joined through a carbonyl group followed by CH2": "*-[C;!R](=O)-[CH2]-[R]",
    "has its ring joined through a sulfonyl group": "*-[S;!R](=O)(=O)-[R]",
    "reaches its ring over an SO2 bridge": "*-[S;!R](=O)(=O)-[R]",
}


def link_of(mol: Chem.Mol) -> str:
    dummy = Chem.MolFromSmarts("[#0]")
    assert len(mol.GetSubstructMatches(dummy)) == 1
    for smarts in sorted(set(LINKS.values())):
        if mol.HasSubstructMatch(Chem.MolFromSmarts("[#0]" + smarts[1:])):
            return smarts
    return "?"


def ring_positions(mol: Chem.Mol) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the ring's atoms, the first being the one nearest to `*`, and (atom, distance in the ring)."""
    (ring,) = mol.GetRingInfo().AtomRings()
    dummy = next(atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0)
    distances = Chem.GetDistanceMatrix(mol)
    start = min(ring, key=lambda index: distances[dummy][index])
    return [start], [(index, int(distances[start][index])) for index in ring if index != start]


def hanging(mol: Chem.Mol, ring_atom: int) -> str:
    """Return the SMILES of what hangs on a ring atom outside the ring, or ""."""
    for bond in mol.GetAtomWithIdx(ring_atom).GetBonds():
        if not bond.IsInRing():
            other = bond.GetOtherAtomIdx(ring_atom)
            cut = Chem.FragmentOnBonds(mol, [bond.GetIdx()], addDummies=False)
            atoms = next(atoms for atoms in Chem.GetMolFrags(cut) if other in atoms)
            return canonical(Chem.MolFragmentToSmiles(cut, atoms))
    return ""


def decorations(mol: Chem.Mol) -> list[tuple[str, int]]:
    _, others = ring_positions(mol)
    return sorted((found, distance) for atom, distance in others if (found := hanging(mol, atom)))


def nitrogens(mol: Chem.Mol) -> list[int]:
    _, others = ring_positions(mol)
    return sorted(distance for atom, distance in others if mol.GetAtomWithIdx(atom).GetAtomicNum() == 7)


def ring_size(mol: Chem.Mol) -> int:
    (ring,) = mol.GetRingInfo().AtomRings()
    return len(ring)


def aromatic(mol: Chem.Mol) -> bool:
    return mol.HasSubstructMatch(Chem.MolFromSmarts("[a;R]"))


def ring_with_groups(mol: Chem.Mol) -> tuple[object, ...]:
    return (ring_size(mol), aromatic(mol), nitrogens(mol), decorations(mol))


def positional_isomers(mol: Chem.Mol, other: Chem.Mol) -> bool:
    """Tell whether two groups differ only in where things sit on the ring."""
    alike = [
        (
            link_of(one),
            ring_size(one),
            aromatic(one),
            len(nitrogens(one)),
            sorted(g for g, _ in decorations(one)),
        )
        for one in (mol, other)
    ]
    return alike[0] == alike[1] and Chem.MolToSmiles(mol) != Chem.MolToSmiles(other)
