"""Rows of breakout cables: one port of a switch and several ports at the other side."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from netfloor.exchange.lists.both_ends import port_key
from netfloor.exchange.lists.listed_cable import ListedCable
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Maximum lanes of a port: 800G cages have eight.
MAX_LANES = 8
#: Extra column with one text for all cables of a breakout.
PIECE = "piece"
_Port = tuple[int, str]


def with_lanes(cables: Sequence[ListedCable], names: Sequence[str], panels: Collection[int]) -> list[str]:
    """Give each cable at a port with several, in tables of breakouts, a lane of it and a common piece.

    Lanes are numbered in row order behind the port, as switches name them: ``Eth1/1/1``. Rows that state a
    cable from both ends share its lane. ``panels`` have none. Returns a note on them.
    """
    ends: dict[_Port, list[tuple[ListedCable, int]]] = defaultdict(list)
    for cable in cables:
        if cable.columns is None or not cable.columns.as_breakouts or cable.via:
            continue
        for side, (device, port) in enumerate(cable.ends):
            if port and device not in panels:
                ends[device, port_key(port)].append((cable, side))
    pieces: list[tuple[str, int]] = []
    for (device, _), own in ends.items():
        lanes: dict[_Port | int, int] = {}
        for cable, side in own:
            lanes.setdefault(_far(cable, side), len(lanes) + 1)
        if not 1 < len(lanes) <= MAX_LANES:
            continue
        name = f"{names[device]} {own[0][0].ports[own[0][1]]}"
        pieces.append((name, len(lanes)))
        for cable, side, lane in [(cable, side, lanes[_far(cable, side)]) for cable, side in own]:
            cable.ports[side] = f"{cable.ports[side]}/{lane}"
            cable.attributes = {PIECE: name, **cable.attributes}
    if not pieces:
        return []
    name, count = pieces[0]
    return [
        f"{count_text(len(pieces), 'port')} with several cables read as breakouts, such as {shown(name)} "
        f"of {count} cables: its lanes are {shown(name)}/1 to /{count}, and it is one piece of the order"
    ]


def _far(cable: ListedCable, side: int) -> _Port | int:
    """Return the far end of a cable, or a key of its own if its port is blank."""
    device, port = cable.ends[1 - side]
    return (device, port_key(port)) if port else id(cable)
