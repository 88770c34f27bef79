"""Commands ``netfloor check``: check routability of a plan, and compare it with the built network."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.completion import import_formats
from netfloor.exit_codes import CHECK_FAILED
from netfloor.foundation.files import one_name
from netfloor.options import (
    Catalogue,
    Date,
    Force,
    Html,
    Json,
    Network,
    PlanPath,
    Quiet,
    Switch,
    Verbose,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import (
    MAX_NOTES,
    answer,
    answer_each,
    remark_all,
    remark_left,
    remark_written,
    write,
    write_fields,
    write_table,
    write_top,
)

if TYPE_CHECKING:
    from netfloor.studies.built.run import CheckedBuild

#: Problems and steps shown at most, and devices without --verbose.
MAX_SHOWN, MAX_NAMED = 40, 5


def routable(
    plan: PlanPath,
    *,
    routing: Annotated[
        str | None, option("--routing", "One of netfloor's routings in place of OpenSM: minimal, ...")
    ] = None,
    virtual_channels: Annotated[
        str | None, option("--virtual-channels", "With --routing: by-hop, by-group, dimensions or one.")
    ] = None,
    engine: Annotated[str, option("--engine", "dfsssp, lash, updn or ftree.")] = "dfsssp",
    lanes: Annotated[
        int | None,
        option(
            "--lanes", "Virtual lanes of the switches; default: the catalogue's, ibsim's 8.", min=1, max=8
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=1.0, max=86400.0, help="Time limit for opensm.")
    ] = 600.0,
    catalogue: Catalogue = None,
    switch: Switch = None,
    network: Network = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Route a plan with the real OpenSM over ibsim.

    Exit code 6 if routing fails, 5 if they are not installed. --routing uses one of netfloor's routings
    instead, without them. With a catalogue or order, also check that its switches have the required
    capabilities.
    """
    from netfloor.studies.traffic.routable import RoutableRequest, check_plan
    from netfloor.studies.traffic.switches import SwitchWanted

    if virtual_channels is not None and routing is None:
        raise typer.BadParameter("needs --routing", param_hint="--virtual-channels")
    request = RoutableRequest(
        plan=plan,
        routing=routing,
        virtual_channels=virtual_channels,
        engine=engine,
        lanes=lanes,
        seconds=seconds,
        switches=SwitchWanted(one_name(catalogue), switch),
        network=network,
    )
    with working(quiet=quiet) as (_, interrupt):
        routed, left_out = check_plan(request, interrupt)
    answer_each(routed, lambda item: item.to_dict(), lambda item: write_fields(item.fields()), json=json)
    notes = (note for item in routed.values() for note in item.notes)
    remark_all(dict.fromkeys((*left_out, *notes)), quiet=quiet)
    if not all(item.ok for item in routed.values()):
        raise typer.Exit(CHECK_FAILED)


def built(
    plan: PlanPath,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="The built network in a tool's format; a folder for lldp."),
    ],
    *,
    form: Annotated[
        str,
        option(
            "--from",
            "ibnetdiscover, lldp, csv, or any other format of netfloor import.",
            autocompletion=import_formats,
        ),
    ],
    names: Annotated[
        Path | None,
        option("--names", "CSV of found,planned: names in the file and in the plan.", metavar="FILE"),
    ] = None,
    any_port: Annotated[
        bool, option("--any-port", "Accept a cable on other ports of its two devices.")
    ] = False,
    switches_only: Annotated[
        bool, option("--switches-only", "Compare cables between switches alone.")
    ] = False,
    csv: Annotated[
        Path | None, option("--csv", "Write the plugs to unplug and plug in, in walking order.")
    ] = None,
    html: Html = None,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Compare the built network with the plan.

    Lists wrong cables, and the fewest steps that fix them.
    """
    from netfloor.report_head import given_head
    from netfloor.studies.built.run import BuiltRequest, check_build

    with working(quiet=quiet):
        head = given_head(date, plan)
        request = BuiltRequest(
            plan=plan,
            file=file,
            form=form,
            names=names,
            any_port=any_port,
            switches_only=switches_only,
            csv=csv,
            html=html,
            head=head,
        )
        checked = check_build(request, force=force)
    answer(checked.to_dict, lambda: _write_built(checked, verbose=verbose, quiet=quiet), json=json)
    remark_all(checked.notes, quiet=quiet, most=None if verbose or json else MAX_NOTES)
    remark_written(csv, html, quiet=quiet)
    if not checked.ok:
        raise typer.Exit(CHECK_FAILED)


def _write_built(checked: "CheckedBuild", *, verbose: bool, quiet: bool) -> None:
    """Print the answer and the first steps; if verbose, also the problems by cabinet, and all steps."""
    from netfloor.reports.built_page import UNPLUG_FIRST

    built = checked.built
    write(checked.verdict)
    missing = [f"{built.device(index).name} in {built.plan.place_name(index)}" for index in built.missing]
    for what, devices in (
        ("switches not in the file", missing),
        ("devices not in the plan", [device.name for device in built.unknown]),
    ):
        if devices:
            most = MAX_SHOWN if verbose else MAX_NAMED
            more = f" and {len(devices) - most:,} more" if len(devices) > most else ""
            write(f"{len(devices):,} {what}: {', '.join(devices[:most])}{more}")
    if not verbose:
        _write_steps(checked, quiet=quiet)
        return
    if built.problems:
        write("")
        write_table(checked.counts_table)
        write("")
        write_table(checked.problem_table(MAX_SHOWN))
    if built.steps:
        write(f"\nFewest steps: {len(built.steps):,}. {UNPLUG_FIRST}")
        write_table(checked.step_table(MAX_SHOWN))
    if max(len(built.steps), len(built.problems)) > MAX_SHOWN:
        write(f"... the first {MAX_SHOWN} of each; --csv and --json have all")


def _write_steps(checked: "CheckedBuild", *, quiet: bool) -> None:
    """Print the first steps, or the first problems if no step is known."""
    table, noun = checked.step_table(MAX_SHOWN), "step"
    if not checked.built.steps:
        table, noun = checked.problem_table(MAX_SHOWN), "problem"
    if table.rows:
        remark_left([*write_top(table, noun, most=4), "problems by cabinet"], quiet=quiet)
