"""``netfloor latency``: how long a message travels between routers of a plan."""

from typing import Annotated

import typer

from netfloor.console import remark_all, write_json, write_table
from netfloor.options import Json, PlanPath, Quiet, Workers, worker_count


def latency(
    plan: PlanPath,
    *,
    switch_ns: Annotated[
        list[float] | None,
        typer.Option("--switch-ns", min=0, help="Switch latency in ns; repeat for several."),
    ] = None,
    workers: Workers = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Mean and maximum latency over latency-minimal paths between all routers."""
    from netfloor.plan_costs import latency_document, latency_rows  # noqa: PLC0415 - keeps --help quick

    document = latency_document(plan, switch_ns, worker_count(workers))
    remark_all(document["notes"], quiet=quiet)
    if json:
        write_json(document)
    else:
        write_table(("switch ns", "mean ns", "maximum ns"), latency_rows(document))
