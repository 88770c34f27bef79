"""``netfloor explain``: one cable's length, term by term, and its part."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.costmodels import DEFAULT_COST_SET
from netfloor.foundation.errors import InputError, setting
from netfloor.options import Json, PlanPath, Quiet, Reach, option
from netfloor.terminal.console import answer, remark_all, write
from netfloor.terminal.progress import loading


def explain(
    plan: PlanPath,
    cable: Annotated[
        str,
        typer.Argument(
            metavar="CABLE",
            help="An id such as C000017, SWITCH/2 for its second endpoint, or DEVICE:PORT of lists.",
        ),
    ],
    *,
    catalogue: Annotated[Path | None, option("--catalogue", "Choose the part from this catalogue.")] = None,
    criterion: Annotated[
        str | None, option("--criterion", "With --catalogue: price, price+power or fewest-parts.")
    ] = None,
    years: Annotated[float | None, option("--years", "With --catalogue: years of electricity.")] = None,
    kwh_price: Annotated[float | None, option("--kwh-price", "With --catalogue: price of a kWh.")] = None,
    network_only: Annotated[
        bool, option("--network-only", "With --catalogue: no servers are ordered.")
    ] = False,
    cost_set: Annotated[
        str, option("--cost-set", "Without a catalogue: a shipped cost set or a TOML file.")
    ] = DEFAULT_COST_SET,
    reach: Reach = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Explain the length of one cable, term by term, and why its part was chosen."""
    with loading("reading the plan", quiet=quiet):
        from netfloor.plans.explain import Question, explain_cable, explain_text
        from netfloor.plans.explain_laid import explain_laid
        from netfloor.plans.laid_file import is_laid, load_laid
        from netfloor.plans.load import load_plan
        from netfloor.plans.order.terms import OrderTerms, refuse_terms_alone

        if catalogue is None:
            given = {"criterion": criterion, "years": years, "kwh-price": kwh_price}
            refuse_terms_alone({**given, "network-only": network_only or None})
        if is_laid(plan):
            if catalogue is not None:
                what = "does not go with a plan made from lists, for which no parts are chosen yet"
                raise InputError(setting("catalogue"), what, "leave it out")
            document = explain_laid(load_laid(plan), cable)
        else:
            terms = OrderTerms(criterion or "price", years, kwh_price, network_only=network_only)
            question = Question(cable, catalogue, terms, cost_set, reach)
            document = explain_cable(load_plan(plan, networks=True), question)
    answer(lambda: document, lambda: write(explain_text(document)), json=json)
    remark_all(document["notes"], quiet=quiet)
