"""Tables that show themselves in a notebook and become pandas or Arrow where those are installed."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

#: Rows that a notebook shows.
MOST_SHOWN = 20


class DataTable:
    """Named columns of equal length; those in which no row has a value are left out.

    Iterating yields the rows as dictionaries; ``table["length_m"]`` is a column.
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]], caption: str) -> None:
        self._columns = {
            name: values
            for name, values in columns.items()
            if not len(values) or any(value is not None for value in values)
        }
        self.caption = caption

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self._columns)

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def __getitem__(self, column: str) -> Sequence[Any]:
        return self._columns[column]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for row in zip(*self._columns.values(), strict=True):
            yield dict(zip(self._columns, row, strict=True))

    def __repr__(self) -> str:
        return f"{self.caption}: {len(self)} rows of {', '.join(self._columns)}"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self._columns)
        rows = [
            "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row.values()) + "</tr>"
            for _, row in zip(range(MOST_SHOWN), self, strict=False)
        ]
        more = f"<p>{len(self) - MOST_SHOWN:,} more rows</p>" if len(self) > MOST_SHOWN else ""
        caption = f"<caption>{escape(self.caption)}</caption>"
        return f"<table>{caption}<tr>{head}</tr>{''.join(rows)}</table>{more}"

    def to_pandas(self) -> "pd.DataFrame":
        """Return the table as a data frame; ImportError without pandas."""
        import pandas as pd  # noqa: PLC0415 - no dependency of ours

        return pd.DataFrame(self._columns)

    def to_arrow(self) -> "pa.Table":
        """Return the table for Arrow; ImportError without pyarrow."""
        import pyarrow as pa  # noqa: PLC0415 - no dependency of ours

        return pa.table(dict(self._columns))
