"""The devices that all tables of some lists name, and cells that name one of them with a port."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from netfloor.exchange.lists.forms.elevations import devices_of_elevation
from netfloor.exchange.lists.forms.unit_ends import components_by_unit
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.headings.layout import Asked, find_layout
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.tables import TextTable

#: Signs and blanks between a device and its port.
_BETWEEN = re.compile(
    r"\s{0,3}[:,;|/]\s{0,3}|\s{1,3}(?:-{1,2}>?|\u2013|>|\u2192)\s{1,3}|\s{0,3}[(\[]|\s{1,3}"
)
#: A port: one text with a number, with a word before it or a second number with a word behind it.
_PORT = re.compile(
    r"(?:[^\W\d_]{1,20}[\s#.]{0,2})?[\w/.:+-]{0,24}[0-9][\w/.:+-]{0,24}(?:[\s,/]{1,2}(?:port|p)\s?[0-9]{1,3})?"
    r"|(?:(?:net|ser|net0)\s)?(?:mgmt|mgt|ilom|ilo|idrac|bmc|ipmi|cimc|console|management)",
    re.IGNORECASE,
)
_LONGEST = 140


class KnownNames:
    """The devices that some tables name below the headings of devices; read when first needed."""

    def __init__(self, tables: Sequence[TextTable], asked_of: Callable[[TextTable], Asked]) -> None:
        """Take the tables of all files, and the user's column options for each."""
        self._tables, self._asked_of = tables, asked_of

    @cached_property
    def every(self) -> frozenset[str]:
        """All names."""
        return frozenset(name for table in self._tables for name in self._names(table)) - {""}

    @cached_property
    def listed(self) -> frozenset[str]:
        """The names in lists of devices."""
        return frozenset(
            cell_at(row.cells, layout.by_key["name"].index)
            for table in self._tables
            if find_layout(table, CABLES, asked := self._asked_of(table)) is None
            and (layout := find_layout(table, DEVICES, asked)) is not None
            for row in table.rows[layout.first :]
        )

    @cached_property
    def by_unit(self) -> Mapping[int, str]:
        """The component in each rack unit, of lists whose far ends are units alone."""
        return components_by_unit(self._tables)

    def _names(self, table: TextTable) -> Iterator[str]:
        if (elevation := devices_of_elevation(table, [])) is not None:
            yield from (row.cells[0] for row in elevation.rows[1:])
            return
        asked = self._asked_of(table)
        for subject, keys in ((CABLES, tuple(f"device_{side}" for side in SIDES)), (DEVICES, ("name",))):
            layout = find_layout(table, subject, asked)
            if layout is not None:
                columns = [layout.by_key[key].index for key in keys]
                yield from (cell_at(row.cells, at) for row in table.rows[layout.first :] for at in columns)
                return

    def end_of(self, text: str) -> tuple[str, str] | None:
        """Return the device and the port of a text that names both, the longest known name first."""
        text = text.strip()
        for match in reversed([*_BETWEEN.finditer(text[:_LONGEST])]):
            name, port = text[: match.start()], text[match.end() :].rstrip(")]").strip()
            if name in self.every and _PORT.fullmatch(port):
                return name, port
        return None


def is_name_of(text: str, names: frozenset[str]) -> bool:
    """Return whether a text is one of some names, or begins with one and a sign or blank behind it."""
    text = text.strip()
    return text in names or any(
        text[: match.start()] in names for match in _BETWEEN.finditer(text[:_LONGEST])
    )
