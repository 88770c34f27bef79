"""The commands, one file each, as one application."""

from typing import Annotated

import typer

from netfloor import __version__
from netfloor.commands import (
    bom,
    check,
    circulant,
    compare,
    cost,
    design,
    diff,
    explain,
    export,
    grow,
    import_,
    init,
    latency,
    layout,
    partition,
    plan,
    power,
    qap,
    report,
    room,
    topology,
    verify,
    whatif,
)

app = typer.Typer(
    name="netfloor",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(topology.app, name="topology")
app.add_typer(room.app, name="room")
app.add_typer(circulant.app, name="circulant")
app.add_typer(partition.app, name="partition")
app.add_typer(check.app, name="check")
app.command()(layout.layout)
app.command()(plan.plan)
app.command()(verify.verify)
app.command()(cost.cost)
app.command()(explain.explain)
app.command()(bom.bom)
app.command()(power.power)
app.command()(latency.latency)
app.command()(compare.compare)
app.command()(export.export)
app.command("import")(import_.import_)
app.command()(design.design)
app.command()(diff.diff)
app.command()(whatif.whatif)
app.command()(report.report)
app.command()(grow.grow)
app.command()(qap.qap)
app.command()(init.init)


def _show_version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"netfloor {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version.",
            is_eager=True,
            callback=lambda wanted: _show_version(wanted=wanted),
        ),
    ] = False,
) -> None:
    """Lay a computer network out in a machine room and say what it costs.

    Data goes to stdout, messages to stderr. Exit codes: 0 done, 1 a bug, 2 wrong usage,
    3 invalid input, 4 infeasible, 5 an unplanned stop, 6 a check failed, 130 interrupted.
    """
