"""The files of ``netfloor partition place``: a line per partition, and a picture."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import key_label
from netfloor.reports.formats.csv_text import csv_text
from netfloor.research.partitions.placed.division import Division
from netfloor.research.partitions.placed.measure import Region
from netfloor.research.partitions.placed.units import cabinet_centres_mm
from netfloor.research.partitions.report.floor import PartitionFloor, PartitionPanel, partition_svg
from netfloor.research.partitions.report.placed import (
    PlacedPartitions,
    SizeAnswer,
    kind_text,
    region_document,
)
from netfloor.rooms.hall.hall import Hall

COLUMNS = (
    *("size", "by", "list", "partition", "found_by", "pareto"),
    *("bisection_links", "bisection_links_lower", "bisection_gbps"),
    *("cables_across", "m_across", "cables_inside", "m_inside"),
    *("rectangle_from", "rectangle_to", "x_from_m", "x_to_m", "y_from_m", "y_to_m"),
    *("shared_cabinets", "cabinets", "routers"),
)
#: Limit on drawn sizes, the first ones.
MAX_PANELS = 8
#: The objective of the drawn division, of the three.
DRAWN = "both"


def place_csv(placed: PlacedPartitions) -> str:
    """Return a line per partition; names of its cabinets and switches are separated as in `_names`."""
    records = []
    for answer in placed.answers:
        candidates = _records(placed, answer, "candidates", answer.found.regions)
        fronts = [{"pareto": int(front)} for front in answer.found.front]
        records += [record | front for record, front in zip(candidates, fronts, strict=True)]
        for division in answer.divisions:
            records += _records(placed, answer, f"division by {division.objective}", division.regions)
    return csv_text(COLUMNS, records)


def _records(
    placed: PlacedPartitions, answer: SizeAnswer, name: str, regions: Sequence[Region]
) -> list[dict[str, Any]]:
    about = {"size": answer.size, "by": placed.units.by, "list": name}
    return [
        about | {"partition": place} | _record(placed, region) for place, region in enumerate(regions, 1)
    ]


def _record(placed: PlacedPartitions, region: Region) -> dict[str, Any]:
    document = region_document(placed, region)
    rectangle = document["rectangle"]
    record = {key: document[key] for key in COLUMNS if key in document}
    return record | {
        "found_by": kind_text(region),
        "rectangle_from": rectangle["from"],
        "rectangle_to": rectangle["to"],
        **dict(zip(("x_from_m", "x_to_m"), rectangle["x_m"], strict=True)),
        **dict(zip(("y_from_m", "y_to_m"), rectangle["y_m"], strict=True)),
        "cabinets": _names(document["cabinets"]),
        "routers": _names(document["routers"]),
    }


def _names(names: Sequence[str]) -> str:
    """Return names separated by blanks; names with a blank are quoted, as in a CSV line."""
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=" ", lineterminator="").writerow(names)
    return buffer.getvalue()


def place_svg(placed: PlacedPartitions) -> str:
    """Return bandwidth against cable, and the divided floor, for each size."""
    room = placed.network.room
    if isinstance(room, Hall):
        pitch_mm = (min(min(cabinet.width_mm, cabinet.depth_mm) for cabinet in room.cabinets),) * 2
    else:
        pitch_mm = room.column_pitch_mm, room.row_pitch_mm
    centres = [(x / 1000, y / 1000) for x, y in cabinet_centres_mm(room).tolist()]
    floor = PartitionFloor(centres, (pitch_mm[0] / 1000, pitch_mm[1] / 1000))
    panels = [_panel(placed, answer) for answer in placed.answers[:MAX_PANELS]]
    more = len(placed.answers) - len(panels)
    title = f"Partitions of {placed.network.topology.name}" + (
        f", {more} more sizes not drawn" if more else ""
    )
    return partition_svg(panels, floor, title)


def _panel(placed: PlacedPartitions, answer: SizeAnswer) -> PartitionPanel:
    drawn = next(division for division in answer.divisions if division.objective == DRAWN)
    return PartitionPanel(
        f"{answer.size:,} of {len(placed.units):,} {key_label(placed.units.by)}",
        [
            (mm_to_metres(region.edge.crossing_mm), region.bisection.links)
            for region in answer.found.regions
        ],
        answer.found.front,
        mm_to_metres(answer.bound.crossing_mm),
        answer.bound.bisection,
        _owners(placed, drawn),
    )


def _owners(placed: PlacedPartitions, division: Division) -> list[list[int]]:
    """Return the partition of each switch, -1 for none, by cabinet; `[-1]` for an empty cabinet."""
    units = placed.units
    owner = np.full(placed.network.topology.routers, -1)
    for place, region in enumerate(division.regions):
        owner[region.routers] = place
    cabinets = units.cabinet[units.unit_of]
    order = np.lexsort((owner, cabinets))
    counts = np.bincount(cabinets, minlength=placed.network.room.cabinet_count)
    groups = np.split(owner[order], np.cumsum(counts)[:-1])
    return [group.tolist() or [-1] for group in groups]
