"""Score model outputs against ChemGround benchmarks with the standard library alone.

    items = load_items("build/datasets/rground")
    predictions = load_predictions("predictions.jsonl")
    report = evaluate(items.items, predictions.predictions, load_chemistry())

`evaluate_steps` does the same step by step, `ItemReader` and `PredictionReader` take files that come in
pieces (a browser's), `report_bytes` and `per_item_bytes` write what was found.
"""

from evaluator.answer_types import extract
from evaluator.chemistry.loader import load_chemistry
from evaluator.chemistry.protocol import Chemistry, Molecule
from evaluator.errors import ChemGroundError, ChemistryError, DatasetError, DatasetErrors
from evaluator.evaluate import Progress, evaluate, evaluate_steps, needs_chemistry
from evaluator.reading.decoding import Limits
from evaluator.reading.items import ItemFile, ItemReader, load_items, read_items
from evaluator.reading.joining import Joined, join
from evaluator.reading.predictions import PredictionFile, PredictionReader, load_predictions, read_predictions
from evaluator.reading.repeats import merge_repeats, missing_in_files
from evaluator.records import Answer, Item, Metric, Option, Prediction, Score
from evaluator.report import Report, per_item_bytes, report_bytes
from evaluator.version import __version__

__all__ = [
    "Answer",
    "ChemGroundError",
    "Chemistry",
    "ChemistryError",
    "DatasetError",
    "DatasetErrors",
    "Item",
    "ItemFile",
    "ItemReader",
    "Joined",
    "Limits",
    "Metric",
    "Molecule",
    "Option",
    "Prediction",
    "PredictionFile",
    "PredictionReader",
    "Progress",
    "Report",
    "Score",
    "__version__",
    "evaluate",
    "evaluate_steps",
    "extract",
    "join",
    "load_chemistry",
    "load_items",
    "load_predictions",
    "merge_repeats",
    "missing_in_files",
    "needs_chemistry",
    "per_item_bytes",
    "read_items",
    "read_predictions",
    "report_bytes",
]
