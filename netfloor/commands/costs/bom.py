"""Command ``netfloor bom``: order parts for a plan from a catalogue."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from netfloor.foundation.files import one_name
from netfloor.options import (
    Cage,
    Date,
    Force,
    Json,
    ListedGbps,
    Partial,
    PlanPath,
    Quiet,
    Reach,
    Verbose,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import (
    MAX_NOTES,
    answer,
    remark,
    remark_all,
    remark_written,
    write,
    write_fields,
    write_table,
)
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.studies.order import BomRun


def bom(
    plan: PlanPath,
    *,
    catalogue: Annotated[
        list[Path] | None,
        option(
            "--catalogue",
            "A TOML file or a shipped set such as slimfly-2014; repeat for several; default: the one "
            "used for the plan.",
        ),
    ] = None,
    criterion: Annotated[
        str | None, option("--criterion", "price, price+power or fewest-parts; default: price.")
    ] = None,
    ownership: Annotated[
        Path | None, option("--ownership", "Also the cost of ownership by year, by this TOML file.")
    ] = None,
    power_set: Annotated[
        str | None,
        option(
            "--power-set", "With --ownership and prices by formula: a power set; default: the plan's own."
        ),
    ] = None,
    years: Annotated[float | None, option("--years", "Years of electricity.")] = None,
    kwh_price: Annotated[
        float | None, option("--kwh-price", "Price of a kWh in the catalogue's currency.")
    ] = None,
    max_skus: Annotated[
        int | None, option("--max-skus", "Buy at most this many part numbers of cables and cords.")
    ] = None,
    max_lead_days: Annotated[
        int | None,
        option("--max-lead-days", "Longest delivery in days, unless in stock."),
    ] = None,
    spares: Annotated[
        list[str] | None,
        option("--spares", "2%, or PART=5% or PART=4; repeat for several.", metavar="PCT"),
    ] = None,
    switch: Annotated[str | None, option("--switch", "Use this switch.")] = None,
    nic: Annotated[str | None, option("--nic", "Use this adapter.")] = None,
    server: Annotated[str | None, option("--server", "Use this server.")] = None,
    cage: Cage = None,
    gbps: ListedGbps = None,
    devices: Annotated[
        bool, option("--devices", "Plan of lists: also buy devices whose model is a part.")
    ] = False,
    partial: Partial = False,
    network_only: Annotated[
        bool, option("--network-only", "No servers, no adapters and no cables to them.")
    ] = False,
    fibre_trunks: Annotated[
        bool, option("--fibre-trunks", "Use fibre trunks with cassettes where they cost less; halls only.")
    ] = False,
    laying_price: Annotated[
        float | None,
        option("--laying-price", "Cost of laying a cable between cabinets, for choosing trunks."),
    ] = None,
    reach: Reach = None,
    xlsx: Annotated[Path | None, option("--xlsx", "Write a workbook.", metavar="FILE")] = None,
    csv: Annotated[Path | None, option("--csv", "Write its sheets as CSV files.", metavar="DIR")] = None,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the parts to order, with prices and spares.

    Also fit, quantities, stock, lead times and suppliers.
    """
    with loading(quiet=quiet):
        from netfloor.costmodels.catalogue.equipment import RequestedDevices
        from netfloor.plans.order.terms import ListedTerms, OrderTerms, reach_to_mm, refuse_terms_alone
        from netfloor.report_head import given_head
        from netfloor.studies.order import BomRequest, run_bom

    if catalogue is None:
        refuse_terms_alone(
            {
                "criterion": criterion,
                "years": years if ownership is None else None,
                "kwh-price": kwh_price if ownership is None else None,
                "max-skus": max_skus,
                "max-lead-days": max_lead_days,
                "spares": spares,
                "switch": switch,
                "nic": nic,
                "server": server,
                "cage": cage,
                "gbps": gbps,
                "devices": devices or None,
                "partial": partial or None,
                "network-only": network_only or None,
                "fibre-trunks": fibre_trunks or None,
                "laying-price": laying_price,
                "reach": reach,
            }
        )
    terms = OrderTerms(
        criterion=criterion or "price",
        years=years,
        kwh_price=kwh_price,
        max_skus=max_skus,
        spares=tuple(spares or ()),
        requested_devices=RequestedDevices(switch, nic, server),
        network_only=network_only,
        max_lead_days=max_lead_days,
        fibre_trunks=fibre_trunks,
        laying_price=laying_price or 0.0,
        listed=ListedTerms(tuple(cage or ()), gbps, devices, partial),
        reach_mm=reach_to_mm(reach),
    )
    head = given_head(date, plan)
    day = None if date is None else head.day
    request = BomRequest(
        plan=plan,
        catalogue=one_name(catalogue),
        terms=terms,
        xlsx=xlsx,
        csv=csv,
        ownership=ownership,
        power_set=power_set,
        head=head,
        day=day,
    )
    with working(quiet=quiet) as (observer, _):
        run = run_bom(request, observer, force=force)
    answer(lambda: run.document, lambda: _write_bom(run, verbose=verbose), json=json)
    remark_all(run.document["notes"], quiet=quiet, most=None if verbose or json else MAX_NOTES)
    if not (verbose or json):
        remark("counts and assumptions: --verbose", quiet=quiet)
    remark_written(xlsx, csv, quiet=quiet)


def _write_bom(run: "BomRun", *, verbose: bool) -> None:
    """Print expired prices, the total, then the parts; if verbose, also counts and assumptions."""
    from netfloor.costmodels.catalogue.gaps import EXPIRED, NOT_COUNTED
    from netfloor.foundation.wording import without_details
    from netfloor.reports.bom.limits import curve_listing, limit_listing
    from netfloor.reports.bom.orders import order_listing, with_orders
    from netfloor.reports.bom.ownership import ownership_fields, years_listing
    from netfloor.reports.bom.parts import part_listing
    from netfloor.reports.bom.text import DETAILS, answer_fields, summary_fields, warning_fields

    document, parts = run.document, run.parts
    warnings = [text for text in document["warnings"] if text not in document["missing"]]
    every = summary_fields(document, owned=run.ownership is not None)
    summary = every if verbose else without_details(every, DETAILS)
    expired = [
        text for text in warnings if text.startswith((EXPIRED, NOT_COUNTED))
    ]  # shown before any prices
    others = [text for text in warnings if text not in expired]
    write_fields([*warning_fields(expired), *answer_fields(document), *warning_fields(others), *summary])
    write("")
    write_table(part_listing(parts.bom).terminal(), spare=0 if verbose else 1)
    if with_orders(parts.bom):
        write("")
        write_table(order_listing(parts.bom).terminal())
    if parts.limit_costs:
        write("")
        write_table(limit_listing(parts).terminal())
    if run.ownership is not None:
        write("")
        write_fields(ownership_fields(document["ownership"]))
        write_table(years_listing(run.ownership).terminal())
    if parts.curve:
        write("")
        write_table(curve_listing(parts).terminal())
    if verbose:
        write("\n" + "\n".join(document["assumptions"]) + "\n")
