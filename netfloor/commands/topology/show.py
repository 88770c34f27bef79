"""Command ``netfloor topology show``: structure of a network."""

from pathlib import Path
from typing import Annotated

from netfloor.options import (
    Endpoints,
    Force,
    Json,
    Network,
    Quiet,
    Seed,
    SpecGbps,
    SpecOrPlan,
    Verbose,
    option,
)
from netfloor.terminal.console import answer_each, remark, remark_all, write_fields
from netfloor.terminal.progress import loading


def show(
    spec: SpecOrPlan,
    *,
    bisection: Annotated[bool, option("--bisection", "Also compute its bisection.")] = False,
    endpoints: Endpoints = None,
    network: Network = None,
    gbps: SpecGbps = None,
    cut: Annotated[
        Path | None, option("--cut", "Write each switch's side of the bisection as CSV.", metavar="FILE")
    ] = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Show size, distances, spectrum and bisection."""
    with loading(f"measuring {spec}", quiet=quiet):
        from netfloor.reports.structure.facts import readable_facts
        from netfloor.studies.named_network import NetworkRequest
        from netfloor.studies.show import show_networks

        wanted = NetworkRequest(spec, endpoints, gbps, seed, network)
        result = show_networks(wanted, bisection=bisection, cut=cut, force=force)
    answer_each(
        result,
        lambda facts: facts,
        lambda facts: write_fields(readable_facts(facts, verbose=verbose)),
        json=json,
    )
    remark_all(dict.fromkeys(note for facts in result.values() for note in facts["notes"]), quiet=quiet)
    if not (verbose or json):
        remark("spectrum, degrees and distances: --verbose", quiet=quiet)
