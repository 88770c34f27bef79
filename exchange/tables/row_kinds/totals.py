"""Rows of a table that are not data: totals, notes, titles, unused ports."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.kinds import kind_of_columns
from netfloor.exchange.tables.row_kinds.sign_offs import is_sign_off
from netfloor.exchange.tables.row_kinds.sums import begins_sum, is_total, names_sum, says_sum
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import WORDED, TableSubject, compact, words_of
from netfloor.exchange.tables.tables import TableRow

#: Words for the cabinet itself as the kind of a row; a server may be of type rack.
_CABINETS = re.compile(
    r"(?:(?:server|network|netzwerk|it|19)\W{0,2})?(?:cabinet|server ?schrank|schrank|baie|armoire"
    r"|armario|gabinete|bastidor|gestell|(?P<rack>rack(?:mount cabinet)?))(?: (?:42|47|48|52) ?(?:u|he))?",
    re.IGNORECASE,
)
#: Minimum texts of a row for equality with the headings to mean repeated headings.
FEWEST_AGAIN = 3
#: Column names that i-doit's imports write below the headings: ``C__CATG__LOCATION``.
_CONSTANT = re.compile(r"[A-Z]{1,20}(?:_{1,2}[A-Z]{1,30}){1,8}")
#: Minimum words of a sentence below a table.
_SENTENCE = 4
#: Minimum words of a footer outside the columns of ends, such as ``Stand: 12.3.2024``.
_FEWEST_WORDS = 2
#: Filled cells of a row of a total whose words are not in the first column.
_CELLS_OF_SUM = 4
#: What a row of a total is, and one of a note.
TOTAL, NOTE = "a total", "a note"
#: Numbers in a row of a total, also of something: ``2``, ``12.5 m``, ``24 devices``.
_COUNTED = re.compile(r"[0-9][0-9.,' ]{0,20}(?: [^\W\d_]{1,20})?")
#: Words in such a row for all things that are counted, in `compact` form.
_OF_ALL = frozenset(
    {"all", "cables", "cable", "links", "devices", "units", "kabel", "gerate", "alle", "tous", "appareils"}
    | {"liens", "todos", "dispositivos", "enlaces"}
)
_NOTE = re.compile(
    r"(?:notes?|remarks?|legend|hinweise?|anmerkung(?:en)?|bemerkung(?:en)?|remarques?|notas?)\b",
    re.IGNORECASE,
)

#: Ports of NetBox's cables that are of consoles, in small letters without blanks.
CONSOLE_PORTS = frozenset({"consoleport", "consoleserverport"})


def ends_at_console(port_type: str) -> bool:
    """Return whether the type of an end of a cable is that of a console: ``dcim.consoleport``."""
    return port_type[:40].lower().removeprefix("dcim.").replace(" ", "") in CONSOLE_PORTS


class TakeOffs:
    """Finds the rows of a take-off below the cables of a table: those under a word for a sum, without ends.

    ``columns``: those of the table; ``rows``: the rows below its headings; ``needed``: the columns of the
    devices. A take-off leaves these and all others of an end blank.
    """

    def __init__(
        self, columns: Sequence[TableColumn], rows: Sequence[TableRow], needed: Sequence[int]
    ) -> None:
        self._rows, self._needed = rows, needed
        self._of_ends = [column.index for column in columns if column.meaning and column.meaning.side]
        self._first: int | None = None  # the first row below the last cable, once a sum was found

    def of(self, number: int, cells: Sequence[str], otherwise: str) -> str:
        """Return `TOTAL` for such a row, and what it is otherwise for another; ``number``: from 0."""
        filled = [cell for cell in cells if cell]
        if self._first is None and otherwise in (TOTAL, NOTE) and begins_sum(filled[0]):
            full = (
                n for n, row in enumerate(self._rows) if all(_cell(row.cells, at) for at in self._needed)
            )
            self._first = max(full, default=-1) + 1
        has_end = any(_cell(cells, index) for index in self._of_ends)
        is_below = self._first is not None and number >= self._first
        is_below = is_below and bool(self._of_ends)
        return TOTAL if is_below and not otherwise and not has_end else otherwise


def is_between_rows(cells: Sequence[str], columns: int) -> bool:
    """Return whether a row without a required cell is a total, a note or a title.

    ``cells``: the non-blank cells of the row; ``columns``: number of columns of the table.
    """
    first = cells[0][:200]
    if says_sum(first) or begins_sum(first) or is_sign_off(cells):
        return True
    if len(cells) > 1 or columns < 2:
        return False
    return bool(_NOTE.match(first)) or first.endswith(":") or len(first.split()) >= _SENTENCE


def _is_footer(cells: Sequence[str], columns: Sequence[TableColumn]) -> bool:
    """Return whether the only text of a row has several words and is in no column of an end."""
    filled = [index for index, cell in enumerate(cells) if cell]
    if len(filled) != 1 or len(cells[filled[0]].split()) < _FEWEST_WORDS:
        return False
    of_ends = {column.index for column in columns if column.meaning and column.meaning.field.sided}
    return filled[0] not in of_ends


def no_row(
    cells: Sequence[str], names: Sequence[str], columns: Sequence[TableColumn], subject: TableSubject
) -> str:
    """Classify a row that is not data: headings, a total, a note; empty for a data row.

    ``names``: the row's required cells, none of them filled from the row above.
    """
    if (
        all(not cell or _CONSTANT.fullmatch(cell[:80]) for cell in cells)
        and sum(map(bool, cells)) >= FEWEST_AGAIN
    ):
        return "headings for programs"
    filled = [cell for cell in cells if cell]
    if not all(names):
        is_sum = not any(names) and len(filled) <= _CELLS_OF_SUM and any(map(names_sum, filled))
        if is_sum or says_sum(filled[0][:200]) or begins_sum(filled[0]):
            return TOTAL
        is_footer = subject.needs_both_ends and _is_footer(cells, columns)
        return NOTE if is_footer or is_between_rows(filled, len(columns)) else ""
    if (
        cells[0] == columns[0].heading
        and sum(bool(column.heading) for column in columns) >= FEWEST_AGAIN
        and all(" ".join(_cell(cells, column.index).split()) == column.heading for column in columns)
    ):
        return "the headings again"
    if is_total(filled[0]) or any(map(is_total, names)):
        others = [
            (column, cell)
            for column in columns
            if (cell := _cell(cells, column.index)) and not is_total(cell)
        ]
        is_alone = len(columns) == 1 and not any(map(str.isdigit, filled[0]))
        return TOTAL if not is_alone and all(_is_of_sum(*other) for other in others) else ""
    return "a cabinet" if len(names) == 1 and _is_cabinet(cells, names[0], columns, subject) else ""


def _is_cabinet(
    cells: Sequence[str], name: str, columns: Sequence[TableColumn], subject: TableSubject
) -> bool:
    """Return whether a row's kind identifies it as the cabinet itself and nothing as a device."""
    if not any(_CABINETS.fullmatch(cell[:80]) for cell in cells):
        return False
    kinds = [
        cell
        for column in columns
        if column.key in {"kind", "role"} or compact(column.heading) in subject.used_later
        if (cell := _cell(cells, column.index)[:80].strip())
    ]
    result = next((match for cell in kinds if (match := _CABINETS.fullmatch(cell))), None)
    if result is None or kind_of_columns(kinds) is not None:
        return False
    at = {column.key: _cell(cells, column.index) for column in columns if column.key in {"rack", "unit"}}
    return not result["rack"] or not at.get("unit") or at.get("rack") == name


def _is_of_sum(column: TableColumn, cell: str) -> bool:
    """Return whether a cell may stand beside the word for a total: a number, also of something, or a sum.

    Other texts are of a device that is called so.
    """
    is_worded = column.meaning is None or column.meaning.field.reading in WORDED
    return not is_worded or bool(_COUNTED.fullmatch(cell[:40])) or compact(cell) in _OF_ALL


def _cell(cells: Sequence[str], index: int) -> str:
    return cells[index] if index < len(cells) else ""


#: Names of rows left out: of a port without a cable, and of free rack units.
UNUSED_PORT, FREE_UNITS = "a port without a cable", "free units"
UNUSED_NEAR = f"{UNUSED_PORT} at its first end"
#: Ends of a cable that a row states, but with a word for an unused port in place of the device.
NAMELESS = frozenset(f"device_{side}" for side in SIDES)


def _compact_words(text: str) -> frozenset[str]:
    return frozenset(map(compact, text.split(",")))


#: Texts for free rack units, in `compact` form. Reserved units are not free.
_FREE = _compact_words(
    "free,unused,not used,vacant,empty,available,nothing,frei,leer,unbelegt,nicht belegt,unbenutzt"
    ",libre,vide,inutilisé,non utilisé,disponible,vacío,sin uso,no usado"
)
#: Texts for the far end of a free port, whose id may be printed already.
_FREE_PORT = _FREE | _compact_words(
    "spare,reserve,reserved,not in use,blank,reserviert,nicht benutzt,réservé,reserva,reservado"
    ",sin utilizar,no link,nc,not connected,unconnected,disconnected,nicht verbunden,nicht angeschlossen"
    ",non connecté,non raccordé,no conectado"
)
#: Of these, single words that say it beside others.
_FREE_WORDS = _FREE_PORT - _compact_words("nothing,nc,blank,available,disponible,disconnected")
#: Texts for a far end without a cable, or not known; the empty text stands for dashes and question marks.
_NOT_CONNECTED = _FREE_PORT | _compact_words(",n/a,na,none,any,tbd,tba,null,nil,unknown,unbekannt")
#: Words beside one for a free port in remarks: ``spare port``, ``frei / Reserve``.
_BESIDE_FREE = _compact_words(
    "port,ports,for,future,use,the,this,anschluss,buchse,dose,fur,derzeit,noch,pour,le,la,de,prise,puerto"
    ",para,futuro,futur,cable,kabel,still,currently,nicht,not,non,no"
)
_LONGEST, _LONGEST_REMARK = 24, 40
#: A word for a free port before a remark: ``SPARE - not used``, ``frei: neuer AP``.
_BEFORE_REMARK = re.compile(
    r"([^\W\d_]{2,15}(?: [^\W\d_]{2,15}){0,2})(?:\s[-\u2013\u2014/|]\s|[:,;]\s|\s?\().*"
)
#: Fields of an end besides its device.
OF_ENDS = ("port", "rack", "unit", "slot")
#: Those of its place.
OF_PLACES = ("rack", "unit")


def is_free(text: str) -> bool:
    """Return whether the name of a device says that its units are free: ``frei``, ``empty``, ``-``."""
    return len(text) <= _LONGEST and (compact(text) in _FREE or not any(map(str.isalnum, text)))


def says_unused(text: str) -> bool:
    """Return whether a cell says that a port has no cable: ``SPARE``, ``TBD``, ``n/a``, a dash."""
    return bool(text) and _says_nothing(text)


@lru_cache(1 << 14)
def says_free_port(text: str) -> bool:
    """Return whether a cell of any column says that a port is free: ``frei / Reserve``, ``spare port``."""
    if not text or len(text) > _LONGEST_REMARK or not any(map(str.isalpha, text)):
        return False
    words = words_of(text)
    free = [word for word in words if word in _FREE_WORDS]
    return (
        compact(text) in _FREE_PORT
        or _is_free_with_remark(text)
        or (bool(free) and all(word in _BESIDE_FREE | _FREE_WORDS for word in words))
    )


def _is_free_with_remark(text: str) -> bool:
    match = _BEFORE_REMARK.fullmatch(text[:_LONGEST_REMARK])
    return match is not None and compact(match[1]) in _FREE_WORDS


@lru_cache(1 << 14)
def _says_nothing(text: str) -> bool:
    if not any(map(str.isalnum, text)):
        return True
    if len(text) <= _LONGEST and (plain := compact(text)) and plain in _NOT_CONNECTED:
        return True  # texts of other scripts have no compact form
    return len(text) <= _LONGEST_REMARK and _is_free_with_remark(text)


#: Classifies the cells of a row, given whether its line is cut short: empty for a row with content.
Classify = Callable[[Sequence[str], bool], str]


def placeless_words(
    columns: Mapping[str, TableColumn], rows: Iterable[Sequence[str]], listed: Collection[str] = ()
) -> frozenset[str]:
    """Return the words for an unused port that name ends in several racks or units: they are no device."""
    places: dict[str, tuple[str, ...]] = {}
    results = set[str]()
    for side in SIDES:
        device = columns[f"device_{side}"]
        at = [columns[key].index for name in OF_PLACES if (key := f"{name}_{side}") in columns]
        if not at or (device.meaning and device.meaning.as_written):
            continue
        for cells in rows:
            word = _cell(cells, device.index)
            if word and word not in listed and _says_nothing(word):
                place = tuple(_cell(cells, index) for index in at)
                if any(place) and places.setdefault(word, place) != place:
                    results.add(word)
    return frozenset(results)


def _are_unused(words: Sequence[str], written: Sequence[bool], listed: Collection[str]) -> bool:
    """Return whether the devices of both ends are words for unused ports rather than names."""
    return all(
        word and _says_nothing(word) and word not in listed and not is_written
        for word, is_written in zip(words, written, strict=True)
    )


def unused_ports(
    columns: Mapping[str, TableColumn], listed: Collection[str] = (), placeless: Collection[str] = ()
) -> Classify:
    """Return a test for rows of cables whose far end is blank or called unused.

    Such an end counts if the row has neither length nor id, or no length for a free port: otherwise its
    name is missing, and the test returns the key of the end. A blank end is free too if any other cell says
    so. A line that is cut short states no blank end. Two ends that are called so name no cable either.
    ``listed``: devices that are called so; ``placeless``: words whose places say nothing of a device.
    """
    ends_of = [columns[f"device_{side}"] for side in SIDES]
    devices = [column.index for column in ends_of]
    written = [bool(column.meaning and column.meaning.as_written) for column in ends_of]
    ends = [
        [columns[key].index for name in ("device", *OF_ENDS) if (key := f"{name}_{side}") in columns]
        for side in SIDES
    ]
    own_ports = [
        [columns[key].index for key in (f"port_{side}", f"slot_{side}") if key in columns] for side in SIDES
    ]
    ports = [columns[key].index for side in SIDES if (key := f"port_{side}") in columns]
    of_cable = [columns[key].index for key in ("length", "id") if key in columns]
    lengths = [columns["length"].index] if "length" in columns else []

    def classify(cells: Sequence[str], is_cut: bool) -> str:
        words = [_cell(cells, index) for index in devices]
        if not any(map(_says_nothing, words)):
            return ""
        if _are_unused(words, written, listed):
            of_both = lengths if all(map(says_free_port, words)) else of_cable
            is_cable = any(not _says_nothing(_cell(cells, index)) for index in of_both)
            return "device_b" if is_cable else UNUSED_PORT
        return of_one_end(cells, words, is_cut)

    def of_one_end(cells: Sequence[str], words: Sequence[str], is_cut: bool) -> str:
        is_stated = [
            any(
                not _says_nothing(_cell(cells, index))
                for index in (own_ports[side] if words[side] in placeless else end)
            )
            for side, end in enumerate(ends)
        ]
        if all(is_stated) or not (any(is_stated) or any(map(says_free_port, cells))):
            return ""
        far = is_stated.index(False)
        if word := words[far]:
            if word in listed or written[far] or not any(is_stated):
                return ""
            of_far = lengths if says_free_port(word) else of_cable
            is_cable = any(not _says_nothing(_cell(cells, index)) for index in of_far)
            return f"device_{(*SIDES,)[far]}" if is_cable else (UNUSED_NEAR, UNUSED_PORT)[far]
        if far == 0 and not any(map(says_free_port, cells)) and _cell(cells, devices[1]):
            return ""  # the near end is blank: perhaps that of the row above
        if any(map(says_free_port, cells)):
            is_cable = any(not _says_nothing(_cell(cells, index)) for index in lengths)
        else:
            is_cable = is_cut or any(_cell(cells, index) for index in of_cable)
            is_cable = is_cable or not any(_cell(cells, index) for index in ports)
        return "" if is_cable else (UNUSED_NEAR, UNUSED_PORT)[far]

    return classify


def free_units(columns: Mapping[str, TableColumn]) -> Classify:
    """Return a test for rows of devices that are named as free and have neither kind nor model."""
    name = columns["name"].index
    of_kind = [columns[key].index for key in ("kind", "role", "model") if key in columns]

    def classify(cells: Sequence[str], _is_cut: bool) -> str:
        if not is_free(_cell(cells, name)):
            return ""
        return FREE_UNITS if all(_says_nothing(_cell(cells, at)) for at in of_kind) else ""

    return classify
