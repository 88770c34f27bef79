"""Options shared by several commands, with the same names and limits everywhere."""

import math
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from netfloor import completion
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import MAX_GBPS, MAX_KWH_PRICE, MAX_LAYING_PRICE, MAX_METRES, MAX_YEARS

MAX_WORKERS = 256


def _cores() -> int:
    """Return the number of cores available to this process, up to the option's maximum."""
    affinity = getattr(os, "sched_getaffinity", None)
    return min(len(affinity(0)) if affinity else os.cpu_count() or 1, MAX_WORKERS)


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print all details.")]
Date = Annotated[
    str | None,
    typer.Option(
        "--date", metavar="YYYY-MM-DD", help="Date of the report; default: the plan file's, or today."
    ),
]
Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write a page with an interactive floor into this file."),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that netfloor did not write.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of the random number generator.")]
Workers = Annotated[
    int,
    typer.Option(
        "--workers",
        min=1,
        max=MAX_WORKERS,
        help="Threads; default: one per core.",
        default_factory=_cores,
        show_default=False,
    ),
]
Require = Annotated[
    list[str] | None,
    typer.Option(
        "--require",
        metavar="RULE",
        help="Requirement on the placement, such as keep-free=row:10; repeatable; see docs/placing.md.",
    ),
]
Map = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="HEADING=MEANING",
        help="Meaning of a column, by heading or letter: 'Switch A=a', 'C=length (ft)'; repeatable.",
    ),
]
Mapping = Annotated[
    Path | None,
    typer.Option(
        "--mapping",
        metavar="FILE",
        help="File for the meaning of columns: read if it exists, else written for the next list.",
    ),
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--switches", metavar="PATTERN", help="Names of switches in lists, such as 'leaf*,spine*'."
    ),
]
Servers = Annotated[
    list[str] | None, typer.Option("--servers", metavar="PATTERN", help="Names of servers in lists.")
]
Panels = Annotated[
    list[str] | None,
    typer.Option("--panels", metavar="PATTERN", help="Names of patch panels in lists, such as 'pp-*'."),
]
Spec = Annotated[
    str,
    typer.Argument(metavar="SPEC", help="A network, such as lps:11,7.", autocompletion=completion.networks),
]
SpecOrPlan = Annotated[
    str,
    typer.Argument(
        metavar="SPEC|PLAN",
        help="A network, such as lps:11,7, or a plan file.",
        autocompletion=completion.networks,
    ),
]
SpecsOrPlans = Annotated[
    list[str],
    typer.Argument(
        metavar="SPEC|PLAN...",
        help="Networks or plan files, one or more.",
        autocompletion=completion.networks,
    ),
]
PlanPath = Annotated[Path, typer.Argument(metavar="PLAN", help="A plan file.")]
Gbps = Annotated[float, typer.Option("--gbps", help="Rate of a link in Gb/s per direction.")]
SpecGbps = Annotated[
    float | None, typer.Option("--gbps", help="Rate of a link of a spec in Gb/s (100); a plan has its own.")
]
Cage = Annotated[
    list[str] | None,
    typer.Option(
        "--cage",
        metavar="RATE=FORM",
        help="Plan of lists: form of the cages at a rate, such as 400=OSFP; repeatable.",
    ),
]
ListedGbps = Annotated[
    float | None, typer.Option("--gbps", help="Plan of lists: rate in Gb/s of cables without one.")
]
Partial = Annotated[
    bool, typer.Option("--partial", help="Plan of lists: skip cables without a part, and list them.")
]
Endpoints = Annotated[int | None, typer.Option("--endpoints", min=0, help="Endpoints per switch.")]
Catalogue = Annotated[
    list[Path] | None,
    typer.Option(
        "--catalogue",
        metavar="FILE",
        help="Check whether its switch supports the routing; default: the catalogue of the plan's order.",
    ),
]
Switch = Annotated[
    str | None, typer.Option("--switch", metavar="PART", help="The switch in the catalogue.")
]
Network = Annotated[
    str | None,
    typer.Option("--network", metavar="NAME", help="Use only this network of a plan with several."),
]
Reach = Annotated[
    float | None,
    typer.Option(
        "--reach", help="Longest copper cable in m, with prices by formula; default: set by the formula."
    ),
]
#: Options of the optimal circulants.
Routers = Annotated[int, typer.Option("--routers", help="Switches, N, from 3 to 100,000.")]
Radix = Annotated[int, typer.Option("--radix", help="Links of a switch, K, from 2 to 64; no endpoints.")]
BisectMost = Annotated[
    str,
    typer.Option(
        "--bisect-most", metavar="NUMBER", help="Optima to bisect: all, a number, or auto by size."
    ),
]

#: Limits and metavars of options whose help differs by command.
_ACCEPTED: dict[str, dict[str, Any]] = {
    "--iterations": {"min": 1},
    "--max-skus": {"min": 1},
    "--max-trials": {"min": 10},
    **{name: {"metavar": "PART"} for name in ("--switch", "--nic", "--server")},
    **{name: {"metavar": "FILE"} for name in ("--checkpoint", "--csv", "--results")},
    "--catalogue": {"metavar": "FILE", "autocompletion": completion.catalogues},
    "--room": {"metavar": "ROOM"},
    "--scheduler": {"metavar": "ADDRESS"},
    "--proportions": {"metavar": "P,P,..."},
    "--power-set": {"autocompletion": completion.power_sets},
    "--placer": {"autocompletion": completion.placers},
}

#: Range and unit of numeric options, as in plans and catalogues.
RANGES: dict[str, tuple[float, float, str]] = {
    "aisle": (0, 1000, "m"),
    "endpoints": (0, 10**6, ""),
    "gbps": (1e-6, MAX_GBPS, "Gb/s"),
    "kwh-price": (0, MAX_KWH_PRICE, ""),
    "laying-price": (0, MAX_LAYING_PRICE, ""),
    "message-kib": (0, 10**9, "KiB"),
    "min-bisection": (0, 1000, ""),
    "minutes": (0, 10**6, "minutes"),
    "pitch": (0.1, 1000, "m"),
    "reach": (0, MAX_METRES, "m"),
    "row-pitch": (0.1, 1000, "m"),
    "switch-ns": (0, 10**9, "ns"),
    "years": (0, MAX_YEARS, ""),
}


def refuse_out_of_range(name: str, value: float) -> None:
    """Raise `InputError` for a number outside the range of an option."""
    low, high, unit = RANGES.get(name, (-math.inf, math.inf, ""))
    if not low <= value <= high:
        minimum = f"{low:.6f}".rstrip("0").rstrip(".")
        expected = f"give a number from {minimum} to {high:,} {unit}".rstrip()
        raise InputError(setting(name), f"{value:g} is out of range", expected)


def option(name: str, meaning: str, **more: Any) -> Any:
    """Create an option with its help for a command and the shared limits."""
    return typer.Option(name, help=meaning, **{**_ACCEPTED.get(name, {}), **more})
