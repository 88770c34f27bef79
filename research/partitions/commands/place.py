"""``netfloor partition place``: divide a placed machine."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from netfloor.options import Force, Json, Network, PlanPath, Quiet, Seed, Verbose, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    remark_all,
    remark_left,
    remark_written,
    write,
    write_data,
    write_json,
    write_table,
    write_top,
)


class PartitionUnit(StrEnum):
    """Unit in which partitions are counted."""

    ROUTERS = "routers"
    CABINETS = "cabinets"


def place(
    plan: PlanPath,
    *,
    size: Annotated[list[int] | None, option("--size", "Switches per partition; repeatable.")] = None,
    every: Annotated[
        bool, option("--all", "Every even share of the machine up to half, and powers of two.")
    ] = False,
    by: Annotated[
        PartitionUnit, option("--by", "What a partition counts: routers (switches) or cabinets.")
    ] = PartitionUnit.ROUTERS,
    csv: Annotated[Path | None, option("--csv", "Write one line per partition.")] = None,
    svg: Annotated[
        Path | None, option("--svg", "Draw bandwidth, cable and the divided floor.", metavar="FILE")
    ] = None,
    network: Network = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Find good partitions of a plan.

    Partitions with high bandwidth and little cable across their boundary.
    """
    from netfloor.research.partitions.report.placed import (
        place_document,
        place_notes,
        place_tables,
        summary_table,
    )
    from netfloor.research.partitions.study.placed import PlaceRequest, run_place

    request = PlaceRequest(
        plan=plan,
        sizes=tuple(size or ()),
        every=every,
        by=by.value,
        seed=seed,
        csv=csv,
        svg=svg,
        network=network,
    )
    with working(quiet=quiet) as (observer, _):
        placed = run_place(request, observer, force=force)
    if json:
        write_json(place_document(placed))
    elif not verbose:
        write("Best value found for each figure; two figures may be of different partitions.")
        left = write_top(summary_table(placed), "size")
        remark_left([*left, "partitions and divisions of each size"], quiet=quiet)
    else:
        for number, (line, table) in enumerate(place_tables(placed)):
            if number:
                write_data("")
            if line:
                write(line)
            write_table(table)
    remark_all(place_notes(placed), quiet=quiet)
    remark_written(csv, svg, quiet=quiet)
