"""Tables with units that display in notebooks and convert to pandas, Arrow, Markdown and LaTeX."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import known_text

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

#: Rows shown in a notebook.
MAX_SHOWN = 20
#: Units by the suffix of a column key.
_ENDS = {
    "_m": "m",
    "_mm": "mm",
    "_w": "W",
    "_ns": "ns",
    "gbps": "Gb/s",
    "_days": "days",
    "watts": "W",
    "height": "rack units",
}
_LATEX = {character: f"\\{character}" for character in "&%$#_{}"}
_LATEX |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", "±": r"$\pm$"}


@dataclass(frozen=True)
class ColumnForm:
    """How people read a column: its heading, its unit, and the text of a value."""

    heading: str
    unit: str
    text: Callable[[Any], str]

    @property
    def title(self) -> str:
        """Heading with unit."""
        return f"{self.heading} ({self.unit})" if self.unit else self.heading


def _plain_text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.6g}"
    return "-" if value is None else str(value)


def _form(key: str) -> ColumnForm:
    unit = next((unit for end, unit in _ENDS.items() if key.endswith(end)), "")
    bare = key.removesuffix("_" + key.rpartition("_")[2]) if unit and "_" in key else key
    return ColumnForm(bare.replace("_", " ").capitalize(), unit, _plain_text)


class DataTable:
    """Named columns of equal length; columns without any value are dropped.

    Iterating yields the rows as dictionaries; ``table["length_m"]`` is a column.
    """

    def __init__(
        self,
        columns: Mapping[str, Sequence[Any]],
        caption: str,
        forms: Mapping[str, ColumnForm] | None = None,
    ) -> None:
        self._columns = {
            name: values
            for name, values in columns.items()
            if not len(values) or any(value is not None for value in values)
        }
        self._forms = {name: (forms or {}).get(name) or _form(name) for name in self._columns}
        self.caption = caption

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self._columns)

    @property
    def units(self) -> dict[str, str]:
        """Unit of each column, empty for names, counts and shares."""
        return {name: form.unit for name, form in self._forms.items()}

    @property
    def headings(self) -> dict[str, str]:
        """Heading with unit of each column, as shown in notebooks and papers."""
        return {name: form.title for name, form in self._forms.items()}

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def __getitem__(self, column: str) -> Sequence[Any]:
        return self._columns[column]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for row in zip(*self._columns.values(), strict=True):
            yield dict(zip(self._columns, row, strict=True))

    def __repr__(self) -> str:
        return f"{self.caption}: {len(self)} rows of {', '.join(self._columns)}"

    def select(self, *columns: str) -> "DataTable":
        """Return a table with the given columns in this order.

        Raises
        ------
        InputError
            If a column is unknown.
        """
        for column in columns:
            if column not in self._columns:
                raise InputError("column", f"{column!r} is unknown", known_text(column, self._columns))
        return DataTable({name: self._columns[name] for name in columns}, self.caption, self._forms)

    def display_rows(self) -> list[list[str]]:
        """Return the rows as formatted texts, with suitable digits."""
        columns = [[self._forms[name].text(value) for value in own] for name, own in self._columns.items()]
        return [list(row) for row in zip(*columns, strict=True)]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(heading)}</th>" for heading in self.headings.values())
        shown = DataTable(
            {name: own[:MAX_SHOWN] for name, own in self._columns.items()}, self.caption, self._forms
        ).display_rows()
        rows = ["<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in shown]
        more = f"<p>{len(self) - MAX_SHOWN:,} more rows</p>" if len(self) > MAX_SHOWN else ""
        caption = f"<caption>{escape(self.caption)}</caption>"
        return f"<table>{caption}<tr>{head}</tr>{''.join(rows)}</table>{more}"

    def to_pandas(self, *, headings: bool = False) -> "pd.DataFrame":
        """Convert to a data frame with units in ``attrs["units"]``; raise ImportError without pandas.

        ``headings``: use headings with units as column names instead of keys.
        """
        import pandas as pd  # noqa: PLC0415 - no dependency of ours

        frame = pd.DataFrame(self._columns)
        if headings:
            frame = frame.rename(columns=self.headings)
        frame.attrs["units"] = self.units
        return frame

    def to_arrow(self) -> "pa.Table":
        """Convert to an Arrow table with units in the field metadata; raise ImportError without pyarrow."""
        import pyarrow as pa  # noqa: PLC0415 - no dependency of ours

        table = pa.table(dict(self._columns))
        fields = [
            field.with_metadata({"unit": self.units[field.name]}) if self.units[field.name] else field
            for field in table.schema
        ]
        return table.cast(pa.schema(fields))

    def to_markdown(self) -> str:
        """Convert to a Markdown table of formatted texts."""
        head = f"| {' | '.join(self.headings.values())} |"
        rule = "|" + "---|" * len(self._columns)
        rows = [
            f"| {' | '.join(text.replace('|', '&#124;') for text in row)} |" for row in self.display_rows()
        ]
        return "\n".join([head, rule, *rows])

    def to_latex(self) -> str:
        """Convert to a LaTeX ``tabular`` of formatted texts with ``booktabs`` rules."""
        numeric = [
            "l" if any(isinstance(item, str) for item in own) else "r" for own in self._columns.values()
        ]
        lines = [r"\begin{tabular}{" + "".join(numeric) + "}", r"\toprule"]
        lines.append(" & ".join(map(_latex, self.headings.values())) + r" \\")
        lines.append(r"\midrule")
        lines += [" & ".join(map(_latex, row)) + r" \\" for row in self.display_rows()]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


class Tabular:
    """A result that is also a table: for pandas, notebooks and papers."""

    def to_table(self) -> DataTable:
        """Return the result as a table with units."""
        raise NotImplementedError

    def to_pandas(self, *, headings: bool = False) -> "pd.DataFrame":
        """Return the table as a data frame, units in ``attrs["units"]``; ImportError without pandas."""
        return self.to_table().to_pandas(headings=headings)

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p>{self.to_table()._repr_html_()}"


class FigureRows(Tabular):
    """A result with a row per item: iterating yields dictionaries; ``x["mean_cable_m"]`` is a column."""

    @property
    def rows(self) -> DataTable:
        """The rows, with names, units and all figures."""
        raise NotImplementedError

    def to_table(self) -> DataTable:
        """Return all rows and columns."""
        return self.rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, column: str) -> Sequence[Any]:
        return self.rows[column]

    def table(self, *columns: str) -> DataTable:
        """Return a table with some columns of the rows.

        Raises
        ------
        InputError
            If a column is unknown.
        """
        return self.rows.select(*columns)
