"""Command ``netfloor power``: power of a plan's ports and cables."""

from typing import Annotated, Any

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.options import Json, Network, PlanPath, Quiet, Reach, Seed, Verbose, option
from netfloor.terminal.console import answer_each, remark_all, remark_left, write
from netfloor.terminal.progress import loading


def power(
    plan: PlanPath,
    *,
    power_set: Annotated[
        str, option("--power-set", "A shipped power set or your own TOML file.")
    ] = DEFAULT_POWER_SET,
    catalogue: Annotated[
        str, option("--catalogue", "Prices by formula that choose copper or optical.")
    ] = DEFAULT_COST_SET,
    reach: Reach = None,
    bisection: Annotated[bool, option("--bisection", "Also power per bisection bandwidth.")] = False,
    network: Network = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Add up a plan's power, and power per bandwidth."""
    with loading("adding up the power", quiet=quiet):
        from netfloor.reports.costs import power_documents, power_in_all, power_text

        cut = seed if bisection else None
        result = power_documents(plan, power_set, catalogue, reach, cut, network)
    last = list(result.values())[-1]

    def show(item: dict[str, Any]) -> None:
        write(power_text(item, footnotes=verbose and item is last))

    answer_each(result, lambda item: item, show, json=json, in_all=power_in_all)
    remark_all(dict.fromkeys(note for item in result.values() for note in item["notes"]), quiet=quiet)
    if not (verbose or json or "devices_w" in next(iter(result.values()))):
        remark_left(["coefficients with their sources"], quiet=quiet)
