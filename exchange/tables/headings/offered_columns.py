"""The options offered for a table of unknown headings: which columns may be the ends of cables."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from netfloor.exchange.tables.heading_lines import cell_at, column_letter, plain
from netfloor.exchange.tables.numbers import is_rate
from netfloor.exchange.tables.side_words import sided_words
from netfloor.exchange.tables.subject import PORT_WORDS, TableSubject, compact, label, words_of
from netfloor.exchange.tables.tables import TableRow
from netfloor.foundation.errors import setting
from netfloor.topologies.parameters import shown

#: Rows by which columns are judged, columns described, and the example cells of each.
SAMPLE, _MAX_COLUMNS, _EXAMPLES = 200, 12, 3
#: Minimum words of a sentence.
SENTENCE = 4
#: Cells that name no end of a cable: rack units, lengths, dashes.
_NO_END = re.compile(
    r"(?:r?u|he)[ .-]?[0-9]{1,2}(?:[ -]{1,3}(?:r?u|he)?[0-9]{1,2})?"
    r"|[0-9]{1,5}(?:[.,][0-9]{1,3})? ?(?:mm|cm|m|ft|in)"
    r"|[-\u2013\u2014]{1,3}",
    re.IGNORECASE,
)
#: Cells that name ports alone: ``12``, ``1/49``, ``Eth1/49``, ``swp51``, ``port 3``, ``NIC 2``.
_PORT = re.compile(
    r"[0-9]{1,4}(?:[/.:-][0-9]{1,4}){0,3}|[fr][0-9]{1,4}"
    r"|(?:ethernet|eth|et|e|gi|te|xe|ge|fo|hu|po|port|p|swp|nic|lom|lan|mgmt|idrac|ilo|bmc|hca|ib|fc"
    r"|eno|ens|enp|mlx5_|anschluss|puerto|ocp|slot)[ _:.-]?[0-9][a-z0-9/.:_-]{0,15}|bmc|idrac|ilo|mgmt|lan",
    re.IGNORECASE,
)


def is_no_end(rows: Sequence[TableRow], index: int) -> bool:
    """Return whether most cells of a column are units, lengths or rates, which are no ends of cables."""
    cells = _cells(rows, index)
    odd = sum(_NO_END.fullmatch(cell[:40]) is not None or is_rate(cell[:40]) for cell in cells)
    return 2 * odd > len(cells)


@dataclass(frozen=True)
class UnknownColumns:
    """The headings of a table that no subject knows, and the rows below them."""

    headings: Sequence[str]
    below: Sequence[TableRow]

    def may_be_devices(self, heading: str, subject: TableSubject) -> bool:
        """Return whether a column may name devices: short texts with letters, no ports, units or media."""
        if heading not in self.headings:
            return False
        index = self.headings.index(heading)
        cells = _cells(self.below, index)
        named = [cell for cell in cells if any(map(str.isalpha, cell)) and len(cell.split()) < SENTENCE]
        is_known = compact(heading) in subject.used_later or bool({*words_of(heading)} & PORT_WORDS)
        is_full = 2 * len(named) > len(cells) and 2 * len(cells) > len(self.below[:SAMPLE])
        return is_full and not is_known and not is_no_end(self.below, index) and not self._are_ports(index)

    def options(self, likely: Sequence[str], there: Sequence[str]) -> str:
        """Return the options for the ends of cables; empty if they are not clear.

        Exactly two columns, ``likely``, must hold names of devices; ``there`` may hold their ports. They
        are given by heading, or by letter if the line of headings is a row like those below it.
        """
        by_letter = self._is_like_rows
        names: dict[int, str] = {}
        for index, heading in enumerate(self.headings):
            times = sum(plain(other) == plain(heading) for other in self.headings)
            if heading in there and (times == 1 or by_letter):
                names[index] = column_letter(index) if by_letter else shown(heading)
        ends = [index for index in names if self.headings[index] in likely]
        if len(ends) != 2:
            return ""
        if side_named(self.headings[ends[0]]) == "b" or side_named(self.headings[ends[1]]) == "a":
            ends.reverse()
        chosen = {f"device_{side}": index for side, index in zip("ab", ends, strict=True)}
        for side, index, other in zip("ab", ends, ends[::-1], strict=True):
            after = [at for at in names if at > index and not index < other < at and self._are_ports(at)]
            if after:
                chosen[f"port_{side}"] = after[0]
        ordered = sorted(chosen, key=lambda key: chosen[key])
        return " ".join(f'{setting("map")} "{names[chosen[key]]}={label(key)}"' for key in ordered)

    def described(self) -> str:
        """Return the headings, each with some of its cells, for a user who assigns them."""
        texts = []
        for index, heading in enumerate(self.headings):
            cells = [*dict.fromkeys(shown(cell[:40]) for cell in _cells(self.below, index))][:_EXAMPLES]
            if heading and cells:
                texts.append(f"{shown(heading)!r} ({', '.join(cells)})")
        more = f" and {len(texts) - _MAX_COLUMNS} more" if len(texts) > _MAX_COLUMNS else ""
        return (
            f"the columns are {', '.join(texts[:_MAX_COLUMNS])}{more}" if texts else "there is no row below"
        )

    @property
    def _is_like_rows(self) -> bool:
        """Whether the line of headings is a row of data: it has numbers where all other rows have."""
        for index, text in enumerate(self.headings):
            cells = _cells(self.below, index)
            if any(map(str.isdigit, text)) and cells and all(any(map(str.isdigit, cell)) for cell in cells):
                return True
        return False

    def _are_ports(self, index: int) -> bool:
        """Return whether most cells of a column name ports alone."""
        cells = _cells(self.below, index)
        return 2 * sum(_PORT.fullmatch(cell[:40]) is not None for cell in cells) > len(cells)


def side_named(heading: str) -> str:
    """Return the end that a heading names beside other words, empty for none."""
    return next((side for side, rest, _ in sided_words(words_of(heading)) if side and rest), "")


def _cells(rows: Sequence[TableRow], index: int) -> list[str]:
    return [cell for row in rows[:SAMPLE] if (cell := cell_at(row.cells, index))]
