"""Rows of a price list: selection of parts, their kinds, and values from cells and descriptions."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.row_kinds.totals import is_between_rows
from netfloor.exchange.user_tables.price_list.cells import (
    LONGEST_CELL,
    LONGEST_NAME,
    CellReader,
    odd_currency,
    taken_by,
)
from netfloor.exchange.user_tables.price_list.columns.columns import PriceColumn
from netfloor.exchange.user_tables.price_list.conventions.pack_quantities import QUANTITIES, in_pieces
from netfloor.exchange.user_tables.price_list.conventions.price_row import (
    PriceRow,
    begins_another,
    is_named,
    priced_texts,
)
from netfloor.exchange.user_tables.price_list.conventions.signs import (
    day_of_file,
    day_or_question,
    decimal_sign,
    month_first,
)
from netfloor.exchange.user_tables.price_list.described.sale_status import (
    DISCONTINUED,
    PHASED_OUT,
    sale_status,
)
from netfloor.exchange.user_tables.price_list.headings import PRICE_FIELDS
from netfloor.exchange.user_tables.price_list.kinds import (
    COPPER_MODULES,
    SKIP,
    guess_kind,
    is_accessory,
    is_copper_module,
    is_freight,
    not_held,
    why_no_cord_part,
)
from netfloor.exchange.user_tables.price_list.listed_rows import (
    FREIGHT,
    INCOMPLETE,
    LEFT_OUT,
    SERVICES,
    ListedRows,
    PricedRow,
    UnpricedRow,
)
from netfloor.exchange.user_tables.price_list.money.accounts import tax_sentences, unclear_net
from netfloor.exchange.user_tables.price_list.order_terms import FreightRow, is_order_term, says_discount
from netfloor.exchange.user_tables.price_list.piece_prices import (
    RowSums,
    UnclearPackError,
    has_surcharge,
    pieces_said,
    settle_pack,
    settle_price,
    unclear_surcharge,
)
from netfloor.exchange.user_tables.price_list.problems import (
    CellFault,
    grouped_faults,
    shell_option,
)
from netfloor.exchange.user_tables.price_list.request import (
    EVERY_OTHER,
    SKIPPED,
    PriceListRequest,
    is_of_price,
    is_price,
    unknown_kinds,
)
from netfloor.exchange.user_tables.price_list.row_kinds import (
    COMPONENTS,
    CONVERTERS,
    RowWords,
    is_component,
    is_contract,
    is_service,
)
from netfloor.exchange.user_tables.price_list.sheet import PriceSheets, PriceTable
from netfloor.exchange.user_tables.price_list.supplement import described_values
from netfloor.exchange.user_tables.price_list.terms import (
    day_of_titles,
    is_on_request,
    offer_terms,
)

_LONGEST_TITLE = 80
#: Fields that an export of an order states in its first row only.
_OF_ALL_ROWS = frozenset({"date", "valid_until", "currency", "supplier"})
#: A part number in front of a name, as in Odoo.
_CODE = re.compile(r"\[([\w./+-]{2,40})\]\s+\S")
_MAX_FREIGHT_WORDS = 8
#: The number of a title between the rows.
_POSITION = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}\.?")
#: A title contains a word.
_WORD = re.compile("[A-Za-z]{2}")
_FREE = re.compile(r"[^0-9]*0+(?:[.,]0+)?[^0-9]*")
#: The fault of a row without a price.
NO_PRICE = "is empty: --skip-incomplete leaves such rows out"


def read_rows(sheets: PriceSheets, request: PriceListRequest) -> ListedRows:
    """Return every readable row, and the problems of all others."""
    listed_rows = ListedRows(problems=[*sheets.unclear], unclear={item.column for item in sheets.unclear})
    decimal = request.decimal or decimal_sign(sheets, listed_rows.problems, listed_rows.unclear)
    pairs = [*sheets.texts, *(pair for table in sheets.tables for pair in table.above)]
    above = [text for _, text in pairs]
    is_american = month_first(sheets, request)
    dated = offer_terms(above, request.currency, month_first=is_american).dated
    if dated is None and (titled := day_of_titles(above, month_first=is_american)) is not None:
        dated, asked = day_or_question(titled, request)
        listed_rows.problems += asked
    reader = CellReader(
        request,
        decimal,
        is_workbook=sheets.is_workbook,
        month_first=is_american,
        day=request.date or dated or day_of_file(request.file),
    )
    reading = _Reading(request, reader, listed_rows, sheets.heading_of("part"))
    for table in sheets.tables:
        reading.read_table(table)
    reading.finish()
    headings = {name: sheets.heading_of(name) for name in ("stock", "min_order")}
    listed_rows.priced, asked = in_pieces(listed_rows.priced, request, headings)
    listed_rows.problems += asked
    listed_rows.has_arrivals = reader.has_arrivals
    skipped = {heading for heading, name in request.columns if name == SKIPPED}
    taxes = [pair for item in sheets.tables for pair in tax_sentences(item.headings, item.rows, skipped)]
    pairs = [*taxes, *pairs, *reading.notes]
    texts = [text for _, text in pairs]
    listed_rows.terms = offer_terms(texts, request.currency, month_first=is_american, dated=dated)
    listed_rows.unread_terms = [_with_line(text, pairs) for text in listed_rows.terms.unread]
    listed_rows.not_applied = [_with_line(text, pairs) for text in listed_rows.terms.not_applied]
    return listed_rows


def _with_line(sentence: str, pairs: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Return the line that contains a sentence, and the sentence."""
    return next((line for line, text in pairs if sentence in text), "-"), sentence


def _text(column: PriceColumn, cells: Sequence[str]) -> str:
    """Return a row's text of a column; of a part in front of its name, ``[K-1] Cord``, its number."""
    text = cell_at(cells, column.index)
    match = _CODE.match(text) if column.name == "part" else None
    return match[1] if match else text


def _stated_once(table: PriceTable) -> dict[int, str]:
    """Return by column the date, end and currency of all rows that only the first row states."""
    indices = [column.index for column in table.columns if column.name in _OF_ALL_ROWS]
    filled = {
        index: [n for n, (_, cells) in enumerate(table.rows) if cell_at(cells, index)] for index in indices
    }
    return {index: table.rows[0][1][index] for index, rows in filled.items() if rows == [0]}


class _Reading:
    """Reads the rows of all tables in turn."""

    def __init__(
        self, request: PriceListRequest, reader: CellReader, found: ListedRows, part_heading: str
    ) -> None:
        self.request, self.reader, self.found = request, reader, found
        self.part_heading = part_heading
        self.notes: list[tuple[str, str]] = []  # lines and sentences between and below the parts
        self._faults: list[CellFault] = []
        self._unknown: dict[tuple[str, str], list[str]] = {}  # lines by word and its heading
        self._sums = RowSums()
        self._pack, self._quantities = 1, frozenset[str]()  # of the row's price, and those that it states
        self._priced: tuple[list[str], list[str]] = [], []  # numbers and names of rows with prices, sorted
        constants = {name: text for kind, name, text in request.constants if not kind}
        self._constant_kind = constants.get("kind", "")
        self._supplier = constants.get("supplier", "")

    def finish(self) -> None:
        """Add the problems in the order in which a user should resolve them."""
        faults = [fault for fault in self._faults if fault.column not in self.found.unclear]
        problems = [*unknown_kinds(self._unknown), *grouped_faults(faults)]
        self.found.problems += [*problems, *([] if problems else self._sums.problems())]

    def read_table(self, table: PriceTable) -> None:
        """Read the rows of a table; a title between them describes the parts below it."""
        section = table.title
        self._priced = priced_texts(table)
        once = _stated_once(table)
        for number, (line, cells) in enumerate(table.rows):
            texts = tuple((column, _text(column, cells)) for column in table.columns)
            if once and any(text for column, text in texts if is_price(column.name)):
                texts = tuple((column, once.get(column.index, "") or text) for column, text in texts)
            row = PriceRow(line, cells, texts, number in table.titles, table.headings)
            if self._is_too_long(row):
                continue
            title = self._no_part(row)
            if title is None:
                self._read(row, table, section)
            elif title:
                section = title

    def _is_too_long(self, row: PriceRow) -> bool:
        for column, text in row.texts:
            maximum = LONGEST_NAME if column.name == "name" else LONGEST_CELL
            if len(text) > maximum:
                what = f"has {len(text):,} characters, more than {maximum:,}: shorten the cell"
                self._faults.append(CellFault(row.line, column.heading, "", what))
                return True
        return False

    def _no_part(self, row: PriceRow) -> str | None:
        """Return None for a possible part, otherwise the row's title, or an empty text."""
        texts, filled = row.by_name, [item for item in row.filled if len(item) <= LONGEST_NAME]
        if not filled:
            return ""
        is_priced = row.price_texts != []
        part, name, kind = texts.get("part", ""), texts.get("name", ""), texts.get("kind", "")
        words = [text for text in (part, name, kind) if text]
        if any(text.lower() in self.request.kinds for text in words):
            if not is_priced:
                self._note(row, " ".join(filled))  # its other cells may have terms
            return None
        about = " ".join(dict.fromkeys(words)) or filled[0]
        is_discount = self._is_discount(row, filled)
        is_amount = not words and (self._is_carriage(row, filled) or row.is_label)
        if is_discount or is_amount or row.is_sum(filled, words):
            if not is_discount and not any(item.line == row.line for item in self.found.freight):
                self._note(row, " ".join(filled))
            return ""
        carriage = name or about
        is_short = len(carriage.split()) <= _MAX_FREIGHT_WORDS and guess_kind(carriage) is None
        is_term = is_short and is_order_term(carriage)
        if is_term or (is_priced and is_short and is_freight(carriage)):
            if is_priced:
                self._add_freight(row, about)
            else:
                self._note(row, carriage)
            return ""
        if is_priced or (part and name and part != name):
            return None
        self._note(row, " ".join(filled))
        return self._title(filled, part, about)

    def _note(self, row: PriceRow, text: str) -> None:
        """Keep a sentence that may have terms, with its line."""
        self.notes.append((row.line, text))

    def _is_discount(self, row: PriceRow, filled: list[str]) -> bool:
        """Return whether a row is a discount on the order, which is a question unless the user skips it."""
        labels = [text for text in filled if says_discount(text)]
        amounts = [text for text in filled if text not in labels and re.search("[1-9]", text)]
        if not labels or not amounts or row.by_name.get("part") or row.price_texts:
            return False
        if self.request.kinds.get(labels[0].lower()) != SKIP:
            out = shell_option("kind", f"{labels[0]}={SKIP}")
            what = "is a discount on the order, which no price below it has: write the prices after it"
            heading = next((c.heading for c, text in row.texts if text == labels[0]), "-")
            self._faults.append(
                CellFault(row.line, heading, labels[0], f"{what}, or {out} buys without it")
            )
        return True

    def _is_carriage(self, row: PriceRow, filled: list[str]) -> bool:
        """Return whether a row consists of the word for freight and its amount, in any columns."""
        amounts = [text for text in filled if self.reader.amount(text) is not None]
        label = next((text for text in filled if text not in amounts and is_freight(text)), "")
        price = next((column for column, _ in row.texts if column.name in PRICE_FIELDS), None)
        if not label or not amounts or price is None or len(label.split()) > _MAX_FREIGHT_WORDS:
            return False
        self._add_freight(replace(row, texts=((replace(price, name="price"), amounts[-1]),)), label)
        return True

    def _title(self, filled: list[str], part: str, about: str) -> str | None:
        """Return the title in a row without a price, empty for a note, None for a part."""
        is_note = is_between_rows(filled, 2) or (" " in filled[0] and not re.search("[0-9]", filled[0]))
        filled = [text for text in filled if not _POSITION.fullmatch(text)] or filled
        is_title = len(filled[0]) <= _LONGEST_TITLE and ":" not in filled[0][:-1]
        if len(filled) == 1 and is_title and _WORD.search(filled[0]):
            return filled[0] if guess_kind(filled[0]) or not is_between_rows(filled, 2) else ""
        return None if part and (guess_kind(about) or not is_note) else ""

    def _add_freight(self, row: PriceRow, about: str) -> None:
        """Add a supplier's freight charge or minimum order value."""
        for column, text in row.texts:
            if column.name in PRICE_FIELDS and text:
                values, _ = self.reader.values(row.line, [(column, text)])
                if is_order_term(about):
                    stated = values.get("price currency") or row.by_name.get("currency", "")
                    more = "" if values.get("price currency") else f" {stated or self.request.currency}"
                    self._note(row, f"{about} {text}{more}")
                    return
                read = {column.index for column, _ in row.texts}
                beside = [
                    cell for i, cell in enumerate(row.cells) if cell not in {"", about} and i not in read
                ]
                beside = [cell for cell in beside if self.reader.amount(cell) is None]
                if beside:  # free from a value, in a column of remarks
                    self._note(row, f"{about}: {', '.join(beside)}")
                if values.get(column.name) is not None:
                    supplier = row.by_name.get("supplier") or self._supplier
                    stated = values.get("price currency") or row.by_name.get("currency", "").strip().upper()
                    amount = values[column.name]
                    self.found.freight.append(FreightRow(row.line, about, supplier, amount, stated))
                    self.found.leave_out(FREIGHT, about)
                return

    def _read(self, row: PriceRow, table: PriceTable, section: str) -> None:
        """Read a row that may be a part."""
        texts, result = row.by_name, self.found
        word, heading, kind = self._kind(row, section)
        name = texts.get("part") or texts.get("name", "")
        prices = row.price_texts
        if why := self._why_left_out(row, kind, word):
            result.leave_out(why, name)
            return
        if kind is None:
            self._add_unknown(row, word, heading)
            return
        if prices and all(is_on_request(text) for text in prices):
            supplier = texts.get("supplier") or self._supplier
            if texts.get("part"):
                result.unpriced.append(
                    UnpricedRow(texts["part"], texts.get("name") or texts["part"], supplier)
                )
            return
        takes = taken_by(kind)
        kept = [pair for pair in row.texts if pair[0].name in takes or is_of_price(pair[0].name)]
        values, faults = self.reader.values(row.line, kept)
        if not texts.get("part"):
            values["part"] = None
            faults.append(CellFault(row.line, self.part_heading, "", "is empty"))
        if not prices and self._is_head_of_variants(row, table):
            result.leave_out("left out as heads of variants, which have rows and prices of their own", name)
            return
        if not prices:
            heading = next(c.heading for c, _ in row.texts if is_price(c.name))
            faults.append(CellFault(row.line, heading, "", NO_PRICE))
        if any(row.cells[len(table.headings) :]):
            what = (
                f"has {len(row.cells)} cells, the headings {len(table.headings)}: is a text not in quotes?"
            )
            faults.append(CellFault(row.line, "-", "", what))
        headings = {column.name: column.heading for column, text in row.texts if text}
        headings.setdefault("price", next((c.heading for c, _ in row.texts if c.name in PRICE_FIELDS), "-"))
        faults += odd_currency(values, self.request, headings, row.line)
        faults += self._settle(row, kind, values, headings)
        if not faults and not self.found.unclear:
            quantity, total = (self.reader.amount(texts.get(item, "")) for item in ("quantity", "total"))
            self._sums.add(row.line, headings, values, quantity, total)
        self._add(row, kind, values, faults, section)

    def _is_head_of_variants(self, row: PriceRow, table: PriceTable) -> bool:
        """Return whether the number and the name of a row without a price begin those of rows with one."""
        columns = [table.column(name) for name in ("part", "name")]
        texts = [cell_at(row.cells, column.index) if column else "" for column in columns]
        pairs = zip(texts, self._priced, strict=True)
        return any(texts) and all(not text or begins_another(text, priced) for text, priced in pairs)

    def _why_left_out(self, row: PriceRow, kind: str | None, word: str) -> str:
        """Return the reason to leave out a row, empty for a possible part."""
        texts, prices = row.by_name, row.price_texts
        if kind == SKIP:
            return LEFT_OUT
        if prices and all(map(_FREE.fullmatch, prices)):
            return "left out at a price of 0, as sold with other parts"
        by_user = [self.request.kinds.get(text.lower(), SKIP) for text in (texts.get("part", ""), word)]
        if {*by_user} != {SKIP}:
            return ""
        if is_contract(texts):
            return SERVICES
        text = RowWords(texts).whole
        sale = sale_status(row.remarks, month_first=self.reader.month_first)
        part = texts.get("part") or texts.get("name", "")
        self.found.phased_out += [part] if sale.status == PHASED_OUT else []
        why = not_held(kind, text, texts.get("unit", ""))
        if why or sale.status != DISCONTINUED:
            return why
        self.found.discontinued[part] = sale, kind or "KIND"
        return DISCONTINUED

    def _settle(
        self, row: PriceRow, kind: str, values: dict[str, Any], headings: Mapping[str, str]
    ) -> list[CellFault]:
        """Determine the unit price; return a fault if the number of pieces is unknown."""
        texts, result, faults = row.by_name, self.found, list[CellFault]()
        name = texts.get("part") or texts.get("name", "")
        self._pack, self._quantities = 1, frozenset(name for name in QUANTITIES if values.get(name))
        try:
            if settle_pack(values, texts.get("name", ""), self.request, kind, headings):
                result.packs.append(name)
                self._pack = int(values.get("price_per") or 1)
        except UnclearPackError as error:
            # without a column of units, a heading says that prices are of packs
            field = "name" if error.field == "unit" and "unit" not in headings else error.field
            cell = texts.get(field, "") if field in {"name", "unit"} else ""
            faults.append(CellFault(row.line, headings[field], cell, str(error), name))
        if (word := pieces_said(values, self.request, kind)) is not None:
            result.said_pieces.add(word)
        mapped = {field for _, field in self.request.columns}
        faults += unclear_net(row.line, values, headings, mapped)
        result.surcharged += [name] if has_surcharge(values) else []
        faults += unclear_surcharge(row.line, values, headings, self.request)
        if settle_price(values):
            result.cheaper_spot.append(name)
        return faults

    def _add(
        self, row: PriceRow, kind: str, values: dict[str, Any], faults: list[CellFault], section: str
    ) -> None:
        """Add a part, supplementing its cells from its description and the title above it."""
        result, texts = self.found, row.by_name
        if faults and self.request.skip_incomplete:
            result.leave_out(INCOMPLETE, texts.get("part") or texts.get("name", ""))
            return
        self._faults += faults
        given = {item for item, value in values.items() if value is not None}
        name = texts.get("name", "")
        maker = texts.get("maker_part") or texts.get("part", "")
        described_row = described_values(kind, values, (name, f"{name} {maker}", section))
        if described_row.has_other_ports:
            result.leave_out("further ports at the rate of others are not read", maker or name)
        result.from_descriptions.update(described_row.fields)
        column = next((column.heading for column, text in row.texts if text and column.name == "gbps"), "")
        if column and described_row.links > 1:
            result.total_rates.setdefault((column, described_row.links), []).append(maker or name)
        given |= {*described_row.values} - described_row.standard
        by_user = {texts.get("part", "").lower(), name.lower()} & {*self.request.kinds}
        is_guess = not (texts.get("kind") or self._constant_kind or by_user)
        result.priced.append(
            PricedRow(
                line=row.line,
                kind=kind,
                values=described_row.values,
                given=frozenset(given),
                standard=described_row.standard,
                is_guess=is_guess,
                rate_heading=column if described_row.other_rate else "",
                telling=row.telling if is_guess else "",
                pack=self._pack,
                quantities=self._quantities,
            )
        )

    def _add_unknown(self, row: PriceRow, word: str, heading: str) -> None:
        """Count a row of unknown kind, or leave it out if it is certainly not a part."""
        words, part = RowWords(row.by_name), row.by_name.get("part", "") or word
        about = f"{row.by_name.get('part', '')} {words.whole}".strip()
        if is_copper_module(about):
            self.found.leave_out(COPPER_MODULES, part)
        elif words.is_converter:
            self.found.leave_out(CONVERTERS, part)
        elif is_service(about):
            self.found.leave_out(SERVICES, part)
        elif is_accessory(about) or words.is_plug:
            self.found.leave_out("left out as accessories, enclosures or tools", part)
        elif is_component(about) and not row.telling:
            self.found.leave_out(COMPONENTS, part)
        elif why := why_no_cord_part(about):
            self.found.leave_out(why, part)
        elif EVERY_OTHER in self.request.kinds:
            self.found.leave_out_other(part, row.telling)
        elif row.by_name.get("part"):
            self._unknown.setdefault((word, heading), []).append(row.line)
        else:
            self._faults.append(CellFault(row.line, self.part_heading, "", "is empty"))

    def _kind(self, row: PriceRow, section: str) -> tuple[str, str, str | None]:
        """Return the word that identifies the kind, its heading, and the kind, None if unknown."""
        texts, kinds = row.by_name, self.request.kinds
        headings = {column.name: column.heading for column, _ in reversed(row.texts)}
        part, name = texts.get("part", ""), texts.get("name", "")
        if part.lower() in kinds:
            return part, headings["part"], kinds[part.lower()]
        word = texts.get("kind") or self._constant_kind
        told_by, text = ("name", name) if name else ("part", part)
        by_user = [kind for item, kind in kinds.items() if item != EVERY_OTHER and is_named(item, text)]
        of_word = kinds.get(word.lower()) if word else None
        words = RowWords(texts, section)
        if of_word == SKIP and not by_user and (own := words.kind("", None)) is not None:
            self.found.kept_words.setdefault(word, []).append(part or name)
            return word, headings["kind"], own
        kind = words.kind(word, of_word or (by_user[0] if by_user else None))
        every = kinds.get(EVERY_OTHER)
        kind = every if kind is None and every != SKIP else kind
        return word or text, headings.get("kind" if word else told_by, "-"), kind
