"""A row of a price list: its texts by column, without those that are not parts."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from netfloor.exchange.plug_forms import forms_in, rates_in
from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.row_kinds.sums import begins_sum, says_sum
from netfloor.exchange.tables.row_kinds.totals import is_between_rows
from netfloor.exchange.user_tables.price_list.cells import DESCRIBED
from netfloor.exchange.user_tables.price_list.columns.columns import PriceColumn
from netfloor.exchange.user_tables.price_list.described.optics import optical_names
from netfloor.exchange.user_tables.price_list.described.port_groups import ports_in
from netfloor.exchange.user_tables.price_list.described.sale_status import Remark
from netfloor.exchange.user_tables.price_list.request import LONGEST_WORD, is_price
from netfloor.exchange.user_tables.price_list.sheet import PriceTable
from netfloor.exchange.user_tables.price_list.terms import is_on_request

#: A size of a memory or disk, which is not a rate.
_BYTES = re.compile(r"[0-9]+\s?[GT]B(?![A-Za-z/])")


@dataclass(frozen=True)
class PriceRow:
    """A row of a price list with its texts by column."""

    line: str
    cells: tuple[str, ...]
    texts: tuple[tuple[PriceColumn, str], ...]
    is_title: bool
    headings: tuple[str, ...] = ()

    @property
    def by_name(self) -> dict[str, str]:
        """Its texts by field; several columns of a name are joined."""
        result: dict[str, str] = {}
        for column, text in self.texts:
            before = result.get(column.name, "")
            both = before if text in before else text if before in text else f"{before}, {text}"
            result[column.name] = both[:DESCRIBED] if column.name == "name" else text
        return result

    @property
    def remarks(self) -> list[Remark]:
        """Its texts with their headings."""
        names = {column.index for column, _ in self.texts if column.name == "name"}
        pairs = zip_longest(self.headings, self.cells, fillvalue="")
        return [Remark(head, cell, is_name=i in names) for i, (head, cell) in enumerate(pairs) if cell]

    @property
    def filled(self) -> list[str]:
        """Its distinct texts."""
        return list(dict.fromkeys(filter(None, self.cells)))

    @property
    def telling(self) -> str:
        """Its description, if any of its texts has a port, a plug, a rate or an optical standard."""
        text = _BYTES.sub(" ", " ".join(self.filled)[:DESCRIBED])
        is_telling = ports_in(text).groups or forms_in(text) or rates_in(text) or optical_names(text)
        return self.by_name.get("name", "") or text if is_telling else ""

    @property
    def price_texts(self) -> list[str]:
        """Its filled cells of prices."""
        return [text for column, text in self.texts if text and is_price(column.name)]

    @property
    def is_label(self) -> bool:
        """Whether its word is in the price column, as ``SHIPPING`` left of its amount."""
        prices = self.price_texts
        is_number = any(map(str.isdigit, "".join(prices)))
        return bool(prices) and not is_number and not any(map(is_on_request, prices))

    def is_sum(self, filled: Sequence[str], words: Sequence[str]) -> bool:
        """Return whether it is a sum or tax below the parts, or a title between them."""
        if self.by_name.get("part"):
            return all(map(says_sum, words))
        if any(says_sum(item) or begins_sum(item) for item in filled):
            return True
        return not self.by_name.get("name") and is_between_rows(filled, len(self.cells))


def is_named(word: str, text: str) -> bool:
    """Return whether a text has a user's word as a whole word, ``simple`` but not ``simplex``.

    The words of remedies end at `LONGEST_WORD` characters.
    """
    joint = r"\w|[-./](?=\w)" if any(map(str.isdigit, word)) else r"\w"  # of a longer part number
    end = "" if len(word) >= LONGEST_WORD else rf"(?!{joint})"
    before = r"(?<![\w-])" if any(map(str.isdigit, word)) else r"(?<!\w)"
    return re.search(rf"{before}{re.escape(word)}{end}", text.lower()) is not None


def priced_texts(table: PriceTable) -> tuple[list[str], list[str]]:
    """Return the sorted part numbers, and the sorted names, of the rows with prices."""
    prices = [column.index for column in table.columns if is_price(column.name)]
    rows = [cells for _, cells in table.rows if any(cell_at(cells, index) for index in prices)]
    columns = [table.column(name) for name in ("part", "name")]
    parts, names = (
        sorted(cell_at(cells, column.index).lower() for cells in rows) if column else []
        for column in columns
    )
    return parts, names


def begins_another(text: str, others: Sequence[str]) -> bool:
    """Return whether a text is, or begins, one of sorted texts."""
    small = text.lower()
    place = bisect_left(others, small)
    return place < len(others) and others[place].startswith(small)
