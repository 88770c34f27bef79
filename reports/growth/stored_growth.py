"""A study of growth as a results file holds it, and its files again."""

import json
from dataclasses import dataclass

from netfloor.foundation.errors import InputError
from netfloor.reports.formats.stored import RecordReader
from netfloor.reports.growth.types import GrowthFindings


@dataclass(frozen=True)
class StoredGrowth:
    """What a study of growth found, by which study, and when it was written."""

    run_id: int
    written_utc: str
    study: str
    found: GrowthFindings


def growth_of(text: str, where: str) -> GrowthFindings:
    """Return the findings of a document; ``where`` is what a message names.

    Raises
    ------
    InputError
        If it holds none.
    """
    try:
        found: GrowthFindings = RecordReader().read(GrowthFindings, json.loads(text))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise InputError(where, "holds no study of growth", "the file was changed") from error
    return found
