"""Options for tables that a command reads, and the interpretation of these tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from netfloor.exchange.imported.sources import holds
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.asked import mapping_text, parse_map, read_mapping
from netfloor.exchange.tables.kinds import KIND_OPTIONS
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.report import TableReport
from netfloor.exchange.tables.subject import TableSubject
from netfloor.foundation.output_files import check_free, write_file
from netfloor.reports.formats.table import Table, count_column

LISTS = (CABLES, DEVICES)


@dataclass(frozen=True)
class TableOptions:
    """Options of commands that read tables, as given."""

    columns: Sequence[str] = ()  # of --map
    mapping: Path | None = None
    patterns: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of --switches and so on
    subjects: tuple[TableSubject, ...] = LISTS

    def request(self) -> TableRequest:
        """Return the request to read tables; options take precedence over the mapping file.

        `InputError` for an unreadable option or file.
        """
        asked = parse_map(self.columns, self.subjects)
        patterns = {name: _split(self.patterns.get(name, ())) for name in KIND_OPTIONS}
        if self.mapping is not None:
            saved = read_mapping(self.mapping, self.subjects, [*KIND_OPTIONS])
            asked = {**saved.columns, **asked}
            patterns = {
                name: given or tuple(saved.options.get(name, ())) for name, given in patterns.items()
            }
        return TableRequest(
            asked,
            switches=patterns["switches"],
            servers=patterns["servers"],
            panels=patterns["panels"],
        )

    def save(self, request: TableRequest) -> Path | None:
        """Write the mapping of the tables that were read unless its file exists, and return the file."""
        if self.mapping is None or self.mapping.exists():
            return None
        text = mapping_text(request.report, request.columns, request.patterns)
        check_free(self.mapping, partial(holds, text), force=False)
        write_file(self.mapping, text)
        return self.mapping


def _split(patterns: Sequence[str]) -> tuple[str, ...]:
    return tuple(item.strip() for text in patterns for item in text.split(",") if item.strip())


def understood_text(report: TableReport) -> str:
    """Return the headings read by another meaning than their own words, on one line; empty if none."""
    texts = [
        f"{item.heading!r} as {item.meaning}"
        for item in (*report.columns, *report.kept)
        if sorted(item.heading.casefold().split()) != sorted(item.meaning.split())
    ]
    return f"columns read: {', '.join(dict.fromkeys(texts))}" if texts else ""


def understood_table(report: TableReport) -> Table:
    """Return the meaning of each heading, with example and cells."""
    heads = ("table", "heading", "meaning", "example", count_column("cells"))
    rows = [
        (item.table.rsplit(": ", 1)[-1], item.heading, item.meaning, item.example[:40], item.count)
        for item in (*report.columns, *report.kept)
    ]
    if len({row[0] for row in rows}) > 1:
        return Table("Columns as understood", heads, rows)
    return Table("Columns as understood", heads[1:], [row[1:] for row in rows])
