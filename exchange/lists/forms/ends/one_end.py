"""Device and port of one end of a cable in a single text: ``leaf1:Eth1/49``, ``spine switch: port 23``."""

import re
from collections.abc import Sequence
from dataclasses import replace

from netfloor.exchange.lists.subjects import CABLES
from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.headings.layout import Asked, find_layout
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Device and port separated by a colon.
COLON = re.compile(r"([^\s:/][^:/]{0,79}?)\s?:\s?([^\s:][^:]{0,59})")
_NOUNS = r"port|anschluss|buchse|prise|puerto|interface|slot|card|module|nic"
#: Device and port where a word says which is the port: ``leaf switch 1 port 33``.
NOUN = re.compile(rf"(\S.{{0,79}}?)[\s,]{{1,3}}((?:{_NOUNS})\s?[0-9].{{0,50}})", re.IGNORECASE)
_PORT_ALONE = re.compile(rf"(?:{_NOUNS})\s?[0-9][0-9/.:]{{0,20}}", re.IGNORECASE)
_TYPES = (
    "p|e|et|eth|ethernet|fa|ge|gi|gig|gigabitethernet|xe|te|ten|tengigabitethernet|twe|twentyfivegige|fo"
    "|fortygige|hu|hundredgige|swp|sfp|qsfp|osfp|net|lan|if|ib|hca|fc|hba|en[ops]|mlx|cx|mgmt|mgt|nm"
)
#: Device and port where the type of the port stands before its number: ``leaf 1 Eth 1/49``.
TYPED = re.compile(
    rf"(\S.{{0,79}}?)[\s,]{{1,3}}((?:{_TYPES})[\s_+-]{{0,2}}[0-9][\w/.:-]{{0,20}})", re.IGNORECASE
)
#: Ports, unlike devices.
_PORT = re.compile(
    rf"(?:{_NOUNS})\b.*|(?:{_TYPES})[\s_+-]{{0,2}}[0-9][\w/.:-]{{0,20}}|[0-9]{{1,3}}/[0-9][0-9/.:]{{0,12}}"
    r"|(?:(?:net|ser|net0)\s)?(?:mgmt|mgt|ilom|ilo|idrac|bmc|ipmi|cimc|console|management)[0-9]?",
    re.IGNORECASE,
)
#: Ports that cannot be the end of a name such as ``leaf IB 2``.
_SURELY_PORT = re.compile(r".*[0-9][/.:][0-9].*|(?:eth|swp|en[ops]|mlx)[0-9]\S*", re.IGNORECASE)
#: Device and port separated by the last space.
_WORDS = re.compile(r"(\S.{0,79}?)\s{1,3}(\S{1,60})")
#: A port in brackets behind its device, or behind a sign with spaces: ``sw1 (Gi1/0/1)``, ``sw1 / Gi1/0/1``.
_SIGNS = (
    re.compile(r"(\S.{0,79}?)\s{0,3}[(\[]([^()\[\]]{1,60})[)\]]"),
    re.compile(r"(\S.{0,79}?)\s[-\u2013/|>]\s(\S.{0,60})"),
)
#: Rack units, which name no device.
_UNIT = re.compile(r"(?:r?u|he)\s?[0-9]{1,2}", re.IGNORECASE)


def _behind_sign(text: str) -> tuple[str, str] | None:
    for form in _SIGNS:
        if (match := form.fullmatch(text)) and _PORT.fullmatch(port := match[2].strip()):
            return match[1], port
    return None


def is_port(text: str) -> bool:
    """Return whether a text is a port alone: ``Eth1/1``, ``1/0/1``, ``mgmt0``."""
    return _PORT.fullmatch(text) is not None


def end_of_words(text: str) -> tuple[str, str] | None:
    """Return device and port of an end without a colon, None if it is not clear where the port begins."""
    if end := _behind_sign(text):
        return end
    if match := NOUN.fullmatch(text) or TYPED.fullmatch(text):
        return match[1], match[2]
    match = _WORDS.fullmatch(text)
    if match is None:
        return None
    is_port = any(map(str.isdigit, match[2])) or _PORT.fullmatch(match[2]) is not None
    return (match[1], match[2]) if is_port or " " not in match[1] else None


def with_ports_apart(table: TextTable, notes: list[str], asked: Asked) -> TextTable:
    """Return a table of cables whose ends without a column of ports have one, from the column of devices.

    Raises `InputError` if such a column holds ports or rack units in place of devices.
    """
    layout = find_layout(table, CABLES, asked)
    if layout is None:
        return table
    head = next(number for number, row in enumerate(table.rows) if row.where == layout.where)
    for side in SIDES:
        if f"port_{side}" in layout.by_key:
            continue
        column = layout.by_key[f"device_{side}"]
        numbers = [
            number
            for number in range(layout.first, len(table.rows))
            if number not in table.titles and sum(map(bool, table.rows[number].cells)) > 1
        ]
        cells = {
            number: cell for number in numbers if (cell := cell_at(table.rows[number].cells, column.index))
        }
        ends = ends_of_cells([*cells.values()])
        if not ends:
            continue
        for number, cell in cells.items():
            _refuse_unclear(table.rows[number].where, cell, ends, shown(column.heading), side)
        split = {number: ends[cell] for number, cell in cells.items() if cell in ends}
        table = with_port_column(table, column.index, f"port {side}", head, split)
        where, (name, port) = table.rows[min(split)].where, split[min(split)]
        notes.append(
            f"{where}: {count_text(len(split), 'cell')} below {shown(column.heading)!r} read as device and "
            f"port, such as {shown(name)} and {shown(port)}"
        )
    return table


def ends_of_cells(texts: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return device and port of the texts of a column that name both; ports alone have no device."""
    ends: dict[str, tuple[str, str]] = {}
    unsure: dict[str, tuple[str, str]] = {}
    typed: dict[str, tuple[str, str]] = {}
    every = dict.fromkeys(texts)
    for text in every:
        if _PORT_ALONE.fullmatch(text):
            ends[text] = "", text
        elif match := COLON.fullmatch(text):
            is_port = _PORT.fullmatch(match[2].strip())
            (ends if is_port else unsure)[text] = match[1], match[2].strip()
        elif end := _behind_sign(text):
            ends[text] = end
        elif match := NOUN.fullmatch(text):
            ends[text] = match[1], match[2].strip()
        elif (match := TYPED.fullmatch(text)) and _SURELY_PORT.fullmatch(match[2]):
            typed[text] = match[1], match[2].strip()
    if len(unsure) <= len(ends):
        ends |= unsure
    return {**ends, **typed} if len(ends) + len(typed) == len(every) else ends


def _refuse_unclear(
    where: str, cell: str, ends: dict[str, tuple[str, str]], heading: str, side: str
) -> None:
    """Refuse a port without a device, and a rack unit in place of a device."""
    if cell not in ends:
        return
    name = ends[cell][0]
    if name and not _UNIT.fullmatch(name):
        return
    what = f"{shown(cell)!r} below {heading!r} names a port of {'a rack unit' if name else 'no device'}"
    remedy = (
        f'the device before the port, or {setting("map")} "{heading}=port {side}" and a column of devices'
    )
    raise InputError(where, what, remedy)


def with_port_column(
    table: TextTable, index: int, heading: str, head: int, split: dict[int, tuple[str, str]]
) -> TextTable:
    """Return a table with a column of ports to the right of all others."""
    width = max(len(row.cells) for row in table.rows)
    rows: list[TableRow] = []
    for number, row in enumerate(table.rows):
        cells = [*row.cells, *[""] * (width - len(row.cells))]
        more = heading if number == head else ""
        if number in split:
            cells[index], more = split[number]
        rows.append(replace(row, cells=(*cells, more)) if more else row)
    return replace(table, rows=tuple(rows))
