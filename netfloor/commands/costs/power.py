"""``netfloor power``: what a plan's ports and cables draw."""

from typing import Annotated

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.options import Json, PlanPath, Quiet, Reach, Seed, option
from netfloor.terminal.console import answer, remark_all, write
from netfloor.terminal.progress import loading


def power(
    plan: PlanPath,
    *,
    power_set: Annotated[
        str, option("--power-set", "A shipped power set or your own TOML file.")
    ] = DEFAULT_POWER_SET,
    cost_set: Annotated[
        str, option("--cost-set", "The cost set that chooses copper or optical.")
    ] = DEFAULT_COST_SET,
    reach: Reach = None,
    bisection: Annotated[bool, option("--bisection", "Also power per bisection bandwidth.")] = False,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Add up the power of a plan by a set of power coefficients."""
    with loading("adding up the power", quiet=quiet):
        from netfloor.reports.costs import power_document, power_text

        document = power_document(plan, power_set, cost_set, reach, seed if bisection else None)
    answer(lambda: document, lambda: write(power_text(document)), json=json)
    remark_all(document["notes"], quiet=quiet)
