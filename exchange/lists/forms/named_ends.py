"""Tables of cables in which only one column names devices."""

from collections.abc import Sequence

from netfloor.exchange.lists.subjects import DEVICES
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import words_of
from netfloor.foundation.errors import setting
from netfloor.foundation.wording import join_words
from netfloor.topologies.parameters import shown

#: Words of a heading for single ports.
_PORT_WORDS = frozenset({"port", "interface", "anschluss", "prise", "puerto", "interfaz", "schnittstelle"})
#: Words of a heading for port data other than the name.
_OF_PORTS_ALONE = frozenset(
    {"start", "end", "from", "to", "first", "last", "range", "speed", "type", "count"}
) | {"number", "mode", "description", "status", "group"}
_FEWEST_PORTS = 2


def refuse_cables_as_devices(tables: Sequence[SubjectTable], problems: Problems) -> None:
    """Refuse cable tables in which only one column, such as ``Switch``, names devices.

    Their rows name ports under several headings, and repeat the same devices.
    """
    for table in tables:
        if table.subject is not DEVICES:
            continue
        words = {heading: {*words_of(heading)} for _, heading in table.further}
        ports = [item for item, said in words.items() if said & _PORT_WORDS and not said & _OF_PORTS_ALONE]
        if len(ports) < _FEWEST_PORTS:
            continue
        names = [row.values.get("name", "") for row in table.rows()]
        if 2 * len({*names}) >= len(names):
            continue
        name = shown(table.columns["name"].heading)
        what = f"{name!r} names {len({*names}):,} devices in {len(names):,} rows, with ports below "
        what += join_words([repr(shown(port)) for port in ports])
        option = setting("map")
        remedy = f'if each row is a cable: {option} "{name}=a" {option} "{shown(ports[-1])}=port a" '
        remedy += f'{option} "HEADING=b" {option} "HEADING=port b"'
        problems.add(table.layout.where, what, remedy)
