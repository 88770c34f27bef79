"""Rows of breakout cables: one port of a switch and several ports at the other side."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence

from netfloor.exchange.lists.both_ends import port_key
from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Maximum lanes of a port: 800G cages have eight.
MAX_LANES = 8
#: Extra column with one text for all cables of a breakout.
PIECE = "piece"
_Port = tuple[int, str]
#: A cable and its end, 0 or 1.
_CableEnd = tuple[ListedCable, int]
#: The far ends of the cables at each port.
FarEnds = Mapping[_Port, Collection[_Port]]
_LANE = re.compile(
    r"(?:(?:lane|leg|channel|ch|l|breakout) ?)?([1-9][0-9]?)(?:\.0| ?(?:/|of) ?[1-9])?", re.IGNORECASE
)


def with_lanes(cables: Sequence[ListedCable], names: Sequence[str], panels: Collection[int]) -> list[str]:
    """Give each cable at a port with several, in tables of breakouts, a lane of it and a common piece.

    A column of lanes numbers them, otherwise the order of rows, behind the port, as switches name them:
    ``Eth1/1/1``. Rows that state a cable from both ends share its lane. ``panels`` have none. Returns
    a note.
    """
    pieces: list[tuple[str, int]] = []
    sides: set[tuple[int, int]] = set()  # the tables and their ends that have lanes
    alone: list[_CableEnd] = []
    for (device, _), own in _ends_of_tables(cables, panels).items():
        lanes = _lanes(own)
        if len(lanes) == 1:
            alone += own
        if not 1 < len(lanes) <= MAX_LANES:
            continue
        name = f"{names[device]} {own[0][0].ports[own[0][1]]}"
        pieces.append((name, len(lanes)))
        for cable, side, lane in [(cable, side, lanes[_far(cable, side)]) for cable, side in own]:
            sides.add((id(cable.columns), side))
            cable.ports[side] = f"{cable.ports[side]}/{lane}"
            cable.attributes = {PIECE: name, **cable.attributes}
    _number_single_legs(alone, sides)
    if not pieces:
        return []
    name, count = pieces[0]
    return [
        f"{count_text(len(pieces), 'port')} with several cables read as breakouts, such as {shown(name)} "
        f"of {count} cables: its lanes are {shown(name)}/1 to /{count}, and it is one piece of the order"
    ]


def _ends_of_tables(cables: Sequence[ListedCable], panels: Collection[int]) -> dict[_Port, list[_CableEnd]]:
    """Return the ends at each port of a device, in tables of breakouts."""
    ends: dict[_Port, list[_CableEnd]] = defaultdict(list)
    for cable in cables:
        if cable.columns is None or not cable.columns.as_breakouts or cable.via:
            continue
        for side, (device, port) in enumerate(cable.ends):
            if port and device not in panels:
                ends[device, port_key(port)].append((cable, side))
    return ends


def _number_single_legs(alone: Sequence[_CableEnd], sides: Collection[tuple[int, int]]) -> None:
    """Give the only leg in use of a port its stated lane, at the ends of a table that have lanes."""
    for cable, side in alone:
        if (id(cable.columns), side) in sides and (lane := _stated_lane(cable)):
            cable.ports[side] = f"{cable.ports[side]}/{lane}"


def _lanes(own: Sequence[_CableEnd]) -> dict[_Port | int, int]:
    """Return the lane of each far end of a port: as stated if each has its own, otherwise in row order."""
    stated: dict[_Port | int, int] = {}
    for cable, side in own:
        stated.setdefault(_far(cable, side), _stated_lane(cable))
    if 0 in stated.values() or len({*stated.values()}) < len(stated):
        return {far: lane for lane, far in enumerate(stated, 1)}
    return stated


def _stated_lane(cable: ListedCable) -> int:
    """Return the number in the row's column of lanes, 0 if it has none."""
    heading = "" if cable.columns is None else cable.columns.lanes
    match = _LANE.fullmatch(cable.attributes.get(heading, "").strip())
    return int(match[1]) if match else 0


def _far(cable: ListedCable, side: int) -> _Port | int:
    """Return the far end of a cable, or a key of its own if its port is blank."""
    device, port = cable.ends[1 - side]
    return (device, port_key(port)) if port else id(cable)


def far_ends(cables: Sequence[ListedCable], key_of: Callable[[int, str], str]) -> FarEnds:
    """Return the far ends of the cables at each stated port; ``key_of`` gives the key of a port."""
    results: dict[_Port, set[_Port]] = defaultdict(set)
    for cable in cables:
        a, b = ((device, key_of(device, port)) for device, port in cable.ends)
        for end, other in ((a, b), (b, a)):
            if end[1]:
                results[end].add(other)
    return results
