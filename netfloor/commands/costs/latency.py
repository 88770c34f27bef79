"""Command ``netfloor latency``: latencies between switches with endpoints."""

from typing import Annotated

from netfloor.options import Json, Network, PlanPath, Quiet, Workers, option
from netfloor.terminal.console import answer_each, remark_all, write_table
from netfloor.terminal.progress import loading


def latency(
    plan: PlanPath,
    *,
    switch_ns: Annotated[
        list[float] | None, option("--switch-ns", "Switch latency in ns; repeat for several.", min=0)
    ] = None,
    network: Network = None,
    workers: Workers,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Mean and worst latency of a plan's paths.

    Over the least-latency paths between switches with endpoints.
    """
    with loading("finding the quickest paths", quiet=quiet):
        from netfloor.reports.costs import plan_latencies

        latencies = plan_latencies(plan, switch_ns, workers, network)
    answer_each(
        latencies, lambda item: item.to_dict(), lambda item: write_table(item.listing.terminal()), json=json
    )
    remark_all(dict.fromkeys(note for item in latencies.values() for note in item.notes), quiet=quiet)
