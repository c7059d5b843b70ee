"""RDKit.js, as the scorer runs it, against native RDKit: the same answer for every string."""

from __future__ import annotations

import pytest
from rdkit import Chem

from evaluator.chemistry.guard import refusal
from evaluator.chemistry.rdkit_js import RDKitJs
from evaluator.chemistry.rdkit_native import NativeChemistry
from evaluator.errors import ChemistryError
from sitegen.config import REPOSITORY_ROOT
from sitegen.sources import read_pin
from tests.node.nodejs import NodeBridge
from tests.node.structures import damaged, real_smiles, strained

NATIVE = NativeChemistry()
BATCH = 500


def differences(rdkit_js: RDKitJs, smiles: list[str]) -> list[str]:
    """Return the strings that the two toolkits describe differently."""
    wrong = []
    for start in range(0, len(smiles), BATCH):
        batch = smiles[start : start + BATCH]
        pairs = zip(batch, NATIVE.describe(batch), rdkit_js.describe(batch), strict=True)
        wrong += [text for text, native, js in pairs if native != js]
        flat = zip(batch, NATIVE.canonical_flat(batch), rdkit_js.canonical_flat(batch), strict=True)
        wrong += [text for text, native, js in flat if native != js]
    return wrong


def test_both_toolkits_are_the_same_release(rdkit_js: RDKitJs) -> None:
    assert (rdkit_js.toolkit, rdkit_js.version) == (NATIVE.toolkit, NATIVE.version)
    pin = read_pin(REPOSITORY_ROOT / "data" / "site" / "sources" / "rdkit_js.toml")
    assert [int(part) for part in pin.version.split(".")] == [int(part) for part in NATIVE.version.split(".")]


def test_every_approved_drug_is_described_alike(rdkit_js: RDKitJs) -> None:
    smiles = [text for text in real_smiles() if not refusal(text)]
    assert len(smiles) > 2500
    assert differences(rdkit_js, smiles) == []


def test_thousands_of_damaged_structures_are_described_alike(rdkit_js: RDKitJs) -> None:
    smiles = [text for text in damaged(real_smiles(), 6000) if not refusal(text)]
    described = NATIVE.describe(smiles)
    assert sum(molecule is None for molecule in described) > 1000, "too few are invalid"
    assert sum(molecule is not None for molecule in described) > 1000, "too few are valid"
    assert differences(rdkit_js, smiles) == []


@pytest.mark.parametrize("shape", strained())
def test_structures_at_the_limits_are_described_alike_and_leave_no_trace(
    rdkit_js: RDKitJs, shape: str
) -> None:
    smiles = strained()[shape]
    assert refusal(smiles) == ""
    assert differences(rdkit_js, [smiles, "N[C@@H](C)C(=O)O"]) == []


def test_far_beyond_the_guard_the_stack_still_holds(bridge: NodeBridge, rdkit_js: RDKitJs) -> None:
    chain = "C" * 2000
    assert rdkit_js.canonical_flat([chain]) == [Chem.CanonSmiles(chain)]


def test_a_breakdown_is_an_error_that_names_the_structure_and_never_an_invalid_one(engine) -> None:  # type: ignore[no-untyped-def]
    bridge = NodeBridge(engine)
    try:
        broken = RDKitJs(bridge)
        bridge.call("spoil")
        with pytest.raises(ChemistryError, match=r"broke down on 'CCO' \(stack overflow\)"):
            broken.describe(["CCO", "CCN"])
        with pytest.raises(ChemistryError, match="broke down"):
            broken.canonical_flat(["CC"])
        bridge.call("restart")
        assert broken.describe(["OCC"]) == NATIVE.describe(["OCC"])
    finally:
        bridge.close()


def test_memory_does_not_grow_with_the_number_of_structures(bridge: NodeBridge, rdkit_js: RDKitJs) -> None:
    smiles = ["CC(C)Cc1ccc(cc1)C(C)C(=O)O", "not a structure", "C1CC"] * 100
    rdkit_js.describe(smiles)
    before = int(bridge.call("memory"))
    for _ in range(20):
        rdkit_js.describe(smiles)
    # a molecule that is never freed costs 19 kB: 2,000 of them would show
    assert int(bridge.call("memory")) == before


class _Answers:
    def __init__(self, answer: str) -> None:
        self.answer = answer

    def describe(self, smiles: str) -> str:
        return self.answer

    def canonicalFlat(self, smiles: str) -> str:  # noqa: N802
        return self.answer

    def version(self) -> str:
        return "1"


def test_an_answer_for_fewer_structures_than_asked_is_an_error() -> None:
    with pytest.raises(ChemistryError, match="answered 0 structures of 1"):
        RDKitJs(_Answers("[]")).describe(["C"])


def test_a_fingerprint_of_the_wrong_length_is_an_error() -> None:
    with pytest.raises(ChemistryError, match="fingerprint of 2 bytes"):
        RDKitJs(_Answers('[["C", "C", "0001", ""]]')).describe(["C"])


def test_without_a_registered_toolkit_the_error_says_so() -> None:
    with pytest.raises(ChemistryError, match="no module chemground_toolkit"):
        RDKitJs()
