"""Command ``netfloor plan``: plan a room from a planning file or from lists."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.foundation.files import one_name
from netfloor.options import (
    Cage,
    Date,
    Force,
    Json,
    ListedGbps,
    Map,
    Mapping,
    Panels,
    Partial,
    Quiet,
    Reach,
    Servers,
    Switches,
    Verbose,
    Workers,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import (
    MAX_NOTES,
    answer,
    end_if_interrupted,
    remark,
    remark_all,
    remark_if_refused,
    remark_left,
    remark_table,
    remark_written,
    write,
    write_fields,
    write_table,
)
from netfloor.terminal.progress import loading


def plan(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="PLAN.toml or LISTS...",
            help="A planning file; or lists of devices and cables, CSV or workbooks; or a folder of "
            "NetBox exports, a DOT file, a containerlab topology or LLDP texts.",
        ),
    ],
    *,
    room: Annotated[str | None, option("--room", "With lists: the room file.", metavar="ROOM")] = None,
    out: Annotated[
        Path | None, option("--out", "Folder for everything; needed unless --dry-run.", metavar="DIR")
    ] = None,
    device_types: Annotated[
        Path | None,
        option("--device-types", "With lists: NetBox's device-type library, for models.", metavar="DIR"),
    ] = None,
    dry_run: Annotated[
        bool,
        option(
            "--dry-run",
            "Only check feasibility, the lowest cost and the run time of a planning file of a network; "
            "write nothing.",
        ),
    ] = False,
    columns: Map = None,
    mapping: Mapping = None,
    switches: Switches = None,
    servers: Servers = None,
    panels: Panels = None,
    objective: Annotated[
        str | None,
        option(
            "--objective",
            "With lists: objective: length (default), parts, money, power, longest, or a sum "
            "such as 'length + 3*power'.",
        ),
    ] = None,
    catalogue: Annotated[
        list[Path] | None,
        option(
            "--catalogue",
            "With lists: prices of the objective: parts, repeat for several, or by formula.",
        ),
    ] = None,
    power_set: Annotated[
        str | None,
        option("--power-set", "With lists: watts of the objective: a shipped power set or a TOML file."),
    ] = None,
    reach: Reach = None,
    cage: Cage = None,
    gbps: ListedGbps = None,
    partial: Partial = False,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Plan a room: placement, cables, parts, report.

    From a planning file: place a network and its servers, choose every part; write plan, report, bill of
    materials, drawings. From lists: place the devices, route and measure every cable, for sheets, labels,
    exports.
    """
    aim = {
        "objective": objective,
        "catalogue": None if (prices := one_name(catalogue)) is None else str(prices),
        "power_set": power_set,
        "reach_m": reach,
        "cages": tuple(cage or ()) or None,
        "gbps": gbps,
        "partial": partial or None,
    }
    patterns = {"switches": switches or [], "servers": servers or [], "panels": panels or []}
    tables = columns or [], mapping, patterns
    if all(path.suffix.lower() != ".toml" for path in files):
        asked = files, room, out, date, device_types, tables, aim
        _lists(*asked, dry_run=dry_run, force=force, json=json, quiet=quiet, verbose=verbose)
        return
    if given := [name for name, value in aim.items() if value is not None]:
        hint = f"--{given[0].removesuffix('_m').removesuffix('s').replace('_', '-')}"
        where = "[parts]" if given[0] in {"cages", "gbps", "partial"} else "[layout]"
        where = "the file itself" if given[0] == "catalogue" else where
        raise typer.BadParameter(f"is for lists; a planning file sets it in {where}", param_hint=hint)
    if len(files) > 1 or room is not None:
        hint = "--room" if len(files) == 1 else "PLAN.toml"
        raise typer.BadParameter("a planning file takes no other input and names its room", param_hint=hint)
    file = files[0]
    with loading(quiet=quiet):
        from netfloor.studies.lists.plan_file import is_listed_plan

        listed = is_listed_plan(file)
    if listed:
        asked = files, None, out, date, device_types, tables, aim
        _lists(*asked, dry_run=dry_run, force=force, json=json, quiet=quiet, verbose=verbose)
        return
    of_lists = {"map": columns, "mapping": mapping, **patterns, "device-types": device_types}
    if unusable := [name for name, value in of_lists.items() if value]:
        raise typer.BadParameter("is for lists", param_hint=f"--{unusable[0]}")
    if dry_run:
        _dry_run(file, workers, json=json, quiet=quiet, verbose=verbose)
        return
    if out is None:
        raise typer.BadParameter("missing; give a folder, or --dry-run", param_hint="--out")
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.studies.hall_plan.run import run_hall_plan

    with working(quiet=quiet) as (observer, interrupt):
        planned = run_hall_plan(file, out, workers, observer, interrupt, force=force, head=given_head(date))
    answer(lambda: planned.to_dict(out), lambda: write(planned.text(out, verbose=verbose)), json=json)
    remark_all(planned.notes, quiet=quiet)
    if not (verbose or json):
        remark("more figures, full warnings and all files: --verbose", quiet=quiet)
    if planned.is_overfull:
        raise typer.Exit(CHECK_FAILED)


def _dry_run(file: Path, workers: int, *, json: bool, quiet: bool, verbose: bool) -> None:
    """Print the results of the dry run; exit with 4 if the plan cannot fit."""
    with loading(quiet=quiet):
        from netfloor.foundation.errors import InfeasibleError
        from netfloor.studies.hall_plan.dry_run import dry_run

    with working(quiet=quiet) as (observer, _):
        result = dry_run(file, workers, observer)

    def readable() -> None:
        write_fields(result.fields() if verbose else result.brief_fields())
        table = result.table if verbose else result.failed
        if table.rows:
            write("")
            write_table(table)

    answer(result.to_dict, readable, json=json)
    if not (verbose or json):
        remark_left(["all checks", "doubts in detail", "terms of the cost"], quiet=quiet)
    if not result.fits:
        raise InfeasibleError(f"{file}: {'; '.join(result.reasons)}")


def _lists(
    files: list[Path],
    room: str | None,
    out: Path | None,
    date: str | None,
    device_types: Path | None,
    asked: tuple[list[str], Path | None, dict[str, list[str]]],
    aim: dict[str, Any],
    *,
    dry_run: bool,
    force: bool,
    json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Plan the devices and cables of lists or of a planning file, and print the answer."""
    is_file = files[0].suffix.lower() == ".toml"
    if dry_run:
        what = "works only with planning files of a network; lists are checked by netfloor room lists"
        raise typer.BadParameter(what, param_hint="--dry-run")
    counted = aim["objective"] or ""
    if (
        not is_file
        and aim["catalogue"]
        and not any(item in counted for item in ("parts", "money", "power"))
    ):
        raise typer.BadParameter("needs --objective parts, money or power", param_hint="--catalogue")
    for name, value in (("--room", "" if is_file else room), ("--out", out)):
        if value is None:
            what = "missing; lists need a room and a folder"
            if name == "--room":
                command = shlex.join(("netfloor", "room", "lists", *map(str, files), "--out", "room.toml"))
                what += f"; {command} writes one with their racks, or with example racks"
            raise typer.BadParameter(what, param_hint=name)
    assert out is not None  # noqa: S101 - refused above
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.reports.bom.text import warning_fields
        from netfloor.reports.headroom import brief_headroom
        from netfloor.studies.lists.plan import ListedPlanRequest, run_listed_plan
        from netfloor.studies.lists.plan_file import listed_aim, read_listed_plan
        from netfloor.studies.tables_read import TableOptions, understood_table, understood_text

    given = (
        read_listed_plan(files[0])
        if is_file
        else {"files": tuple(files), "room": room, "aim": listed_aim(aim)}
    )
    options = TableOptions(*asked)
    tables = options.request()
    refused = remark_if_refused(
        lambda: understood_table(tables.report),
        tables.report.told,
        [*files, "lists", "devices"],
        quiet=quiet,
    )
    with refused, working(quiet=quiet) as (observer, interrupt):
        request = ListedPlanRequest(
            out=out, head=given_head(date), device_types=device_types, tables=tables, **given
        )
        planned = run_listed_plan(request, observer, interrupt, force=force)

    def readable() -> None:
        write(planned.answer)
        headroom = planned.headroom if verbose else brief_headroom(planned.headroom)
        fields = [*planned.power, *planned.rules, *headroom]
        write_fields([*fields, *warning_fields(planned.warnings)])

    answer(planned.to_dict, readable, json=json)
    if verbose:
        remark_table(understood_table(tables.report), quiet=quiet)
    elif text := understood_text(tables.report):
        remark(text, quiet=quiet)
    remark_all(planned.notes, quiet=quiet, most=None if verbose else MAX_NOTES)
    remark_written(options.save(tables), quiet=quiet)
    sheets = shlex.join(("netfloor", "papers", f"{out}/plan.json", "--out", f"{out}-papers"))
    remark(f"written: {', '.join(planned.files)} in {out}; next: {sheets}", quiet=quiet)
    end_if_interrupted(planned.interrupted, "the folder holds the best placement so far")
