"""Networks' structure in tables for terminal and report."""

from collections.abc import Mapping, Sequence
from typing import Any

from netfloor.reports.formats import table

#: A figure's key, its heading and how its number is written; ``%`` is a share as per cent.
Column = tuple[str, str, str]

COLUMNS: tuple[Column, ...] = (
    ("routers", "switches", ",d"),
    ("radix", "radix", "d"),
    ("links", "links", ",d"),
    ("diameter", "diameter", "d"),
    ("mean_distance", "mean\ndistance", ".4f"),
    ("girth", "girth", "d"),
    ("mu1", "mu1", ".4f"),
)
CUT_COLUMNS: tuple[Column, ...] = (
    ("bisection_lower_links", "\nbisection:\nlower bound", ",d"),
    ("bisection_links", "bisection:\nbest cut\nfound", ",d"),
    ("normalised_bisection", "share of all\nlinks, nk/2", "%"),
)
#: Bisections by halves of the endpoints.
ENDPOINT_COLUMNS: tuple[Column, ...] = (
    ("endpoint_bisection_links", "endpoints'\nbisection", ",d"),
    ("endpoint_bisection_share", "share of half\nthe endpoints", "%"),
)


def structure_columns(rows: Sequence[Mapping[str, Any]]) -> tuple[Column, ...]:
    """Return `COLUMNS`; distances say what they are between where not all switches of a network count."""
    heads = {"diameter": "switches with\nendpoints:\ndiameter", "mean_distance": "\nmean\ndistance"}
    if all(row["distances_between"] == "all switches" for row in rows):
        return COLUMNS
    return tuple((key, heads.get(key, heading), form) for key, heading, form in COLUMNS)


def cut_columns(rows: Sequence[Mapping[str, Any]]) -> tuple[Column, ...]:
    """Return the columns of bisections that have anything in them."""
    if not any("bisection_links" in row for row in rows):
        return ()
    known = any(row["endpoint_bisection_share"] is not None for row in rows)
    return CUT_COLUMNS + ENDPOINT_COLUMNS * known


def cells(row: Mapping[str, Any], columns: Sequence[Column]) -> list[str]:
    """Return a network's cells; a dash stands for what it has not."""
    return [table.Column(heading, form=form).text(row[key]) for key, heading, form in columns]
