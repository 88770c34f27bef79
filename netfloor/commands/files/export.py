"""Command ``netfloor export``: write a plan in other systems' formats."""

from pathlib import Path
from typing import Annotated

from netfloor.completion import export_formats
from netfloor.foundation.files import one_name
from netfloor.options import Cage, Force, Json, ListedGbps, Network, Partial, PlanPath, Quiet, Reach, option
from netfloor.terminal.console import answer, remark, remark_all
from netfloor.terminal.progress import loading


def export(
    plan: PlanPath,
    *,
    to: Annotated[
        str,
        option(
            "--to",
            "netbox, cvt, labels, pull-sheets, slurm, ibsim, simgrid, booksim, sst, containerlab, ptm, "
            "graphml, dot, graph6 or edges.",
            autocompletion=export_formats,
        ),
    ],
    out: Annotated[Path, option("--out", "The folder to write.")],
    chunk_rows: Annotated[
        int | None, option("--chunk-rows", "netbox: largest number of records in a file.", min=1)
    ] = None,
    label_format: Annotated[
        str | None, option("--label-format", "labels, pull-sheets: the text of a label.")
    ] = None,
    values: Annotated[
        list[str] | None, option("--with", "NAME=VALUE missing from the plan; repeat for several.")
    ] = None,
    reach: Reach = None,
    catalogue: Annotated[
        list[Path] | None,
        option("--catalogue", "Order the cables from this catalogue; repeat for several."),
    ] = None,
    criterion: Annotated[
        str | None, option("--criterion", "With --catalogue: price, price+power or fewest-parts.")
    ] = None,
    years: Annotated[float | None, option("--years", "With --catalogue: years of electricity.")] = None,
    kwh_price: Annotated[
        float | None, option("--kwh-price", "With --catalogue: price of a kWh in its currency.")
    ] = None,
    max_skus: Annotated[
        int | None, option("--max-skus", "With --catalogue: at most this many part numbers of cables.")
    ] = None,
    max_lead_days: Annotated[
        int | None, option("--max-lead-days", "With --catalogue: delivered within this many days.")
    ] = None,
    switch: Annotated[str | None, option("--switch", "With --catalogue: use this switch.")] = None,
    nic: Annotated[str | None, option("--nic", "With --catalogue: use this adapter.")] = None,
    server: Annotated[str | None, option("--server", "With --catalogue: use this server.")] = None,
    network_only: Annotated[
        bool,
        option("--network-only", "With --catalogue: order no adapters, no servers and no cables to them."),
    ] = False,
    cage: Cage = None,
    gbps: ListedGbps = None,
    partial: Partial = False,
    network: Network = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a plan for NetBox, ibsim, BookSim, ...

    Formats for a single network write a folder for each network of the plan, or only --network.
    """
    with loading(f"writing {to}", quiet=quiet):
        from netfloor.exchange.export import ExportRequest, export_plan, parts_request
        from netfloor.plans.order.terms import ListedTerms

        limits, requested_devices = (max_skus, max_lead_days, reach), (switch, nic, server)
        listed = ListedTerms(tuple(cage or ()), gbps, partial=partial)
        parts = parts_request(
            catalogue=one_name(catalogue),
            criterion=criterion,
            electricity=(years, kwh_price),
            limits=limits,
            requested_devices=requested_devices,
            listed=listed,
            network_only=network_only,
        )
        request = ExportRequest(
            plan=plan,
            form=to,
            out=out,
            chunk_rows=chunk_rows,
            label_format=label_format,
            values=tuple(values or ()),
            parts=parts,
            network=network,
        )
        exported = export_plan(request, force=force)
    written = f"wrote {', '.join(exported.files)} to {out}"
    remark_all(exported.notes, quiet=quiet)
    answer(exported.to_dict, lambda: remark(written, quiet=quiet), json=json)
