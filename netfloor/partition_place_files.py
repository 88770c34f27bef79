"""The files of ``netfloor partition place``: a line a partition, and a picture."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from foundation.units import mm_to_metres
from layout.regions.division import Division
from layout.regions.measure import Region
from layout.regions.units import cabinet_centres_mm
from netfloor.partition_place_run import PlacedPartitions, SizeAnswer
from netfloor.partition_place_text import kind_text, region_document
from reports.csv_text import csv_text
from reports.partition_floor import PartitionFloor, PartitionPanel, partition_svg
from rooms.hall.hall import Hall

COLUMNS = (
    "size",
    "by",
    "list",
    "partition",
    "found_by",
    "pareto",
    "bisection_links",
    "bisection_links_lower",
    "bisection_gbps",
    "cables_across",
    "m_across",
    "cables_inside",
    "m_inside",
    "rectangle_from",
    "rectangle_to",
    "x_from_m",
    "x_to_m",
    "y_from_m",
    "y_to_m",
    "shared_cabinets",
    "cabinets",
    "routers",
)
#: Sizes that are drawn, the first ones.
MOST_PANELS = 8
#: Of the three divisions the one that is drawn.
DRAWN = "both"


def place_csv(placed: PlacedPartitions) -> str:
    """Return one line a partition; its cabinets and routers parted by blanks, as `_names` writes them."""
    records = []
    for answer in placed.answers:
        pairs = zip(answer.found.regions, answer.found.front, strict=True)
        for place, (region, front) in enumerate(pairs, 1):
            records.append(_record(placed, answer, "candidates", place, region) | {"pareto": int(front)})
        for division in answer.divisions:
            name = f"division by {division.objective}"
            records += [
                _record(placed, answer, name, place, region)
                for place, region in enumerate(division.regions, 1)
            ]
    return csv_text(COLUMNS, records)


def _record(
    placed: PlacedPartitions, answer: SizeAnswer, name: str, place: int, region: Region
) -> dict[str, Any]:
    document = region_document(placed, region)
    rectangle = document["rectangle"]
    record = {key: document[key] for key in COLUMNS if key in document}
    return record | {
        "size": answer.size,
        "by": placed.units.by,
        "list": name,
        "partition": place,
        "found_by": kind_text(region),
        "rectangle_from": rectangle["from"],
        "rectangle_to": rectangle["to"],
        "x_from_m": rectangle["x_m"][0],
        "x_to_m": rectangle["x_m"][1],
        "y_from_m": rectangle["y_m"][0],
        "y_to_m": rectangle["y_m"][1],
        "cabinets": _names(document["cabinets"]),
        "routers": _names(document["routers"]),
    }


def _names(names: Sequence[str]) -> str:
    """Return names parted by blanks; one that has a blank in it stands in quotes, as in a CSV line."""
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=" ", lineterminator="").writerow(names)
    return buffer.getvalue()


def place_svg(placed: PlacedPartitions) -> str:
    """Return bandwidth against cable, and the divided floor, for each size."""
    panels = [_panel(placed, answer) for answer in placed.answers[:MOST_PANELS]]
    left = len(placed.answers) - len(panels)
    title = f"Partitions of {placed.plan.topology.name}"
    return partition_svg(panels, _floor(placed), title + (f", {left} more sizes not drawn" if left else ""))


def _panel(placed: PlacedPartitions, answer: SizeAnswer) -> PartitionPanel:
    drawn = next(one for one in answer.divisions if one.objective == DRAWN)
    regions = answer.found.regions
    return PartitionPanel(
        f"{answer.size:,} of {len(placed.units):,} {placed.units.by}",
        [(mm_to_metres(one.edge.crossing_mm), one.bisection.links) for one in regions],
        answer.found.front,
        mm_to_metres(answer.bound.crossing_mm),
        answer.bound.bisection,
        _owners(placed, drawn),
    )


def _owners(placed: PlacedPartitions, division: Division) -> list[list[int]]:
    """Return the partition of every router of each usable cabinet; an empty cabinet has one -1."""
    units = placed.units
    owner = np.full(placed.plan.topology.routers, -1)
    for place, region in enumerate(division.regions):
        owner[region.routers] = place
    held = units.cabinet[units.unit_of]
    order = np.lexsort((owner, held))
    counts = np.bincount(held, minlength=placed.plan.room.cabinet_count)
    groups = np.split(owner[order], np.cumsum(counts)[:-1])
    return [group.tolist() or [-1] for group in groups]


def _floor(placed: PlacedPartitions) -> PartitionFloor:
    room = placed.plan.room
    if isinstance(room, Hall):
        least = min(min(one.width_mm, one.depth_mm) for one in room.cabinets)
        pitch = least, least
    else:
        pitch = room.column_pitch_mm, room.row_pitch_mm
    centres = [(x / 1000, y / 1000) for x, y in cabinet_centres_mm(room).tolist()]
    return PartitionFloor(centres, (pitch[0] / 1000, pitch[1] / 1000))
