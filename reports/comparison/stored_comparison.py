"""A comparison as a JSON document that loses nothing, and back."""

import json
from dataclasses import dataclass
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.reports.comparison.types import Comparison, LatencySweep
from netfloor.reports.formats.stored import RecordReader
from netfloor.reports.rooms.floorplan import FloorDrawing


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
        found: Comparison = RecordReader(_check_shapes).read(Comparison, json.loads(text))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise InputError(where, "holds no comparison", "the file was changed") from error
    return found


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
