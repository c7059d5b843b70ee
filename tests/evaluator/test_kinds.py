from __future__ import annotations

import random

from evaluator import Item, Prediction, evaluate, report_bytes
from tests.evaluator.building import chemistry, choice_item, item, predictions

GOLD, CORE = "O=C(O)c1ccc(-c2ccccc2)cc1", "*c1ccc(C(=O)O)cc1"
REPLIES = {
    "right": GOLD,
    "wrong substituent": "OC(=O)c1ccc(cc1)C1CC1",
    "wrong site": "OC(=O)c1cccc(c1)c1ccccc1",
    "scaffold changed": "OC(=O)c1ccc(cn1)c1ccccc1",
    "R left in": CORE,
    "invalid valence": "OC(=O)c1ccc(cc1)(C)c1ccccc1",
    "unparsed": "OC(=O)c1ccc(cc1",
    "refused": "I cannot draw it.",
    "missing": None,
}


def written(number: int, difficulty: str, mode: str) -> Item:
    facets = {"difficulty": difficulty, "mode": mode, "level": "basic"}
    extra = {"scaffold": CORE}
    return item("smiles", GOLD, item_id=f"w{number}", task="write", facets=facets, extra=extra)


def test_kinds_are_counted_by_facet_and_by_two_facets_together() -> None:
    cells = [(difficulty, mode) for difficulty in ("easy", "hard") for mode in ("i2s", "s2s")]
    items = [written(number, *cells[number % 4]) for number in range(36)]
    replies = {f"w{number}": [*REPLIES.values()][number // 4] for number in range(36)}
    report = evaluate(items, predictions(replies), chemistry())
    assert report.kinds == dict(sorted(dict.fromkeys(REPLIES, 4).items()))
    groups = {tuple(counts.facets.items()): counts for counts in report.kinds_by}
    assert set(groups) == {
        *((("difficulty", "easy"),), (("difficulty", "hard"),), (("mode", "i2s"),), (("mode", "s2s"),)),
        *((("difficulty", difficulty), ("mode", mode)) for difficulty, mode in cells),
        (("level", "basic"),),
    }
    assert groups[(("difficulty", "easy"),)].counts == dict.fromkeys(sorted(REPLIES), 2)
    assert groups[(("difficulty", "hard"), ("mode", "s2s"))].n == 9


def test_items_whose_answer_type_tells_no_kinds_are_not_counted() -> None:
    items = [
        choice_item(item_id="q1", task="pick", facets={"difficulty": "easy"}),
        written(1, "easy", "i2s"),
        written(2, "hard", "i2s"),
    ]
    report = evaluate(items, predictions({"q1": "A", "w1": GOLD, "w2": CORE}), chemistry())
    easy = next(counts for counts in report.kinds_by if counts.facets == {"difficulty": "easy"})
    assert (easy.n, easy.counts) == (1, {"R left in": 0, "right": 1})
    assert not any("task" in counts.facets for counts in report.kinds_by)


def test_choices_alone_have_no_kinds() -> None:
    report = evaluate([choice_item(facets={"mode": "i2i"})], predictions({"q1": "B"}), None)
    assert (report.kinds, report.kinds_by) == ({}, ())


def test_the_kind_of_repeats_is_one_of_their_common_outcome() -> None:
    replies = (GOLD, REPLIES["wrong site"], GOLD, REPLIES["wrong site"])
    report = evaluate(
        [written(1, "easy", "i2s")], (Prediction(id="w1", replies=replies, listed=True),), chemistry()
    )
    assert (report.scores[0].outcome, report.scores[0].kind) == ("incorrect", "wrong site")


def test_counts_add_up_and_do_not_depend_on_the_order_of_the_items() -> None:
    rng = random.Random("kinds")
    items = [
        written(number, rng.choice(("easy", "hard")), rng.choice(("i2s", "s2s"))) for number in range(40)
    ]
    replies = predictions({one.id: rng.choice([*REPLIES.values()]) for one in items})
    report = evaluate(items, replies, chemistry())
    for counts in report.kinds_by:
        assert sum(counts.counts.values()) == counts.n
        assert list(counts.counts) == list(report.kinds)
    for name in ("difficulty", "mode"):
        parts = [counts for counts in report.kinds_by if list(counts.facets) == [name]]
        assert {kind: sum(part.counts[kind] for part in parts) for kind in report.kinds} == report.kinds
    wanted = report_bytes(report)
    rng.shuffle(items)
    assert report_bytes(evaluate(items, replies, chemistry())) == wanted
