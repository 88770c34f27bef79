"""A comparison as a JSON document that loses nothing, and back."""

import json
import re
from dataclasses import dataclass
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.reports.comparison.types import Comparison, LatencySweep
from netfloor.reports.formats.stored import RecordReader
from netfloor.reports.rooms.floorplan import FloorDrawing

_OLD_KEY = re.compile(r"cable_cost_usd|(host_cable|cable|switch|total)_cost_usd_per_endpoint")


@dataclass(frozen=True)
class StoredComparison:
    """A comparison as a results file holds it, by which study, and when it was written."""

    run_id: int
    written_utc: str
    study: str
    comparison: Comparison


def comparison_of(text: str, where: str) -> Comparison:
    """Return the comparison that `document_text` wrote; ``where`` is what a message names.

    Raises
    ------
    InputError
        If it is none.
    """
    try:
        document = json.loads(text)
        if "currency" not in document:
            document = _from_version_2(document)
        found: Comparison = RecordReader(_check_shapes).read(Comparison, document)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise InputError(where, "holds no comparison", "the file was changed") from error
    return found


def _from_version_2(document: Any) -> Any:
    """Return the document of an older netfloor, which called money USD whatever its currency was."""
    renamed = _without_usd(document)
    return {**renamed, "currency": renamed["assumptions"].get("currency", "USD")}


def _without_usd(value: Any) -> Any:
    if isinstance(value, dict):
        return {_renamed(key): _without_usd(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_usd(part) for part in value]
    return _renamed(value)


def _renamed(value: Any) -> Any:
    """Return the present key of a figure, anything else as it is."""
    known = isinstance(value, str) and _OLD_KEY.fullmatch(value)
    return value.replace("_usd", "") if known else value


def _check_shapes(record: Any) -> None:
    """Refuse arrays that do not fit each other."""
    if isinstance(record, LatencySweep):
        fits = (
            record.switch_ns.ndim == 1
            and record.switch_ns.shape == record.mean_ns.shape == record.max_ns.shape
        )
    elif isinstance(record, FloorDrawing):
        cabinets, cables = len(record.cabinets), len(record.cables)
        fits = record.cabinets.shape == (cabinets, 2) and record.occupied.shape == (cabinets,)
        fits &= record.cables.shape in ((cables, 2), (0,)) and record.length_mm.shape == (cables,)
        fits &= bool(((record.cables >= 0) & (record.cables < cabinets)).all())
        fits &= record.centres_mm is None or record.centres_mm.shape == (cabinets, 2)
    else:
        return
    if not fits:
        raise ValueError("arrays do not fit each other")
