"""Sheets for installers: one a tray, every cable in it in the order along the tray."""

from collections.abc import Iterator
from dataclasses import dataclass

from exchange.fabric import Fabric
from exchange.human_text import one_line
from exchange.quantities import metres_up
from exchange.tray_runs import Spot, TrayRuns
from exchange.writers.sheet_text import bought_text, label_text, part_text


@dataclass(frozen=True)
class TraySpot:
    """Where a cable gets into a tray or out of it, in metres from its first point, and what is there."""

    at_m: str
    what: str


@dataclass(frozen=True)
class TrayLine:
    """One stretch of a cable in a tray; ``start`` is its end nearer to the tray's first point."""

    id: str
    start: TraySpot
    end: TraySpot
    length_m: str
    part: str
    label: str


@dataclass(frozen=True)
class TraySheet:
    """All that lies in one tray."""

    tray: str
    what: str
    lines: tuple[TrayLine, ...]


def tray_sheets(fabric: Fabric, trays: TrayRuns, form: str) -> Iterator[TraySheet]:
    """Yield a sheet for each tray that holds a cable, in the order of the hall's file.

    Cables stand by where they get into the tray, then by where they leave it, from the tray's
    first point on.
    """
    for number, runs in trays.of_trays():
        tray = trays.hall.trays[number]
        lines = []
        for run in runs:
            cable = fabric.cables[run.cable]
            lines.append(
                TrayLine(
                    id=cable.id,
                    start=_spot(run.start),
                    end=_spot(run.end),
                    length_m=bought_text(cable),
                    part=part_text(cable),
                    label=label_text(fabric, form, cable, cable.a, cable.b),
                )
            )
        height = (
            f"{tray.height_mm / 1000:g} m above the floor" if tray.height_mm >= 0 else "under the floor"
        )
        yield TraySheet(one_line(tray.name), f"{height}, {' and '.join(tray.media)}", tuple(lines))


def _spot(spot: Spot) -> TraySpot:
    return TraySpot(metres_up(spot.at_mm), one_line(spot.what))
