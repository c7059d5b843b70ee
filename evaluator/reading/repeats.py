"""Several predictions files of one data set as repeats: the k-th file holds every item's k-th reply."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from evaluator.errors import DatasetError, DatasetErrors
from evaluator.reading.predictions import PredictionFile
from evaluator.records import Prediction


def merge_repeats(files: Sequence[PredictionFile]) -> PredictionFile:
    """Return at least one file as one: replies in the order of the files, None where a file lacks an id.

    The hash of several files is that of their own hashes, one a line, in this order. Raises `DatasetErrors`
    where a file among several holds repeats itself.
    """
    if len(files) == 1:
        return files[0]
    errors = [
        DatasetError(
            f"{len(prediction.replies)} repeats within one of {len(files)} files",
            path=file.name,
            line=prediction.line,
            item_id=prediction.id,
            advice="give one file with all repeats, or files with one reply for each item",
        )
        for file in files
        for prediction in file.predictions
        if len(prediction.replies) > 1
    ]
    if errors:
        raise DatasetErrors(tuple(errors))
    replies: dict[str, list[object]] = {}
    for place, file in enumerate(files):
        for prediction in file.predictions:
            replies.setdefault(prediction.id, [None] * len(files))[place] = prediction.replies[0]
    digests = "".join(f"{file.sha256}\n" for file in files)
    return PredictionFile(
        name=", ".join(file.name for file in files),
        predictions=tuple(Prediction(id=name, replies=tuple(found)) for name, found in replies.items()),
        sha256=hashlib.sha256(digests.encode()).hexdigest(),
        warnings=tuple(warning for file in files for warning in file.warnings),
    )


def missing_in_files(wanted: Sequence[str], files: Sequence[PredictionFile]) -> tuple[DatasetError, ...]:
    """Return a message for each item that one of several files lacks."""
    if len(files) == 1:
        return ()
    messages = []
    for file in files:
        known = {prediction.id for prediction in file.predictions}
        messages += [
            DatasetError(
                "no prediction in this file",
                path=file.name,
                item_id=name,
                advice="add one, or allow a partial file (--allow-partial)",
            )
            for name in wanted
            if name not in known
        ]
    return tuple(messages)
