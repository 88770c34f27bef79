"""Dead ends of paths through panels in users' lists, each with the row where the path stops."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from netfloor.exchange.lists.both_ends import EndColumns
from netfloor.exchange.lists.cables import ListedCables
from netfloor.exchange.tables.fields import natural
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.subject import AS_ENDS, TO_BUY
from netfloor.fabric.fabric import PANEL, End, Fabric
from netfloor.fabric.links import OpenPath, TracedLinks, loose_paths, other_side, side_of, trace_links
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_NAMED = 10
#: Paths of one option that are problems of their own, and ports named of more.
_FEW = 3
#: Ports of a panel named beside one without a continuation.
_MAX_PORTS = 3
_NUMBERS = re.compile(r"[0-9]{1,9}")


def path_problems(
    fabric: Fabric,
    places: Sequence[str],
    tables: Sequence[EndColumns | None] = (),
    trunks: Collection[str] = (),
) -> Iterator[InputError]:
    """Yield paths that end inside a panel, cords without a device at either end, and loops of cables.

    `kept_ends` are no problem, nor are ``trunks``, the ids of cables between panels that the lists call to
    buy. ``places`` are the rows of the cables, and ``tables`` their columns; a path is named by the row of
    its first cord.
    """
    if all(device.kind != PANEL for device in fabric.devices):
        return
    traced = trace_links(fabric)
    where = {cable.id: place for cable, place in zip(fabric.cables, places, strict=True)}
    kept = {path.pieces[0].id for path in kept_ends(fabric, traced, tables)}
    stopped = [path for path in traced.open_paths if path.pieces[0].id not in kept]
    by_option: dict[str, list[OpenPath]] = defaultdict(list)
    for path in stopped:
        by_option[_option(fabric, path, tables)].append(path)
    for path in stopped:
        first, option = where[path.pieces[0].id], _option(fabric, path, tables)
        alike = by_option[option]
        if option and len(alike) > _FEW:
            stops = shortened([_text(fabric, item.stop) for item in alike], _FEW)
            what = f"{len(alike):,} paths end at ports of panels without a cable on the other side: {stops}"
            called = _called_otherwise(fabric, alike[0].stop)
            yield InputError(first, what, f"rows with these cables{called}; or {option}")
            continue
        start, stop = _text(fabric, path.start), _text(fabric, path.stop)
        yield InputError(
            first, f"the path from {start} ends at {stop}: {_why(path)}", _remedy(fabric, path, option)
        )
    for path in loose_paths(fabric, traced):
        start, stop = _text(fabric, path.start), _text(fabric, path.stop)
        cords = [piece for piece in path.pieces if not piece.installed]
        first = where[(cords or path.pieces)[0].id]
        if path.is_loop:
            yield InputError(
                first, f"the cables from {start} form a loop, through {stop}", "an end at a device"
            )
        elif not {cord.id for cord in cords} <= {*trunks}:
            what = f"the cables from {start} to {stop} lead to no device at either end"
            yield InputError(
                first, what, "a cord to a device at each end, or installed yes for spare cables"
            )


def unplaced_panels(fabric: Fabric, cabling: ListedCables) -> Iterator[InputError]:
    """Yield the panels without a rack whose cables count as installed for being between panels.

    A plan cannot move them, and does not know where they are.
    """
    at = [number for number, cable in enumerate(fabric.cables) if cable.id in cabling.fixed]
    ends = dict.fromkeys(end.device for number in at for end in fabric.cables[number].ends)
    names = [shown(fabric.devices[item].name) for item in ends if fabric.devices[item].cabinet is None]
    if names:
        table = cabling.tables[at[0]]
        option = "" if table is None else f', or {table.options["device_a"]}{TO_BUY}" to buy these cables'
        what = f"{count_text(len(names), 'panel')} without a rack, and the cables between them count as "
        what += f"installed: {shortened(names, _NAMED)}"
        yield InputError(cabling.lines[at[0]], what, f"a rack for each{option}")


def kept_ends(
    fabric: Fabric, traced: TracedLinks, tables: Sequence[EndColumns | None] = ()
) -> list[OpenPath]:
    """Return the paths that end at panels and stay as listed; their far side is unknown.

    The lists have no cable on the other side of any port of the panel, or the user took the panels of the
    table as ends.
    """
    ways = (*(link.pieces for link in traced.links), *(path.pieces for path in traced.open_paths))
    through = {end.device for way in ways for end in [end for piece in way for end in piece.ends][1:-1]}
    through |= {
        end.device
        for cable in fabric.cables
        for end in cable.ends
        if cable.installed or side_of(end.port_text) == "r"
    }
    asked = {
        cable.id for cable, table in zip(fabric.cables, tables, strict=False) if table and table.as_ends
    }
    return [
        path
        for path in traced.open_paths
        if not path.is_loop and (path.stop.device not in through or path.pieces[-1].id in asked)
    ]


def end_notes(fabric: Fabric, tables: Sequence[EndColumns | None] = ()) -> Iterator[str]:
    """Yield a note on the cables that end at panels as listed."""
    if kept := kept_ends(fabric, trace_links(fabric), tables):
        ends = [f"{shown(path.pieces[-1].id)} at {_text(fabric, path.stop)}" for path in kept]
        many = count_text(len(ends), "cable")
        yield (
            f"{many} without a listed cable behind their panels: {shortened(ends, _NAMED)}. "
            "Each is laid to its panel; it is not in the bill, since its far end is unknown."
        )


def trunk_notes(fabric: Fabric) -> Iterator[str]:
    """Yield a note on the rear ports of panels that carry several front ports, as the names were read."""
    trunks = []
    for index, device in enumerate(fabric.devices):
        if any(position > 1 for _, _, position in device.passes):
            ports = {end.port: end for cable in fabric.cables for end in cable.ends if end.device == index}
            fronts = [ports[front].port_text for front, _, _ in device.passes if front in ports]
            rear = ports[device.passes[0][1]]
            trunks.append(f"{_text(fabric, rear)} ({shortened([*map(shown, fronts)], _NAMED)})")
    if trunks:
        yield (
            f"{count_text(len(trunks), 'panel')} whose only rear port is read as a trunk of all its front "
            f"ports: {shortened(trunks, _NAMED)}."
        )


def _why(path: OpenPath) -> str:
    return "a loop" if path.is_loop else "no cable is on the other side of that port"


def _option(fabric: Fabric, path: OpenPath, tables: Sequence[EndColumns | None]) -> str:
    """Return the option that keeps a path as it is, and its effect; empty if there is none."""
    number = fabric.cable_of_id[path.pieces[-1].id]
    table = tables[number] if number < len(tables) else None
    if path.is_loop or table is None:
        return ""
    key = "device_b" if fabric.cables[number].b.device == path.stop.device else "device_a"
    return f'{table.options[key]}{AS_ENDS}" keeps such cables as they are'


def _remedy(fabric: Fabric, path: OpenPath, option: str) -> str:
    """Return advice on the row that would continue the path, and the option that keeps it as it is."""
    if path.is_loop:
        return "another port: a path goes through each once"
    name, other = fabric.devices[path.stop.device].name, other_side(path.stop.port_text)
    side = "behind" if side_of(path.stop.port_text) != "r" else "in front"
    row = (
        f"a row with the cable {side}, at {shown(f'{name} {other}')}{_called_otherwise(fabric, path.stop)}"
    )
    return f"{row}; or {option}" if option else f"{row}; kind other for a panel that leads out of the room"


def _called_otherwise(fabric: Fabric, stop: End) -> str:
    """Return the ports of a panel that may be the other side of a port but are called otherwise."""
    side, number = side_of(stop.port_text), _NUMBERS.findall(stop.port_text)
    names = {
        end.port_text for cable in fabric.cables for end in cable.ends if end.device == stop.device
    } - {stop.port_text}
    others = [
        name
        for name in sorted(names, key=natural)
        if (side_of(name) or side) != side
        or (not side_of(name) and number and _NUMBERS.findall(name) == number)
    ]
    if not others:
        return ""
    panel = shown(fabric.devices[stop.device].name)
    quoted = shortened([repr(shown(name)) for name in others], _MAX_PORTS)
    return f" ({panel} has {quoted}, which netfloor does not take for its other side)"


def _text(fabric: Fabric, end: End) -> str:
    return shown(f"{fabric.devices[end.device].name} {end.port_text}")
