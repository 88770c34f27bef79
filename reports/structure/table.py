"""Tables of graph properties for terminal and report."""

from collections.abc import Mapping, Sequence
from typing import Any

from netfloor.reports.formats.table import Column, Table, count_column

#: Columns by key of their figure.
FigureColumns = Mapping[str, Column]

COLUMNS: FigureColumns = {
    "routers": count_column("switches"),
    "radix": count_column("radix"),
    "links": count_column("links"),
    "diameter": count_column("diameter"),
    "mean_distance": Column("mean\ndistance", form=".4f"),
    "girth": count_column("girth"),
    "mu1": Column("mu1", form=".4f"),
}
CUT_COLUMNS: FigureColumns = {
    "bisection_lower_links": count_column("\nbisection:\nlower bound"),
    "bisection_links": count_column("bisection:\nbest cut\nfound"),
    "normalised_bisection": Column("share of all\nlinks, nk/2", form="%"),
}
#: Columns of bisections that halve the endpoints.
ENDPOINT_COLUMNS: FigureColumns = {
    "endpoint_bisection_links": count_column("endpoints'\nbisection"),
    "endpoint_bisection_share": Column("share of half\nthe endpoints", form="%"),
}


def structure_columns(rows: Sequence[Mapping[str, Any]]) -> FigureColumns:
    """Return `COLUMNS`; distances name their switches if some network counts only some switches."""
    if all(row["distances_between"] == "all switches" for row in rows):
        return COLUMNS
    return {
        **COLUMNS,
        "diameter": count_column("switches with\nendpoints:\ndiameter"),
        "mean_distance": Column("\nmean\ndistance", form=".4f"),
    }


def cut_columns(rows: Sequence[Mapping[str, Any]]) -> FigureColumns:
    """Return the non-empty columns of bisections."""
    if not any("bisection_links" in row for row in rows):
        return {}
    known = any(row["endpoint_bisection_share"] is not None for row in rows)
    return {**CUT_COLUMNS, **(ENDPOINT_COLUMNS if known else {})}


def network_table(caption: str, rows: Sequence[Mapping[str, Any]], columns: FigureColumns) -> Table:
    """Return a table with a row per network and a dash for missing values."""
    body = [(row["network"], *(row[key] for key in columns)) for row in rows]
    return Table(caption, ("network", *columns.values()), body)
