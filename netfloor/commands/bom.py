"""``netfloor bom``: what to order for a plan, from a catalogue of parts."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write, write_fields, write_json, write_table
from netfloor.options import Force, Json, PlanPath, Quiet


def bom(
    plan: PlanPath,
    *,
    catalogue: Annotated[
        Path | None,
        typer.Option(
            "--catalogue", metavar="FILE", help="A TOML file of parts; default: that of the plan's own run."
        ),
    ] = None,
    criterion: Annotated[
        str, typer.Option("--criterion", help="price, price+power or fewest-parts.")
    ] = "price",
    years: Annotated[float | None, typer.Option("--years", help="Years of electricity.")] = None,
    kwh_price: Annotated[
        float | None, typer.Option("--kwh-price", help="Price of a kWh in the catalogue's currency.")
    ] = None,
    max_skus: Annotated[
        int | None, typer.Option("--max-skus", min=1, help="Buy at most so many lengths of cable.")
    ] = None,
    spares: Annotated[
        list[str] | None,
        typer.Option("--spares", metavar="PCT", help="2%, or PART=5% or PART=4; repeat it for several."),
    ] = None,
    switch: Annotated[str | None, typer.Option("--switch", metavar="PART", help="Use this switch.")] = None,
    nic: Annotated[str | None, typer.Option("--nic", metavar="PART", help="Use this adapter.")] = None,
    server: Annotated[str | None, typer.Option("--server", metavar="PART", help="Use this server.")] = None,
    xlsx: Annotated[Path | None, typer.Option("--xlsx", metavar="FILE", help="Write a workbook.")] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="DIR", help="Write its sheets as CSV files.")
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List what to order for a plan: parts that fit, quantities, spares, stock and prices."""
    from costmodels.catalogue.equipment import Wishes  # noqa: PLC0415 - keeps --help quick
    from netfloor.bom_request import BomRequest  # noqa: PLC0415
    from netfloor.bom_run import run_bom  # noqa: PLC0415
    from netfloor.bom_text import HEADINGS, curve_rows, part_rows, summary_fields  # noqa: PLC0415

    request = BomRequest(
        plan,
        catalogue,
        criterion,
        years,
        kwh_price,
        max_skus,
        tuple(spares or ()),
        Wishes(switch, nic, server),
        xlsx,
        csv,
    )
    document = run_bom(request, force=force)
    remark_all(document["notes"], quiet=quiet)
    if json:
        write_json(document)
    else:
        write_table(HEADINGS, part_rows(document))
        write("")
        write_fields(summary_fields(document))
        if document["money_by_lengths"]:
            write("")
            write_table(("lengths", f"cables {document['currency']}"), curve_rows(document))
        write("\n" + "\n".join(document["assumptions"]) + "\n")
    for path in (xlsx, csv):
        if path is not None:
            remark(f"written: {path}", quiet=quiet)
