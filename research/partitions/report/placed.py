"""The output of ``netfloor partition place``: a JSON document, and tables for the terminal."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text, key_label
from netfloor.plans.networks import PlanNetwork
from netfloor.reports.formats.table import Table, Value, count_column, length_column
from netfloor.research.partitions.placed.bounds import RegionBound
from netfloor.research.partitions.placed.division import Division
from netfloor.research.partitions.placed.measure import Region
from netfloor.research.partitions.placed.search import RegionSearch
from netfloor.research.partitions.placed.units import Units, cabinet_centres_mm
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import cell_name

Document = dict[str, Any]

_FRONT = (
    "found by",
    count_column("links between\nhalves"),
    count_column("lower\nbound"),
    count_column("cables\nacross"),
    length_column("length\nacross\n"),
    count_column("cables\ninside"),
    length_column("length\ninside\n"),
    count_column("cabinets"),
    count_column("shared"),
    "rectangle",
)
_DIVISIONS = (
    "swaps\nminimise the",
    "from",
    count_column("partitions"),
    count_column("left\nover"),
    count_column("worst\nlinks"),
    count_column("lower\nbound"),
    count_column("best\nlinks"),
    count_column("cables\nbetween"),
    length_column("length\nbetween\n"),
)


NOTE = "partitions and bisections are the best found; bounds are proved"


@dataclass(frozen=True)
class SizeAnswer:
    """One size: its bounds, the partitions found, and the divisions of the machine."""

    size: int
    bound: RegionBound
    found: RegionSearch
    divisions: tuple[Division, ...]


@dataclass(frozen=True)
class PlacedPartitions:
    """The answers for every size of a network of a plan."""

    network: PlanNetwork
    units: Units
    answers: tuple[SizeAnswer, ...]


def place_notes(placed: PlacedPartitions) -> list[str]:
    """Return the notes for the user."""
    notes = [NOTE]
    if len(set(placed.units.topology.multiplicity.tolist())) > 1:
        notes.append("parallel links count each: a pair with several has as many times the capacity")
    notes += placed.network.topology.notes
    return notes


def place_document(placed: PlacedPartitions) -> Document:
    """Return the JSON document."""
    network, units = placed.network, placed.units
    return {
        "schema": 1,
        "plan": str(network.plan.path),
        "network": network.topology.name,
        "room": network.room.summary,
        "by": units.by,
        "units": len(units),
        "routers": network.topology.routers,
        "link_gbps": network.topology.gbps,
        "sizes": [_size_document(placed, answer) for answer in placed.answers],
        "notes": place_notes(placed),
    }


def _size_document(placed: PlacedPartitions, answer: SizeAnswer) -> Document:
    search, bound = answer.found, answer.bound
    pairs = list(zip(search.regions, search.front, strict=True))
    return {
        "size": answer.size,
        "bound": {
            "cables_across_lower": bound.crossing.links,
            "cables_across_method": bound.crossing.method,
            "m_across_lower": mm_to_metres(bound.crossing_mm),
            "bisection_links_upper": bound.bisection,
        },
        "searched": dict(search.searched),
        "measured": len(search.regions),
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
    """Return one partition's figures, its switches and its cabinets."""
    network, edge, cut = placed.network, region.edge, region.bisection
    return {
        "found_by": region.found.kind,
        "shape": None if region.found.shape is None else list(region.found.shape),
        "bisection_links": cut.links,
        "bisection_links_lower": cut.lower,
        "exact": cut.exact,
        "bisection_gbps": cut.links * network.topology.link_gbps,
        "cables_across": edge.crossing,
        "m_across": mm_to_metres(edge.crossing_mm),
        "cables_inside": edge.inside,
        "m_inside": mm_to_metres(edge.inside_mm),
        "rectangle": rectangle_document(placed, region),
        "cabinets": [network.room.cabinet_name(int(cabinet)) for cabinet in region.cabinets],
        "shared_cabinets": region.shared,
        "routers": [network.topology.label(int(router)) for router in region.routers],
    }


def rectangle_document(placed: PlacedPartitions, region: Region) -> Document:
    """Return the smallest rectangle around the centres of the cabinets, and the other cabinets in it."""
    room, units = placed.network.room, placed.units
    centres = cabinet_centres_mm(room)
    low, high = centres[region.cabinets].min(axis=0), centres[region.cabinets].max(axis=0)
    in_use = centres[np.unique(units.cabinet)]
    within = int(((in_use >= low) & (in_use <= high)).all(axis=1).sum())
    corners: tuple[str | None, str | None] = None, None  # a hall has no cells
    if not isinstance(room, Hall):
        cells = room.cabinets[region.cabinets]
        corners = cell_name(*cells.min(axis=0).tolist()), cell_name(*cells.max(axis=0).tolist())
    return {
        "from": corners[0],
        "to": corners[1],
        "x_m": [mm_to_metres(int(low[0])), mm_to_metres(int(high[0]))],
        "y_m": [mm_to_metres(int(low[1])), mm_to_metres(int(high[1]))],
        "cabinets_in_use": within,
    }


def place_tables(placed: PlacedPartitions) -> Iterator[tuple[str, Table]]:
    """Yield a line and a table, two of each for every size."""
    for answer in placed.answers:
        pairs = zip(answer.found.regions, answer.found.front, strict=True)
        front = [_front_row(placed, region) for region, on_front in pairs if on_front]
        yield _size_line(placed.units, answer), Table("Partitions", _FRONT, front)
        yield "", Table("Divisions", _DIVISIONS, list(map(_division_row, answer.divisions)))


def summary_table(placed: PlacedPartitions) -> Table:
    """Return a row for each size: the widest bisection and the fewest cables found, with their bounds."""
    columns = (
        count_column(f"{key_label(placed.units.by)}\nper partition"),
        count_column("partitions\nfound"),
        count_column("links between\nhalves"),
        count_column("upper\nbound"),
        count_column("cables\nacross"),
        count_column("lower\nbound"),
        length_column("length\nacross\n"),
        length_column("lower\nbound\n"),
    )
    rows = [
        (
            answer.size,
            len(answer.found.regions),
            max(region.bisection.links for region in answer.found.regions),
            answer.bound.bisection,
            min(region.edge.crossing for region in answer.found.regions),
            answer.bound.crossing.links,
            min(region.edge.crossing_mm for region in answer.found.regions),
            answer.bound.crossing_mm,
        )
        for answer in placed.answers
    ]
    return Table("Best partitions", columns, rows)


def _size_line(units: Units, answer: SizeAnswer) -> str:
    searched = ", ".join(f"{count:,} {kind}" for kind, count in answer.found.searched.items())
    bound = answer.bound
    return (
        f"Partitions of {answer.size:,} of {len(units):,} {key_label(units.by)}. Proved bounds: at least "
        f"{count_text(bound.crossing.links, 'cable')} and {mm_to_metres(bound.crossing_mm):,.1f} m across "
        f"the boundary, at most {count_text(bound.bisection, 'link')} between the halves.\n"
        f"Candidates: {searched}; {len(answer.found.regions)} measured. Pareto-optimal in bandwidth "
        "and length across:"
    )


def _front_row(placed: PlacedPartitions, region: Region) -> tuple[Value, ...]:
    edge, cut, rectangle = region.edge, region.bisection, rectangle_document(placed, region)
    if rectangle["from"] is not None:
        place = f"{rectangle['from']}-{rectangle['to']}"
    else:
        (left, right), (top, bottom) = rectangle["x_m"], rectangle["y_m"]
        place = f"{left:.1f}-{right:.1f} x {top:.1f}-{bottom:.1f} m"
    return (
        kind_text(region),
        cut.links,
        cut.lower,
        edge.crossing,
        edge.crossing_mm,
        edge.inside,
        edge.inside_mm,
        len(region.cabinets),
        region.shared,
        place,
    )


def kind_text(region: Region) -> str:
    """Return the method that found a partition, with the sides of a box."""
    shape = region.found.shape
    return region.found.kind if shape is None else f"{region.found.kind} {'x'.join(map(str, shape))}"


def _division_row(division: Division) -> tuple[Value, ...]:
    return (
        {"both": "number and metres"}.get(division.objective, division.objective),
        division.start,
        len(division.regions),
        division.left_over,
        division.worst.bisection.links,
        division.worst.bisection.lower,
        division.best.bisection.links,
        division.crossing,
        division.crossing_mm,
    )
