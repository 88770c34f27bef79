"""Command ``netfloor catalogue import``: convert price lists to a catalogue."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Force, Json, Quiet, option
from netfloor.terminal.console import (
    remark_all,
    remark_table,
    remark_written,
    write_fields,
    write_json,
    write_table,
)


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="PRICES", help="Price lists (CSV or .xlsx) or catalogues to combine."),
    ],
    *,
    out: Annotated[Path, option("--out", "Catalogue to write.")],
    currency: Annotated[
        list[str] | None,
        option(
            "--currency",
            "Currency of the catalogue, such as EUR, or of one list, FILE:EUR; default: the list's.",
            metavar="CODE",
        ),
    ] = None,
    columns: Annotated[
        list[str] | None,
        option(
            "--map",
            "What columns hold: HEADING=part,HEADING=price ...; of one list: FILE:HEADING=part.",
            metavar="MAP",
        ),
    ] = None,
    decimal: Annotated[
        list[str] | None,
        option(
            "--decimal", "Decimal sign: . or , and of one list FILE:, ; default: detected.", metavar="SIGN"
        ),
    ] = None,
    separator: Annotated[
        str, option("--separator", "Column separator: ; , | or tab; default: detected.", metavar="SIGN")
    ] = "",
    kinds: Annotated[
        list[str] | None,
        option(
            "--kind",
            "The list's words for kinds: Kupferkabel=copper; *=skip: all others; of one list: FILE:*=skip.",
            metavar="WORDS",
        ),
    ] = None,
    constants: Annotated[
        list[str] | None,
        option(
            "--constant",
            "Missing values: gbps=200, AOC.power=4,QDD-9.fibres=16; of one list: FILE:gbps=200.",
            metavar="VALUES",
        ),
    ] = None,
    rates: Annotated[
        list[str] | None,
        option("--rate", "USD=0.92@2026-11-01: one USD in the catalogue's currency.", metavar="RATE"),
    ] = None,
    date: Annotated[
        datetime | None,
        option("--date", "Date of the prices; default: the file's.", formats=["%Y-%m-%d"]),
    ] = None,
    title: Annotated[str, option("--title", "Title of the catalogue.")] = "",
    source: Annotated[str, option("--source", "Where the prices come from, such as an offer.")] = "",
    skip_incomplete: Annotated[
        bool, option("--skip-incomplete", "Skip incomplete rows and report how many.")
    ] = False,
    trust: Annotated[str, option("--trust", "Trust in the prices: read, quoted or unverified.")] = "read",
    update: Annotated[bool, option("--update", "Update the catalogue; manual edits stay.")] = False,
    plan: Annotated[
        Path | None, option("--plan", "With --update: a plan to price before and after.", metavar="PLAN")
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a catalogue from price lists, or update one.

    If there are problems, list all and write nothing.
    """
    from netfloor.studies.imported_prices import import_catalogue, price_list_request
    from netfloor.studies.tables_read import understood_table

    texts = {
        "columns": columns or [],
        "kinds": kinds or [],
        "constants": constants or [],
        "rates": rates or [],
        "decimal": decimal or [],
        "currency": currency or [],
    }
    about = {"title": title, "source": source, "trust": trust}
    day = None if date is None else date.date()
    requests = [
        price_list_request(
            file=file,
            files=files,
            texts=texts,
            separator=separator,
            date=day,
            about=about,
            skip_incomplete=skip_incomplete,
        )
        for file in files
    ]
    imported = import_catalogue(requests, out, force=force, update=update, plan=plan)
    for request in requests:
        if request.report.columns:
            remark_table(understood_table(request.report), quiet=quiet or json)
    remark_all(imported.notes, quiet=quiet)
    if json:
        write_json(imported.document)
    elif not imported.problems:
        write_fields([*imported.fields, *imported.summary])
        if imported.changes:
            write_table(imported.changes_table)
    if imported.problems:
        remark_table(imported.problems_table, quiet=quiet or json)
        imported.refuse()
    remark_written(out, quiet=quiet)
