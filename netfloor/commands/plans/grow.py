"""Command ``netfloor grow``: expand the network of a plan."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.effort import Seconds, effort
from netfloor.foundation.files import one_name
from netfloor.options import (
    Date,
    Endpoints,
    Force,
    Html,
    Json,
    Map,
    Mapping,
    Panels,
    PlanPath,
    Quiet,
    Require,
    Seed,
    Servers,
    Switches,
    Workers,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark_all,
    remark_table,
    remark_written,
    write,
)
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.studies.grow.lists import ListedGrowRequest


def grow(
    plan: PlanPath,
    specs: Annotated[
        list[str],
        typer.Argument(
            metavar="SPEC, NAME=SPEC... or LISTS...",
            help="The larger network; with several networks, NAME=SPEC for each that grows; for a plan of "
            "lists, the new lists or their planning file.",
        ),
    ],
    *,
    room: Annotated[str | None, option("--room", "The new room; default: the plan's own.")] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The plan file to write.")] = Path("grown.json"),
    keep_cabinets: Annotated[
        str | None, option("--keep-cabinets", "Cabinets whose switches must not move.", metavar="A,B")
    ] = None,
    weight_touched: Annotated[
        float | None,
        option(
            "--weight-touched",
            "Let old switches move: metres of new cable that an untouched old cable is worth; "
            "default: old switches stay in place.",
            min=0,
            max=1e6,
        ),
    ] = None,
    require: Require = None,
    match: Annotated[
        Path | None, option("--match", "CSV old,new of switches; default: by name.", metavar="FILE")
    ] = None,
    keep_bisection: Annotated[
        float | None,
        option("--keep-bisection", "Share of the bisection kept at every step.", min=0, max=1),
    ] = None,
    migration: Annotated[
        Path | None, option("--migration", "Write the migration steps as CSV.", metavar="FILE")
    ] = None,
    order: Annotated[
        Path | None,
        option(
            "--order", "Write the difference order as CSV: parts to buy, parts to spare.", metavar="FILE"
        ),
    ] = None,
    traffic: Annotated[
        str | None,
        option("--traffic", "Also the throughput of both networks with this routing.", metavar="ROUTING"),
    ] = None,
    html: Html = None,
    date: Date = None,
    iterations: Annotated[
        int | None, option("--iterations", "Effort of each search, reproducible.")
    ] = None,
    seconds: Seconds = None,
    endpoints: Endpoints = None,
    gbps: Annotated[float | None, option("--gbps", "Rate of a link in Gb/s; default: the plan's.")] = None,
    seed: Seed = 0,
    catalogue: Annotated[
        list[Path] | None,
        option("--catalogue", "With lists: price list for the difference order; repeat for several."),
    ] = None,
    columns: Map = None,
    mapping: Mapping = None,
    switches: Switches = None,
    servers: Servers = None,
    panels: Panels = None,
    workers: Workers,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Grow a plan, and list the steps of the migration.

    Old switches and servers keep their places if these still exist, with their names, ports and cables; new
    ones are placed for the least cable.
    """
    with loading(quiet=quiet):
        from netfloor.studies.grow.lists import are_lists

    patterns = {"switches": switches or [], "servers": servers or [], "panels": panels or []}
    if are_lists(specs):
        given: dict[str, object] = {"--keep-cabinets": keep_cabinets}
        given |= {"--weight-touched": weight_touched, "--match": match}
        given |= {"--keep-bisection": keep_bisection, "--migration": migration, "--traffic": traffic}
        given |= {"--endpoints": endpoints, "--gbps": gbps, "--require": require}
        given |= {"--iterations": iterations, "--seconds": seconds}
        for name, value in given.items():
            if value is not None:
                raise typer.BadParameter("is for networks of formulas, not for lists", param_hint=name)
        from netfloor.studies.grow.lists import ListedGrowRequest

        files = tuple(map(Path, specs))
        lists = ListedGrowRequest(
            plan=plan,
            files=files,
            out=out,
            room=room,
            catalogue=one_name(catalogue),
            order=order,
            html=html,
            seed=seed,
        )
        _lists(lists, (columns or [], mapping, patterns), date, force=force, json=json, quiet=quiet)
        return
    of_lists = {"catalogue": catalogue, "map": columns, "mapping": mapping, **patterns}
    if unusable := [name for name, value in of_lists.items() if value]:
        what = "is for lists; a plan has its own catalogue" if catalogue else "is for lists"
        raise typer.BadParameter(what, param_hint=f"--{unusable[0]}")
    budget = effort(iterations, seconds)
    with loading(quiet=quiet):
        from netfloor.layout.solve import SolveOptions
        from netfloor.report_head import given_head
        from netfloor.studies.grow.run import GrowRequest, run_grow

    request = GrowRequest(
        plan,
        tuple(specs),
        room,
        out,
        SolveOptions(budget=budget, seed=seed, workers=workers),
        keep=tuple(name.strip() for name in keep_cabinets.split(",")) if keep_cabinets else (),
        weight_mm=None if weight_touched is None else round(weight_touched * 1000),
        match=match,
        endpoints=endpoints,
        gbps=gbps,
        keep_bisection=keep_bisection,
        migration=migration,
        order=order,
        requirements=tuple(require or ()),
        html=html,
        traffic=traffic,
        head=given_head(date, plan),
    )
    with working(quiet=quiet) as (observer, interrupt):
        report = run_grow(request, observer, interrupt, force=force)
    answer(report.to_dict, lambda: write(report.text()), json=json)
    remark_all(report.notes, quiet=quiet)
    remark_written(migration, order, html, quiet=quiet)
    end_if_interrupted(report.interrupted, "the plan holds the best placement so far")


def _lists(
    asked: "ListedGrowRequest",
    columns: tuple[list[str], Path | None, dict[str, list[str]]],
    date: str | None,
    *,
    force: bool,
    json: bool,
    quiet: bool,
) -> None:
    """Grow a plan by new lists."""
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.studies.grow.lists import grow_by_lists
        from netfloor.studies.tables_read import TableOptions, understood_table

    options = TableOptions(*columns)
    request = replace(asked, tables=options.request(), head=given_head(date, asked.plan))
    with working(quiet=quiet) as (observer, interrupt):
        report = grow_by_lists(request, observer, interrupt, force=force)
    answer(report.to_dict, lambda: write(report.text()), json=json)
    remark_table(understood_table(request.tables.report), quiet=quiet)
    remark_all(report.notes, quiet=quiet)
    remark_written(options.save(request.tables), request.order, request.html, quiet=quiet)
    end_if_interrupted(report.interrupted, "the plan holds the best placement so far")
