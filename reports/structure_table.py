"""The structure of several networks in one table, the same on a terminal and in a report."""

from collections.abc import Mapping, Sequence
from typing import Any

#: A figure's key, its heading and how its number is written; ``%`` is a share as per cent.
Column = tuple[str, str, str]

COLUMNS: tuple[Column, ...] = (
    ("routers", "routers", ",d"),
    ("radix", "radix", "d"),
    ("links", "links", ",d"),
    ("diameter", "diameter", "d"),
    ("mean_distance", "mean\ndistance", ".4f"),
    ("girth", "girth", "d"),
    ("mu1", "mu1", ".4f"),
)
CUT_COLUMNS: tuple[Column, ...] = (
    ("bisection_lower_links", "bisection\nat least", ",d"),
    ("bisection_links", "bisection\nat most", ",d"),
    ("normalised_bisection", "share of all\nlinks, nk/2", "%"),
)
#: Bisections by halves of the endpoints.
ENDPOINT_COLUMNS: tuple[Column, ...] = (
    ("endpoint_bisection_links", "endpoints'\nbisection", ",d"),
    ("endpoint_bisection_share", "share of half\nthe endpoints", "%"),
)


def cut_columns(rows: Sequence[Mapping[str, Any]]) -> tuple[Column, ...]:
    """Return the columns of bisections that have anything in them."""
    if not any("bisection_links" in row for row in rows):
        return ()
    known = any(row["endpoint_bisection_share"] is not None for row in rows)
    return CUT_COLUMNS + ENDPOINT_COLUMNS * known


def cells(row: Mapping[str, Any], columns: Sequence[Column]) -> list[str]:
    """Return a network's cells; a dash stands for what it has not."""
    return [_cell(row[key], form) for key, _, form in columns]


def _cell(value: float | None, form: str) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f} %" if form == "%" else format(value, form)
