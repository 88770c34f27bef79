"""The bracketed baseline of Table II, called SkyWalk in the paper: 20 instances in each room."""

from functools import partial
from statistics import fmean
from typing import Any

from netfloor.foundation.units import mm_to_metres
from netfloor.reports.comparison.published import load_published
from netfloor.research.fidelity.papers.spectralfly.floor import (
    INSTANCES,
    MOVES,
    QUICK_MOVES,
    averaged,
    baselines,
    figures,
    placed,
)
from netfloor.research.fidelity.papers.spectralfly.table_2 import CABLES
from netfloor.research.fidelity.report.exhibit import FigureColumn, Ours, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.rooms.any_room import Room
from netfloor.studies.compare.setup import BaselineEntry

#: Switches and radix of each size class, with its LPS graph and its SlimFly.
CLASSES = {
    "168, 12": ("lps:11,7", "slimfly:9"),
    "338, 20": ("lps:19,7", "slimfly:13"),
    "660, 24": ("lps:23,11", "slimfly:17"),
    "1092, 30": ("lps:29,13", "slimfly:23"),
}
_FIRST = "switches, radix"
#: The paper's rooms: switches per cabinet, and the length of a cable inside a cabinet.
_PER_CABINET, _INSIDE_M = 2, 2.0


def _printed(size: str, key: str) -> float:
    return load_published("spectralfly_table2").baseline_for(CLASSES[size][0])[key]


def expected_m(room: Room) -> tuple[float, float]:
    """Return the mean cable length between two slots, and between two slots of different cabinets."""
    matrix = room.lengths.matrix()
    slots, whole = len(matrix), mm_to_metres(float(matrix.sum()))
    cabinets = slots // _PER_CABINET
    inside = cabinets * _PER_CABINET * (_PER_CABINET - 1)
    pairs = slots * (slots - 1)
    return whole / pairs, (whole - inside * _INSIDE_M) / (pairs - inside)


def joined_inside(row: str, error: float | None) -> Ours:
    """Return the links per switch inside its cabinet that yield the printed mean if the rest are random."""
    between = expected_m(baselines("random", row)[0].room)[1]
    radix = int(row.split(", ")[1])
    each = radix / (between - _INSIDE_M)
    return Ours(
        (between - _printed(row, "mean_cable_m")) * each, error=None if error is None else error * each
    )


def unplaced(kind: str, size: str, instances: int) -> list[dict[str, Any]]:
    """Return the figures of unoptimised instances: SkyWalk as wired, others in random slots."""
    from netfloor.layout.cable_plan import make_cable_plan  # noqa: PLC0415 - loads Numba
    from netfloor.studies.compare.solve import unplaced as slots_of  # noqa: PLC0415

    results = []
    for entry in baselines(kind, size)[:instances]:
        topology = entry.build(None, 1.0)
        cables = make_cable_plan(topology, entry.room, slots_of(topology, entry.room, entry.seed))
        results.append(figures(topology, cables))
    return results


def _as_wired(row: str, work: Measurement) -> Row:
    """Return means over the instances, and the expected value over all random instances.

    Printed figures are also means of 20: their difference to the expected value has the standard error of
    one mean, their difference to our mean that of two.
    """
    random, skywalk = (unplaced(kind, row, work.size) for kind in ("random", "skywalk"))
    sampled = averaged([item["mean_m"] for item in random])
    longest = averaged([item["longest_m"] for item in random])
    apart = None if longest.error is None else longest.error * 2**0.5
    return {
        "expected, random slots, m": Ours(
            expected_m(baselines("random", row)[0].room)[0], error=sampled.error
        ),
        "mean, random slots, m": sampled,
        "longest, random slots, m": Ours(longest.value, error=apart),
        "mean, SkyWalk's own rule, m": averaged([item["mean_m"] for item in skywalk]),
        "links inside per switch that would explain it": joined_inside(row, sampled.error),
    }


AS_WIRED = Reproduction(
    key="spectralfly-table-2-baseline",
    excuse="inputs missing",
    paper="SpectralFly",
    exhibits=("Table II",),
    part="the baseline in brackets",
    command="netfloor compare examples/table2.toml --out out/table2",
    seed=1,
    sample=f"{INSTANCES} instances",
    first=_FIRST,
    columns=(
        FigureColumn("expected, random slots, m", 0.005, digits=3, printed_digits=2),
        FigureColumn("longest, random slots, m", 0.005, digits=2, printed_digits=2),
        FigureColumn("mean, random slots, m", digits=2),
        FigureColumn("mean, SkyWalk's own rule, m", digits=2),
        FigureColumn("links inside per switch that would explain it", digits=2),
    ),
    printed={
        size: (_printed(size, "mean_cable_m"), _printed(size, "max_cable_m"), None, None, None)
        for size in CLASSES
    },
    measure=_as_wired,
    minutes=1,
    size=INSTANCES,
    quick_size=2,
)


def placed_baselines(kind: str, size: str, work: Measurement) -> list[dict[str, Any]]:
    """Return the figures of the instances, each placed like the paper's own networks."""
    moves = MOVES if work.size == INSTANCES else QUICK_MOVES

    def measure(entry: BaselineEntry) -> dict[str, Any]:
        return placed(entry.build(None, 1.0), entry.room, work, moves, proved=False)

    return [
        work.step(f"{kind} {size}, {number + 1}", partial(measure, entry))
        for number, entry in enumerate(baselines(kind, size)[: work.size])
    ]


def _when_placed(row: str, work: Measurement) -> Row:
    """Return means of the placed instances, and their excess length over the paper's networks."""
    lengths = {
        kind: [placed_baseline["mean_m"] for placed_baseline in placed_baselines(kind, row, work)]
        for kind in ("random", "skywalk")
    }
    networks = work.others[CABLES.key].ours
    more: Row = {
        f"random, longer than {family}, %": 100 * (fmean(lengths["random"]) / float(known.value) - 1)
        for family, spec in zip(("LPS", "SlimFly"), CLASSES[row], strict=True)
        if (known := networks.get(spec, {}).get("mean cable, m"))
    }
    return {f"{kind}, m": averaged(values) for kind, values in lengths.items()} | dict(more)


_LONGER: Printed = Said("~20-30 % longer", 18, 33)
WHEN_PLACED = Reproduction(
    key="spectralfly-table-2-baseline-placed",
    excuse="not comparable",
    paper="SpectralFly",
    exhibits=("Table II",),
    part="the baseline placed by the same optimiser",
    command="netfloor compare examples/table2.toml --out out/table2",
    seed=1,
    sample=f"{INSTANCES} instances, {MOVES:,} moves each",
    first=_FIRST,
    columns=(
        FigureColumn("random, m", digits=2),
        FigureColumn("skywalk, m", digits=2),
        FigureColumn("random, longer than LPS, %", 0.5, digits=1),
        FigureColumn("random, longer than SlimFly, %", 0.5, digits=1),
    ),
    printed=dict.fromkeys(CLASSES, (None, None, _LONGER, _LONGER)),
    measure=_when_placed,
    minutes=120,
    size=INSTANCES,
    quick_size=2,
    needs=(CABLES.key,),
)

EXHIBITS = (AS_WIRED, WHEN_PLACED)
