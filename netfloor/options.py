"""Options that several commands share, so that they read the same everywhere."""

import os
from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what netfloor did not write.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of everything that draws lots.")]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, max=256, help="Threads; default: one a core.")
]
Spec = Annotated[str, typer.Argument(metavar="SPEC", help="A network, such as lps:11,7.")]
PlanPath = Annotated[Path, typer.Argument(metavar="PLAN", help="A plan file.")]
Gbps = Annotated[float, typer.Option("--gbps", help="Rate of a link in Gb/s, each direction.")]
Endpoints = Annotated[int | None, typer.Option("--endpoints", min=0, help="Endpoints on each router.")]
Reach = Annotated[
    float | None,
    typer.Option("--reach", help="Longest electrical cable in m; default: the cost set's."),
]


def worker_count(workers: int | None) -> int:
    """Return the threads to use: as asked, else one for each core this process may use."""
    if workers is not None:
        return workers
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
