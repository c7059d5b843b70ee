"""The command line: `python -m evaluator score | validate | convert`.

Exit codes: 0 done, 1 a check that was asked for failed, 2 bad input. JSON goes to stdout only when asked
for; messages, the table and the progress bar go to stderr.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from evaluator.chemistry.loader import load_chemistry
from evaluator.errors import ChemGroundError, DatasetError, DatasetErrors
from evaluator.evaluate import evaluate_steps, needs_chemistry
from evaluator.reading.items import ItemFile, load_items
from evaluator.reading.joining import join
from evaluator.reading.predictions import FORMATS, PredictionFile, load_predictions
from evaluator.reading.repeats import merge_repeats, missing_in_files
from evaluator.report import Report, per_item_bytes, report_bytes
from evaluator.table import table
from evaluator.version import __version__

DONE, FAILED, BAD_INPUT = 0, 1, 2

_ITEMS = "items file (.jsonl or .jsonl.gz) or built dataset folder"
_PREDICTIONS = f"predictions file ({', '.join(FORMATS)}, each also with .gz)"


class _Help(argparse.HelpFormatter):
    """Help of one width, whatever the terminal: the documentation shows the same text."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except ChemGroundError as error:
        _say(str(error))
        return BAD_INPUT
    except BrokenPipeError:
        # whoever read our output has stopped; nothing more can be written, at exit neither
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        _say("stopped")
        return BAD_INPUT
    return code


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        formatter_class=_Help,
        prog="python -m evaluator",
        description="Score answers to ChemGround's benchmarks. Predictions are joined to items by id.",
        epilog="Exit codes: 0 done, 1 a check that was asked for failed, 2 bad input.",
    )
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(required=True, metavar="command")

    score = commands.add_parser(
        "score",
        formatter_class=_Help,
        help="score a predictions file",
        description="Score a predictions file.",
    )
    _add_files(score)
    score.add_argument("--json", metavar="REPORT", help="write the report as JSON (- for stdout)")
    score.add_argument("--per-item", metavar="OUT", help="write one JSON line per item (- for stdout)")
    score.add_argument(
        "--min-accuracy",
        metavar="SHARE",
        type=_share,
        help="exit with code 1 when the accuracy over all items is below this share (0 to 1)",
    )
    score.set_defaults(run=_score)

    validate = commands.add_parser(
        "validate",
        formatter_class=_Help,
        help="check a predictions file",
        description="Check a predictions file against the items without scoring it.",
    )
    _add_files(validate)
    validate.set_defaults(run=_validate)

    convert = commands.add_parser(
        "convert",
        formatter_class=_Help,
        help="rewrite a predictions file",
        description="Rewrite a predictions file, one JSON object a line, repeats as a list, to stdout.",
    )
    convert.add_argument("file", metavar="FILE", help=_PREDICTIONS)
    convert.add_argument("--to", choices=["jsonl"], required=True, help="format to write")
    convert.set_defaults(run=_convert)
    return top


def _add_files(command: argparse.ArgumentParser) -> None:
    command.add_argument("--items", required=True, metavar="ITEMS", help=_ITEMS)
    command.add_argument(
        "--predictions",
        required=True,
        nargs="+",
        metavar="FILE",
        help=f"{_PREDICTIONS}; of several files each holds one repeat of every item",
    )
    command.add_argument(
        "--allow-partial",
        action="store_true",
        help="count items without a prediction as missing instead of refusing the file",
    )


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return value


def _score(options: argparse.Namespace) -> int:
    items, predictions = _read(options)
    chemistry = load_chemistry() if needs_chemistry(items.items) else None
    steps = evaluate_steps(
        items.items,
        predictions.predictions,
        chemistry,
        items_sha256=items.sha256,
        predictions_sha256=predictions.sha256,
    )
    report = _watched(steps)
    _say(table(report))
    _write(options.per_item, per_item_bytes(report.scores))
    _write(options.json, [report_bytes(report)])
    accuracy = report.value("accuracy") or 0.0
    if options.min_accuracy is not None and accuracy < options.min_accuracy:
        _say(f"accuracy {accuracy:.6f} is below the {options.min_accuracy} asked for")
        return FAILED
    return DONE


def _validate(options: argparse.Namespace) -> int:
    items, predictions = _read(options)
    known = {item.id for item in items.items}
    matched = sum(prediction.id in known for prediction in predictions.predictions)
    _say(f"{predictions.name}: {matched} of {len(known)} items have a prediction; nothing wrong found")
    return DONE


def _convert(options: argparse.Namespace) -> int:
    file = load_predictions(options.file)
    _warn(file.warnings)
    lines = (
        {
            "id": prediction.id,
            "prediction": list(prediction.replies)
            if prediction.listed or len(prediction.replies) > 1
            else prediction.replies[0],
        }
        for prediction in file.predictions
    )
    _write("-", ((json.dumps(line, ensure_ascii=False) + "\n").encode() for line in lines))
    return DONE


def _read(options: argparse.Namespace) -> tuple[ItemFile, PredictionFile]:
    """Read both files and check that they belong together; every problem of both is reported."""
    errors: list[DatasetError] = []
    items = None
    files = []
    try:
        items = load_items(options.items)
    except DatasetErrors as error:
        errors.extend(error.errors)
    for name in options.predictions:
        try:
            files.append(load_predictions(name))
        except DatasetErrors as error:
            errors.extend(error.errors)
    if items is None or len(files) < len(options.predictions):
        raise DatasetErrors(tuple(errors))
    predictions = merge_repeats(files)
    joined = join(items.items, predictions.predictions, predictions.name)
    _warn(predictions.warnings)
    missing = missing_in_files([item.id for item in items.items], files) or joined.missing_messages
    if missing and not options.allow_partial:
        raise DatasetErrors((*joined.unknown_messages, *missing))
    _warn(joined.unknown_messages)
    if joined.missing:
        _say(f"{predictions.name}: {len(joined.missing)} items have no prediction; they count as missing")
    return items, predictions


def _watched(steps: Iterable[object]) -> Report:
    """Run the steps of an evaluation with a progress bar, where someone is looking."""
    iterator = iter(steps)
    bar = sys.stderr.isatty()
    while True:
        try:
            progress = next(iterator)
        except StopIteration as end:
            if bar:
                sys.stderr.write("\r\x1b[K")
            report: Report = end.value
            return report
        if bar:
            done, total = progress.done, progress.total  # type: ignore[attr-defined]
            filled = 30 * done // total
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total}")
            sys.stderr.flush()


def _warn(warnings: Iterable[DatasetError]) -> None:
    for warning in warnings:
        _say(f"warning: {warning}")


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n".encode("utf-8", "replace").decode("utf-8"))


def _write(target: str | None, parts: Iterable[bytes]) -> None:
    """Write to stdout (`-`) or to a file, which appears whole or not at all."""
    if target is None:
        return
    if target == "-":
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with open(handle, "wb") as file:
                file.writelines(parts)
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        problem = f"cannot be written ({(error.strerror or str(error)).lower()})"
        raise DatasetError(problem, path=target, advice="choose another place") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
