"""A second reader of direct instructions: from the sentence back to the groups it names, by label.

It knows the sentences by patterns of its own, not from the tables they were made with.
"""

from __future__ import annotations

import re

from tests.sitegen.benchmarks.rground.reading import pool

SENTENCES = (
    (r"Attach (.*)\.", r"(?P<group>\S+) at (?P<label>\w+)"),
    (r"Replace (.*)\.", r"(?P<label>\w+) with (?P<group>\S+)"),
    (r"Set (.*)\.", r"(?P<label>\w+) = (?P<group>\S+)"),
    (r"Put (.*) of the scaffold\.", r"(?P<group>\S+) on (?P<label>\w+)"),
    (r"Substitute (.*)\.", r"(?P<group>\S+) for (?P<label>\w+)"),
    (
        r"Could you show me what this scaffold becomes once it has (.*)\?",
        r"(?P<group>\S+) at (?P<label>\w+)",
    ),
    (r"Suppose I swap (.*)\. What would I be holding then\?", r"(?P<label>\w+) for (?P<group>\S+)"),
    (
        r"I am thinking of (.*) here\. Which molecule would that give me\?",
        r"(?P<group>\S+) at (?P<label>\w+)",
    ),
    (r"Let us say (.*)\. What does the compound look like now\?", r"(?P<label>\w+) is (?P<group>\S+)"),
    (
        r"My colleague suggests (.*) for this series\. What would we have to make\?",
        r"(?P<group>\S+) as (?P<label>\w+)",
    ),
    (r"The finished compound carries (.*)\.", r"(?P<group>\S+) at (?P<label>\w+)"),
    (r"We need the derivative in which (.*)\.", r"(?P<label>\w+) has become (?P<group>\S+)"),
    (r"Find the analogue that has (.*)\.", r"(?P<group>\S+) in place of (?P<label>\w+)"),
    (r"The product sought is the one where (.*)\.", r"(?P<label>\w+) stands for (?P<group>\S+)"),
    (r"The synthesis should end with (.*)\.", r"(?P<group>\S+) at position (?P<label>\w+)"),
)


def read_direct(text: str) -> dict[str, str]:
    """Return the groups that a sentence names (canonical SMILES with `*`) by label as written (`R1`)."""
    readings = []
    for sentence, pair in SENTENCES:
        match = re.fullmatch(sentence, text)
        parts = re.split(r", | and ", match[1]) if match else []
        pairs = [re.fullmatch(pair, part) for part in parts]
        if pairs and all(pairs):
            readings.append({one["label"]: pool()[one["group"]] for one in pairs if one})
    assert len(readings) == 1, f"{len(readings)} readings of {text!r}"
    return readings[0]
