"""Command ``netfloor explain``: explain a cable, device, port or cabinet, or the plan's headroom."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.foundation.files import one_name
from netfloor.options import Cage, Json, ListedGbps, PlanPath, Quiet, Reach, Verbose, option
from netfloor.terminal.console import answer, remark, remark_all, write, write_fields, write_table
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.plans.load import AnyPlan
    from netfloor.plans.order.terms import OrderTerms


def explain(
    plan: PlanPath,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="A cable such as C000017, a device, a port as DEVICE:PORT or SWITCH/2, or a cabinet; "
            "without a name: the plan's headroom.",
        ),
    ] = None,
    *,
    catalogues: Annotated[
        list[Path] | None, option("--catalogue", "Choose the part from this catalogue; repeat for several.")
    ] = None,
    criterion: Annotated[
        str | None, option("--criterion", "With --catalogue: price, price+power or fewest-parts.")
    ] = None,
    years: Annotated[float | None, option("--years", "With --catalogue: years of electricity.")] = None,
    kwh_price: Annotated[float | None, option("--kwh-price", "With --catalogue: price of a kWh.")] = None,
    network_only: Annotated[bool, option("--network-only", "With --catalogue: order no servers.")] = False,
    reach: Reach = None,
    cage: Cage = None,
    gbps: ListedGbps = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Explain a cable, device, port or cabinet of a plan.

    For a cable, its length term by term and its part. Without a name: the tightest cabinet and the number
    of servers that still fit; with --verbose the units, watts, kilograms and ports left everywhere.
    """
    with loading("reading the plan", quiet=quiet):
        from netfloor.plans.explain.document import explain_name, explain_text
        from netfloor.plans.explain.parts import Question
        from netfloor.plans.laid import LaidFabric
        from netfloor.plans.load import load_any_plan
        from netfloor.plans.order.terms import ListedTerms, OrderTerms, reach_to_mm, refuse_terms_alone

        catalogue = one_name(catalogues)
        if catalogue is None:
            given = {"criterion": criterion, "years": years, "kwh-price": kwh_price, "reach": reach}
            refuse_terms_alone({**given, "network-only": network_only or None, "cage": cage, "gbps": gbps})
        opened = load_any_plan(plan)
        # in plans from lists, other cables may have no part
        listed = ListedTerms(tuple(cage or ()), gbps, partial=isinstance(opened, LaidFabric))
        terms = OrderTerms(
            criterion=criterion or "price",
            years=years,
            kwh_price=kwh_price,
            network_only=network_only,
            listed=listed,
            reach_mm=reach_to_mm(reach),
        )
    if name is None:
        _headroom(opened, catalogue, terms, json=json, quiet=quiet, verbose=verbose)
        return
    with loading("reading the plan", quiet=quiet):
        document = explain_name(opened, Question(name, catalogue, terms))
    answer(lambda: document, lambda: write(explain_text(document, verbose=verbose)), json=json)


def _headroom(
    plan: "AnyPlan",
    catalogue: Path | None,
    terms: "OrderTerms",
    *,
    json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Print the headroom of a plan; if verbose, also by row, network and cabinet."""
    with loading("computing spare capacity", quiet=quiet):
        from netfloor.plans.laid import LaidFabric
        from netfloor.reports.headroom import (
            headroom_document,
            headroom_fields,
            headroom_tables,
            plan_headroom,
        )
        from netfloor.reports.lists.supply import supply_document, supply_fields

        headroom, notes = plan_headroom(plan, catalogue, terms)
        supply = plan.supply if isinstance(plan, LaidFabric) else None
    document = {"schema": 1, "plan": str(plan.path), "explains": "headroom", **headroom_document(headroom)}
    if supply is not None and supply.is_known:
        document["power"] = supply_document(supply)

    def readable() -> None:
        write_fields([*headroom_fields(headroom), *([] if supply is None else supply_fields(supply))])
        for table in headroom_tables(headroom) if verbose else ():
            write("")
            write_table(table)

    answer(lambda: document, readable, json=json)
    remark_all([*notes, *(headroom.notes if verbose else ())], quiet=quiet)
    if not (verbose or json):
        remark("spare capacity by row, network and cabinet: --verbose", quiet=quiet)
