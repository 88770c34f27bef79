"""``netfloor topology show``: one network's structure."""

from pathlib import Path
from typing import Annotated

from netfloor.options import Endpoints, Force, Gbps, Json, Quiet, Seed, Spec, option
from netfloor.terminal.console import answer, remark_all, write_fields
from netfloor.terminal.progress import loading


def show(
    spec: Spec,
    *,
    bisection: Annotated[bool, option("--bisection", "Also bisect it.")] = False,
    endpoints: Endpoints = None,
    gbps: Gbps = 100.0,
    cut: Annotated[
        Path | None, option("--cut", "Write each switch's side of the bisection as CSV.", metavar="FILE")
    ] = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show graph properties, before placement: size, distances, spectrum, bisection."""
    with loading(f"measuring {spec}", quiet=quiet):
        from netfloor.reports.structure.facts import readable_facts
        from netfloor.studies.show import show_network

        facts = show_network(spec, endpoints, gbps, seed, bisection=bisection, cut=cut, force=force)
    answer(lambda: facts, lambda: write_fields(readable_facts(facts)), json=json)
    remark_all(facts["notes"], quiet=quiet)
