"""Butina's clustering (J. Chem. Inf. Comput. Sci. 39, 747 (1999)) on fingerprints, in little memory.

The clusters are those of RDKit's `Butina.ClusterData` without reordering; that keeps every distance of
a data set at once, here only the neighbours are kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from rdkit.DataStructs import ExplicitBitVect

from sitegen.chem.similarity import bulk_tanimoto


def cluster_prints(prints: Sequence[ExplicitBitVect], distance: float) -> tuple[tuple[int, ...], ...]:
    """Return clusters as indexes of `prints`, centre first.

    The print with most unclustered-or-not neighbours within `distance` (1 - Tanimoto) is a centre and
    takes its neighbours with it, then the next one left; of equal ones the later print comes first.
    """
    near: list[list[int]] = [[] for _ in prints]
    for place, one in enumerate(prints):
        for other, similarity in enumerate(bulk_tanimoto(one, prints[:place])):
            if 1 - similarity <= distance:
                near[place].append(other)
                near[other].append(place)
    order = sorted(range(len(prints)), key=lambda place: (len(near[place]), place), reverse=True)
    seen: set[int] = set()
    clusters = []
    for centre in order:
        if centre in seen:
            continue
        cluster = (centre, *(other for other in near[centre] if other not in seen))
        seen.update(cluster)
        clusters.append(cluster)
    return tuple(clusters)
