"""``netfloor latency``: how long a message travels between switches with endpoints of a plan."""

from typing import Annotated

from netfloor.options import Json, PlanPath, Quiet, Workers, option
from netfloor.terminal.console import answer, remark_all, write_table
from netfloor.terminal.progress import loading


def latency(
    plan: PlanPath,
    *,
    switch_ns: Annotated[
        list[float] | None, option("--switch-ns", "Switch latency in ns; repeat for several.", min=0)
    ] = None,
    workers: Workers,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Mean and maximum latency over latency-minimal paths between switches with endpoints."""
    with loading("finding the quickest paths", quiet=quiet):
        from netfloor.reports.costs import plan_latency

        found = plan_latency(plan, switch_ns, workers)
    document = found.to_dict()
    answer(lambda: document, lambda: write_table(found.listing.terminal()), json=json)
    remark_all(document["notes"], quiet=quiet)
