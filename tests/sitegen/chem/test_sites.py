from __future__ import annotations

from sitegen.chem.esmiles import parse_esmiles
from sitegen.chem.sites import AttachmentSite, attachment_sites


def test_a_site_knows_its_label_its_neighbour_and_whether_that_is_aromatic():
    record = parse_esmiles("*Nc1ccc(*)cc1<sep><a>6:R2</a><a>0:R[1]</a>")
    assert attachment_sites(record) == (
        AttachmentSite(label="R[1]", atom=0, neighbour="N", aromatic=False),
        AttachmentSite(label="R[2]", atom=6, neighbour="C", aromatic=True),
    )


def test_only_dummies_with_one_single_bond_to_a_real_atom_are_sites():
    record = parse_esmiles(
        "*=Cc1*ccc(**)c1C*<sep><a>0:R[1]</a><a>3:X</a><a>8:R[2]</a><a>7:R[3]</a><a>11:R[4]?n</a>",
        labels_on_atoms=True,
    )
    assert attachment_sites(record) == ()


def test_attachment_points_and_notes_are_no_sites():
    record = parse_esmiles("*CC*<sep><d>0:<dum></d><a>3:<id>[DNA]</a>")
    assert attachment_sites(record) == ()
