"""What is wrong with a hall: things that stand in one another's way."""

from collections.abc import Iterator

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.checks.aisles import aisle_problems
from netfloor.rooms.hall.checks.doors import door_problems
from netfloor.rooms.hall.checks.footprints import footprints, obstacles, strip_mm
from netfloor.rooms.hall.checks.problem import HallProblem, problem_at
from netfloor.rooms.hall.file.shapes import in_metres
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Area


def hall_problems(hall: Hall, aisle_mm: int = 0) -> tuple[HallProblem, ...]:
    """Return everything that stands where it cannot, and aisles narrower than a limit, 0 for none.

    An aisle's width is the least free one between the fronts or backs of rows.
    """
    checks = [_overlaps, _outside, _in_areas, _beyond_walls, _unclear, door_problems]
    problems = [problem for check in checks for problem in check(hall)]
    return (*problems, *(aisle_problems(hall, aisle_mm) if aisle_mm > 0 else ()))


def refuse_problems(hall: Hall, source: str) -> None:
    """Raise an `InputError` for the first thing that stands where it cannot."""
    for problem in hall_problems(hall):
        where = in_metres((problem.x_mm, problem.y_mm))
        raise InputError(f"{source}: {problem.subject}", f"{problem.what}, at {where}", problem.remedy)


def _overlaps(hall: Hall) -> Iterator[HallProblem]:
    from shapely import STRtree  # noqa: PLC0415 - Shapely takes long to import

    shapes, inset = footprints(hall.cabinets), footprints(hall.cabinets, inset=True)
    pairs = STRtree(inset).query(inset, predicate="intersects").T
    for a, b in sorted((int(a), int(b)) for a, b in pairs if a < b):
        one, other = hall.cabinets[a].name, hall.cabinets[b].name
        what = f"cabinets {one} and {other} overlap"
        yield problem_at("overlap", f"cabinet {one}", what, shapes[a].intersection(shapes[b]))


def _outside(hall: Hall) -> Iterator[HallProblem]:
    from shapely import Polygon, covers, prepare  # noqa: PLC0415 - Shapely takes long to import

    outline = Polygon(hall.outline_mm)
    prepare(outline)
    shapes, inset = footprints(hall.cabinets), footprints(hall.cabinets, inset=True)
    for i in (~covers(outline, inset)).nonzero()[0]:
        name = hall.cabinets[i].name
        what = f"cabinet {name} stands outside the outline"
        if inset[i].intersects(outline):
            what = f"cabinet {name} stands partly outside the outline"
        yield problem_at("outside", f"cabinet {name}", what, shapes[i].difference(outline))


def _beyond_walls(hall: Hall) -> Iterator[HallProblem]:
    """Yield areas that lie wholly outside the outline, and trays that leave it."""
    from shapely import LineString, Polygon  # noqa: PLC0415 - Shapely takes long to import

    outline = Polygon(hall.outline_mm)
    for _, word, areas in _areas(hall):
        for area in areas:
            shape = Polygon(area.corners_mm)
            if not shape.intersects(outline):
                subject = f"{word} {area.name}"
                yield problem_at("outside", subject, f"{subject} stands outside the outline", shape)
    for tray in hall.trays:
        beyond = LineString(tray.points_mm).difference(outline.buffer(1))
        if not beyond.is_empty:
            subject = f"tray {tray.name}"
            yield problem_at("outside", subject, f"{subject} leaves the outline", beyond)


def _in_areas(hall: Hall) -> Iterator[HallProblem]:
    from shapely import Polygon, STRtree  # noqa: PLC0415 - Shapely takes long to import

    shapes, inset = footprints(hall.cabinets), footprints(hall.cabinets, inset=True)
    for kind, word, areas in _areas(hall):
        polygons = [Polygon(area.corners_mm) for area in areas]
        # A cabinet may touch what it stands beside.
        pairs = STRtree(polygons).query(inset, predicate="intersects").T if polygons else ()
        for cabinet, area in sorted((int(c), int(a)) for c, a in pairs):
            name = hall.cabinets[cabinet].name
            what = f"cabinet {name} is in {word} {areas[area].name}"
            shared = shapes[cabinet].intersection(polygons[area])
            yield problem_at(kind, f"cabinet {name}", what, shared)


def _unclear(hall: Hall) -> Iterator[HallProblem]:
    """Yield what stands on the floor before or behind a cabinet that has to stay free."""
    from shapely import Polygon, STRtree  # noqa: PLC0415 - Shapely takes long to import

    areas = obstacles(hall)
    names = [f"cabinet {cabinet.name}" for cabinet in hall.cabinets] + [name for name, _ in areas]
    shapes = [*footprints(hall.cabinets, inset=True), *(Polygon(area.corners_mm) for _, area in areas)]
    tree = STRtree(shapes)
    for number, cabinet in enumerate(hall.cabinets):
        sides = (("before", cabinet.front_clear_mm, True), ("behind", cabinet.rear_clear_mm, False))
        for side, deep_mm, front in sides:
            if not deep_mm:
                continue
            zone = Polygon(strip_mm(cabinet, deep_mm, front=front))
            for i in sorted(int(i) for i in tree.query(zone, predicate="intersects") if i != number):
                shared = shapes[i].intersection(zone)
                if shared.area > 1:
                    what = f"{names[i]} stands on the {deep_mm / 1000:g} m {side} cabinet {cabinet.name}"
                    subject = f"cabinet {cabinet.name}"
                    yield problem_at("clearance", subject, f"{what} that must stay free", shared)


def _areas(hall: Hall) -> Iterator[tuple[str, str, tuple[Area, ...]]]:
    """Yield the areas of a hall by kind, with the word for one."""
    yield "pillar", "pillar", hall.pillars
    yield "keep_out", "keep-out", hall.keep_outs
    yield "cooling", "cooling row", hall.cooling
