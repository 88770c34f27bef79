"""Dead ends of paths through panels in users' lists, each with the row where the path stops."""

from collections.abc import Iterator, Sequence

from netfloor.fabric.fabric import PANEL, End, Fabric
from netfloor.fabric.links import OpenPath, loose_paths, other_side, side_of, trace_links
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown


def path_problems(fabric: Fabric, places: Sequence[str]) -> Iterator[InputError]:
    """Yield paths that end inside a panel, cords without a device at either end, and loops of cables.

    ``places`` are the rows of the cables; the row of its first cord names a path.
    """
    if all(device.kind != PANEL for device in fabric.devices):
        return
    traced = trace_links(fabric)
    where = {cable.id: place for cable, place in zip(fabric.cables, places, strict=True)}
    for path in traced.open_paths:
        first = where[path.pieces[0].id]
        start, stop = _text(fabric, path.start), _text(fabric, path.stop)
        yield InputError(
            first, f"the path from {start} ends at {stop}: {_why(path)}", _remedy(fabric, path)
        )
    for path in loose_paths(fabric, traced):
        start, stop = _text(fabric, path.start), _text(fabric, path.stop)
        cords = [piece for piece in path.pieces if not piece.installed]
        first = where[(cords or path.pieces)[0].id]
        if path.is_loop:
            yield InputError(
                first, f"the cables from {start} form a loop, through {stop}", "an end at a device"
            )
        else:
            what = f"the cables from {start} to {stop} lead to no device at either end"
            yield InputError(
                first, what, "a cord to a device at each end, or installed yes for spare cables"
            )


def _why(path: OpenPath) -> str:
    return "a loop" if path.is_loop else "no cable is on the other side of that port"


def _remedy(fabric: Fabric, path: OpenPath) -> str:
    """Return advice on the row that would continue the path."""
    if path.is_loop:
        return "another port: a path goes through each once"
    name, other = fabric.devices[path.stop.device].name, other_side(path.stop.port_text)
    side = "behind" if side_of(path.stop.port_text) != "r" else "in front"
    return (
        f"a row with the cable {side}, at {shown(f'{name} {other}')}; "
        "kind other for a panel that leads out of the room"
    )


def _text(fabric: Fabric, end: End) -> str:
    return shown(f"{fabric.devices[end.device].name} {end.port_text}")
