"""Tables of cables in which only one column names devices, and columns of far ends that are not read."""

import re
from collections.abc import Sequence

from netfloor.exchange.lists.forms.ends.end_pairs import EXAMPLES, looks_like_two_ends
from netfloor.exchange.lists.forms.known_names import is_name_of
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.headings.layout import SKIPPED
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.row_kinds.statuses import is_status_heading
from netfloor.exchange.tables.rows import SubjectRow, SubjectTable
from netfloor.exchange.tables.subject import HeadingReader, words_of
from netfloor.foundation.errors import setting
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Words of a heading for single ports.
_PORT_WORDS = frozenset({"port", "interface", "anschluss", "prise", "puerto", "interfaz", "schnittstelle"})
#: Words of a heading for port data other than the name.
_OF_PORTS_ALONE = frozenset(
    {"start", "end", "from", "to", "first", "last", "range", "speed", "type", "count"}
) | {"number", "mode", "description", "status", "group"}
_FEWEST_PORTS = 2
#: Signs between several ends in one cell.
_PARTS = re.compile("[,;\\n]")
#: Maximum columns offered as those of the far devices.
_MAX_CHOICES = 3
#: Fields that cable lists have, and device lists do not.
_OF_CABLES = frozenset({"length", "rate", "fibre", "via", "id"})


def without_cables_as_devices(tables: Sequence[SubjectTable], problems: Problems) -> list[SubjectTable]:
    """Return the tables except cable tables in which only one column, such as ``Switch``, names devices.

    These are refused: their rows name ports under several headings, and repeat the same devices; or each
    name consists of two ends, beside columns of cables. Reading them as devices would add other problems.
    """
    return [table for table in tables if not _refuse_cables_as_devices(table, problems)]


def _refuse_cables_as_devices(table: SubjectTable, problems: Problems) -> bool:
    """Refuse a table of devices whose rows are cables, and return whether it is one."""
    if table.subject is not DEVICES:
        return False
    if _refuse_two_ends(table, problems):
        return True
    words = {heading: {*words_of(heading)} for _, heading in table.further}
    of_ports = (item for item, said in words.items() if said & _PORT_WORDS)
    ports = [item for item in of_ports if not words[item] & _OF_PORTS_ALONE]
    if len(ports) < _FEWEST_PORTS:
        return False
    rows = [*table.rows()]
    names = [row.values.get("name", "") for row in rows]
    if 2 * len({*names}) >= len(names):
        return False
    name, own = table.option_name("name"), _own_port(table, ports)
    what = f"{name!r} names {count_text(len({*names}), 'device')} in {len(names):,} rows, with ports below "
    what += join_words([repr(shown(port)) for port in ports])
    option = setting("map")
    others = [port for port in ports if port != own]
    far = f' {option} "{table.further_option(others[-1])}=port b"' if others else ""
    remedy = (
        f'if each row is a cable: {option} "{name}=a" {option} "{table.further_option(own)}=port a"{far}'
    )
    if devices := [heading for heading in words if heading not in ports and _are_names(rows, heading)]:
        choices = [f'{option} "{table.further_option(heading)}=b"' for heading in devices[:_MAX_CHOICES]]
        remedy += f" with {' or '.join(choices)} for the far devices"
    else:
        remedy += " and a column of the far devices"
    problems.add(table.layout.where, what, remedy)
    return True


def _own_port(table: SubjectTable, ports: Sequence[str]) -> str:
    """Return the heading for the ports of the devices that a table names: the first behind the names."""
    at = {heading: index for index, heading in table.further}
    behind = [port for port in ports if at[port] > table.columns["name"].index]
    return next(iter(behind), ports[0])


def _are_names(rows: Sequence[SubjectRow], heading: str) -> bool:
    """Return whether most cells of a column may name devices: with letters, and not all alike."""
    if is_status_heading(heading):
        return False
    cells = [row.further.get(heading, "") for row in rows]
    named = [cell for cell in cells if any(map(str.isalpha, cell))]
    return 2 * len(named) > len(cells) and len({*named}) > 1


def _refuse_two_ends(table: SubjectTable, problems: Problems) -> bool:
    """Refuse a table with columns of cables whose device names are mostly two ends that are not clear."""
    reader = HeadingReader(CABLES)
    meanings = [reader.meaning(column.heading) for column in table.layout.columns]
    fields = {meaning.field.name for meaning in meanings if meaning is not None and meaning.is_sure}
    rows = [row for row in table.rows() if row.values.get("name")]
    both = [row for row in rows if looks_like_two_ends(row.values["name"])]
    if not fields & _OF_CABLES or 2 * len(both) <= len(rows):
        return False
    heading = shown(table.columns["name"].heading)
    what = f"{heading!r} names both ends of cables, which are not clear: {shown(both[0].values['name'])!r}"
    option = f'{setting("map")} "{table.option_name("name")}=a b"'
    problems.add(
        both[0].where, what, f"{EXAMPLES} in each row, read with {option}; or columns for each end"
    )
    return True


def refuse_unread_ends(
    tables: Sequence[SubjectTable], problems: Problems, *, has_cables: bool = False
) -> None:
    """Refuse device lists in which unread columns name listed devices: they may be cables."""
    names = frozenset(
        row.values["name"] for table in tables for row in table.rows() if "name" in row.values
    )
    for table in tables:
        named: dict[str, str] = {}
        for _, heading in table.further:
            cells = [
                cell
                for row in table.rows()
                if (cell := row.further.get(heading, ""))
                and not is_name_of(cell, frozenset({row.values.get("name", "")}))
            ]
            ends = [cell for cell in cells if _names_ends(cell, names)]
            if 2 * len(ends) > len(cells):
                named[heading] = ends[0]
        if named:
            first = next(iter(named.values()))
            columns = join_words([repr(shown(heading)) for heading in named])
            verb = "names" if len(named) == 1 else "name"
            what = f"{columns} {verb} listed devices, such as {shown(first)!r}"
            what += ", and is not read" if len(named) == 1 else ", and are not read"
            what = what if has_cables else f"the lists have no cables, but {what}"
            options = " ".join(
                f'{setting("map")} "{table.further_option(heading)}={SKIPPED}"' for heading in named
            )
            remedy = (
                "device and port in each cell, such as leaf1 / Eth1/1, are a cable from the row's device"
            )
            aim = "if they are no cables" if has_cables else "for a plan without cables"
            problems.add(table.layout.where, what, f"{remedy}; or {options} {aim}")


def _names_ends(cell: str, names: frozenset[str]) -> bool:
    """Return whether each part of a cell names a device, with a port behind it, or before: ``49:core1``."""
    parts = [part.strip() for part in _PARTS.split(cell) if part.strip()]
    return bool(parts) and all(
        is_name_of(part, names) or part.rpartition(":")[2].strip() in names for part in parts
    )
