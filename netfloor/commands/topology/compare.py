"""Command ``netfloor topology compare``: structure of several networks, with charts."""

from pathlib import Path
from typing import Annotated

from netfloor.options import Date, Force, Json, Network, Quiet, Seed, SpecsOrPlans, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, remark, remark_all, write_table


def compare(
    specs: SpecsOrPlans,
    *,
    bisection: Annotated[bool, option("--bisection", "Also compute their bisections.")] = False,
    out: Annotated[
        Path | None, option("--out", "Write a report with charts and bisections into this folder.")
    ] = None,
    network: Network = None,
    seed: Seed = 0,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the structure of networks side by side."""
    from netfloor.report_head import given_head
    from netfloor.studies.structure.compare import StructureRequest, compare_structure

    request = StructureRequest(
        specs=tuple(specs),
        plan_network=network,
        with_bisection=bisection,
        out=out,
        seed=seed,
        workers=workers,
        head=given_head(date),
    )
    with working(quiet=quiet) as (observer, _):
        compared = compare_structure(request, observer, force=force)
    answer(compared.to_dict, lambda: write_table(compared.table), json=json)
    remark_all(compared.comparison.notes, quiet=quiet)
    if compared.files:
        remark(f"written: {', '.join(compared.files)} in {out}", quiet=quiet)
