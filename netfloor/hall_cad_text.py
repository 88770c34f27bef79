"""The hall file that an imported drawing becomes."""

from collections.abc import Iterator, Sequence

from foundation.files import to_json
from netfloor.hall_cad_cabinets import CadCabinet
from rooms.hall.rounding import Point

_HEAD = """\
# Imported from a drawing. Heights, capacities, fronts and rack units are not in it: check them.
schema = 1
"""
_KINDS = {"pillars": "pillar", "keep_outs": "keep_out", "cooling": "cooling"}


def hall_text(
    name: str,
    floor: tuple[Sequence[Point], dict[str, list[tuple[Point, ...]]]],
    cabinets: Sequence[CadCabinet],
    trays: Sequence[tuple[tuple[Point, ...], int]],
    risers: Sequence[Point],
) -> str:
    """Return a hall file as TOML; the floor is its outline and its areas by kind."""
    outline, areas = floor
    # A JSON string is a TOML string, where control characters are escaped alike.
    title = to_json(name[:100]).strip()
    parts = [f"{_HEAD}name = {title}\n\n[hall]\noutline_m = {_points(outline)}\n"]
    for kind, key in _KINDS.items():
        parts += [f"\n[[{key}]]\ncorners_m = {_points(corners)}\n" for corners in areas[kind]]
    parts += [
        f"\n[[tray]]\npoints_m = {_points(line)}\nheight_m = {_metres(height)}\n" for line, height in trays
    ]
    parts += [f"\n[[riser]]\nat_m = {_point(at)}\n" for at in risers]
    return "".join([*parts, *_cabinets(cabinets)])


def _cabinets(cabinets: Sequence[CadCabinet]) -> Iterator[str]:
    for cabinet in cabinets:
        yield (
            f'\n[[cabinet]]\nname = "{cabinet.name}"\ncentre_m = {_point(cabinet.centre_mm)}\n'
            f"width_m = {_metres(cabinet.width_mm)}\ndepth_m = {_metres(cabinet.depth_mm)}\n"
            f"front_deg = {cabinet.front_deg:g}\n" + "taken = true\n" * cabinet.taken
        )


def _points(points: Sequence[Point]) -> str:
    return f"[{', '.join(_point(point) for point in points)}]"


def _point(point: Point) -> str:
    return f"[{_metres(point[0])}, {_metres(point[1])}]"


def _metres(mm: int) -> str:
    """Return whole millimetres as metres, exactly."""
    sign, whole = "-" * (mm < 0), abs(mm)
    return f"{sign}{whole // 1000}.{whole % 1000:03d}"
