"""Tables of cables in which only one column names devices, and columns of far ends that are not read."""

from collections.abc import Sequence

from netfloor.exchange.lists.forms.end_pairs import EXAMPLES, looks_like_two_ends
from netfloor.exchange.lists.forms.grids.known_names import is_name_of
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.layout import SKIPPED
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.rows import SubjectTable
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
#: Fields that lists of cables have, and lists of devices do not.
_OF_CABLES = frozenset({"length", "rate", "fibre", "via", "id"})


def refuse_cables_as_devices(tables: Sequence[SubjectTable], problems: Problems) -> None:
    """Refuse cable tables in which only one column, such as ``Switch``, names devices.

    Their rows name ports under several headings, and repeat the same devices; or each name consists of two
    ends, beside columns of cables.
    """
    for table in tables:
        if table.subject is not DEVICES:
            continue
        if _refuse_two_ends(table, problems):
            continue
        words = {heading: {*words_of(heading)} for _, heading in table.further}
        ports = [item for item, said in words.items() if said & _PORT_WORDS and not said & _OF_PORTS_ALONE]
        if len(ports) < _FEWEST_PORTS:
            continue
        names = [row.values.get("name", "") for row in table.rows()]
        if 2 * len({*names}) >= len(names):
            continue
        name = shown(table.columns["name"].heading)
        devices = count_text(len({*names}), "device")
        what = f"{name!r} names {devices} in {len(names):,} rows, with ports below "
        what += join_words([repr(shown(port)) for port in ports])
        option = setting("map")
        remedy = f'if each row is a cable: {option} "{name}=a" {option} "{shown(ports[-1])}=port a" '
        remedy += f'{option} "HEADING=b" {option} "HEADING=port b"'
        problems.add(table.layout.where, what, remedy)


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


def refuse_unread_ends(tables: Sequence[SubjectTable], problems: Problems) -> None:
    """Refuse lists of devices without a cable in which columns that are not read name listed devices."""
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
            ends = [cell for cell in cells if is_name_of(cell, names)]
            if 2 * len(ends) > len(cells):
                named[heading] = ends[0]
        if named:
            first = next(iter(named.values()))
            columns = join_words([repr(shown(heading)) for heading in named])
            verb = "names" if len(named) == 1 else "name"
            what = (
                f"the lists have no cables, but {columns} {verb} listed devices, such as {shown(first)!r}"
            )
            options = " ".join(f'{setting("map")} "{shown(heading)}={SKIPPED}"' for heading in named)
            remedy = (
                "device and port in each cell, such as leaf1 / Eth1/1, are a cable from the row's device"
            )
            problems.add(table.layout.where, what, f"{remedy}; or {options} for a plan without cables")
