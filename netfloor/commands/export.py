"""``netfloor export``: a plan in other systems' files."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write_json
from netfloor.options import Force, Json, PlanPath, Quiet, Reach


def export(
    plan: PlanPath,
    *,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help="netbox, cvt, labels, pull-sheets, slurm, ibsim, simgrid, booksim, sst, graphml, "
            "dot, graph6 or edges.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", help="The folder to write.")],
    chunk_rows: Annotated[
        int | None, typer.Option("--chunk-rows", min=1, help="netbox: most records of one file.")
    ] = None,
    label_format: Annotated[
        str | None, typer.Option("--label-format", help="labels, pull-sheets: what a label says.")
    ] = None,
    values: Annotated[
        list[str] | None,
        typer.Option("--with", help="NAME=VALUE of what the plan does not know; repeat for several."),
    ] = None,
    cost_set: Annotated[
        str | None,
        typer.Option("--cost-set", help="Order the cables by a shipped cost set or your own TOML file."),
    ] = None,
    reach: Reach = None,
    catalogue: Annotated[
        Path | None,
        typer.Option("--catalogue", metavar="FILE", help="Order the cables from a TOML file of parts."),
    ] = None,
    criterion: Annotated[
        str | None,
        typer.Option("--criterion", help="With --catalogue: price, price+power or fewest-parts."),
    ] = None,
    years: Annotated[
        float | None, typer.Option("--years", help="With --catalogue: years of electricity.")
    ] = None,
    kwh_price: Annotated[
        float | None, typer.Option("--kwh-price", help="With --catalogue: price of a kWh in its currency.")
    ] = None,
    max_skus: Annotated[
        int | None, typer.Option("--max-skus", min=1, help="With --catalogue: at most so many lengths.")
    ] = None,
    switch: Annotated[
        str | None, typer.Option("--switch", metavar="PART", help="With --catalogue: use this switch.")
    ] = None,
    nic: Annotated[
        str | None, typer.Option("--nic", metavar="PART", help="With --catalogue: use this adapter.")
    ] = None,
    server: Annotated[
        str | None, typer.Option("--server", metavar="PART", help="With --catalogue: use this server.")
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a plan in the files of another system, into a folder."""
    from netfloor.export_run import ExportRequest, parts_request, run_export  # noqa: PLC0415 - keeps --help quick

    parts = parts_request(plan, catalogue, criterion, (years, kwh_price), max_skus, (switch, nic, server))
    request = ExportRequest(
        plan, to, out, chunk_rows, label_format, tuple(values or ()), cost_set, reach, parts
    )
    exported = run_export(request, force=force)
    remark_all(exported.notes, quiet=quiet)
    if json:
        write_json(exported.to_dict())
    else:
        remark(f"wrote {', '.join(exported.files)} to {out}", quiet=quiet)
