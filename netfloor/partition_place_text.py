"""What ``netfloor partition place`` prints: a document for programs, tables for people."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from foundation.units import mm_to_metres
from layout.regions.division import Division
from layout.regions.measure import Region
from layout.regions.units import Units, cabinet_centres_mm
from netfloor.partition_place_run import PlacedPartitions, SizeAnswer, place_notes
from rooms.any_room import AnyRoom
from rooms.hall.hall import Hall
from rooms.room import cell_name

Document = dict[str, Any]
Table = tuple[list[str], list[list[str]]]

HEADINGS = [
    "found by",
    "links between\nhalves",
    "certified\n>=",
    "cables\nacross",
    "m\nacross",
    "cables\ninside",
    "m\ninside",
    "cabinets",
    "shared",
    "rectangle",
]
DIVISION_HEADINGS = [
    "swaps made\nsmall the",
    "from",
    "partitions",
    "left\nover",
    "worst\nlinks",
    "certified\n>=",
    "best\nlinks",
    "cables\nbetween",
    "m\nbetween",
]


def place_document(placed: PlacedPartitions) -> Document:
    """Return the JSON document."""
    plan, units = placed.plan, placed.units
    return {
        "schema": 1,
        "plan": str(plan.path),
        "network": plan.topology.name,
        "room": plan.room.summary,
        "by": units.by,
        "units": len(units),
        "routers": plan.topology.routers,
        "link_gbps": plan.topology.link_gbps,
        "sizes": [_size_document(placed, answer) for answer in placed.answers],
        "notes": place_notes(placed),
    }


def _size_document(placed: PlacedPartitions, answer: SizeAnswer) -> Document:
    found, bound = answer.found, answer.bound
    pairs = list(zip(found.regions, found.front, strict=True))
    return {
        "size": answer.size,
        "bound": {
            "cables_across_lower": bound.crossing.links,
            "cables_across_method": bound.crossing.method,
            "m_across_lower": mm_to_metres(bound.crossing_mm),
            "bisection_links_upper": bound.bisection,
        },
        "searched": dict(found.searched),
        "measured": len(found.regions),
        "pareto": [region_document(placed, region) for region, front in pairs if front],
        "candidates": [{**region_document(placed, region), "pareto": front} for region, front in pairs],
        "divisions": [_division_document(placed, division) for division in answer.divisions],
    }


def _division_document(placed: PlacedPartitions, division: Division) -> Document:
    places = {id(region): place for place, region in enumerate(division.regions, 1)}
    return {
        "objective": division.objective,
        "start": division.start,
        "partitions": len(division.regions),
        "left_over": division.left_over,
        "cables_between": division.crossing,
        "m_between": mm_to_metres(division.crossing_mm),
        "worst": places[id(division.worst)],
        "worst_bisection_links": division.worst.bisection.links,
        "best": places[id(division.best)],
        "best_bisection_links": division.best.bisection.links,
        "regions": [region_document(placed, region) for region in division.regions],
    }


def region_document(placed: PlacedPartitions, region: Region) -> Document:
    """Return one partition's figures, its routers and its cabinets."""
    plan, edge, cut = placed.plan, region.edge, region.bisection
    return {
        "found_by": region.found.kind,
        "shape": None if region.found.shape is None else list(region.found.shape),
        "bisection_links": cut.links,
        "bisection_links_lower": cut.lower,
        "exact": cut.exact,
        "bisection_gbps": cut.links * plan.topology.link_gbps,
        "cables_across": edge.crossing,
        "m_across": mm_to_metres(edge.crossing_mm),
        "cables_inside": edge.inside,
        "m_inside": mm_to_metres(edge.inside_mm),
        "rectangle": rectangle_document(placed, region),
        "cabinets": [plan.room.cabinet_name(int(one)) for one in region.cabinets],
        "shared_cabinets": region.shared,
        "routers": [plan.topology.label(int(router)) for router in region.routers],
    }


def rectangle_document(placed: PlacedPartitions, region: Region) -> Document:
    """Return the smallest rectangle that holds the middles of the cabinets, and what else stands in it."""
    room, units = placed.plan.room, placed.units
    centres = cabinet_centres_mm(room)
    low, high = centres[region.cabinets].min(axis=0), centres[region.cabinets].max(axis=0)
    in_use = centres[np.unique(units.cabinet)]
    within = int(((in_use >= low) & (in_use <= high)).all(axis=1).sum())
    corners = _corners(room, region)
    return {
        "from": corners[0],
        "to": corners[1],
        "x_m": [mm_to_metres(int(low[0])), mm_to_metres(int(high[0]))],
        "y_m": [mm_to_metres(int(low[1])), mm_to_metres(int(high[1]))],
        "cabinets_in_use": within,
    }


def _corners(room: AnyRoom, region: Region) -> tuple[str | None, str | None]:
    """Return the grid cells at two corners; a hall has no cells."""
    if isinstance(room, Hall):
        return None, None
    cells = room.cabinets[region.cabinets]
    low, high = cells.min(axis=0).tolist(), cells.max(axis=0).tolist()
    return cell_name(low[0], low[1]), cell_name(high[0], high[1])


def place_tables(placed: PlacedPartitions) -> Iterator[tuple[str, Table]]:
    """Yield a line and a table, two of each for every size."""
    for answer in placed.answers:
        yield _size_line(placed.units, answer), _front_table(placed, answer)
        yield "", _division_table(answer)


def _size_line(units: Units, answer: SizeAnswer) -> str:
    searched = ", ".join(f"{count:,} {kind}" for kind, count in answer.found.searched.items())
    bound = answer.bound
    return (
        f"{answer.size:,} of {len(units):,} {units.by}. Certified for every such partition: at least "
        f"{bound.crossing.links:,} cables and {mm_to_metres(bound.crossing_mm):,.1f} m across its edge, at "
        f"most {bound.bisection:,} links between its halves.\n"
        f"Searched: {searched}; {len(answer.found.regions)} measured. None of those beats the following "
        "both in bandwidth and in metres across:"
    )


def _front_table(placed: PlacedPartitions, answer: SizeAnswer) -> Table:
    pairs = zip(answer.found.regions, answer.found.front, strict=True)
    return HEADINGS, [_line(placed, region) for region, front in pairs if front]


def _line(placed: PlacedPartitions, region: Region) -> list[str]:
    edge, cut = region.edge, region.bisection
    return [
        kind_text(region),
        f"{cut.links}",
        f"{cut.lower}",
        f"{edge.crossing}",
        f"{mm_to_metres(edge.crossing_mm):.1f}",
        f"{edge.inside}",
        f"{mm_to_metres(edge.inside_mm):.1f}",
        f"{len(region.cabinets)}",
        f"{region.shared}",
        _rectangle_text(rectangle_document(placed, region)),
    ]


def kind_text(region: Region) -> str:
    """Return what found a partition, with the sides of a box."""
    shape = region.found.shape
    return region.found.kind if shape is None else f"{region.found.kind} {'x'.join(map(str, shape))}"


def _rectangle_text(rectangle: Document) -> str:
    if rectangle["from"] is not None:
        return f"{rectangle['from']}-{rectangle['to']}"
    (left, right), (top, bottom) = rectangle["x_m"], rectangle["y_m"]
    return f"{left:.1f}-{right:.1f} x {top:.1f}-{bottom:.1f} m"


def _division_table(answer: SizeAnswer) -> Table:
    rows = [
        [
            {"both": "number and metres"}.get(one.objective, one.objective),
            one.start,
            str(len(one.regions)),
            str(one.left_over),
            str(one.worst.bisection.links),
            str(one.worst.bisection.lower),
            str(one.best.bisection.links),
            str(one.crossing),
            f"{mm_to_metres(one.crossing_mm):.1f}",
        ]
        for one in answer.divisions
    ]
    return DIVISION_HEADINGS, rows
