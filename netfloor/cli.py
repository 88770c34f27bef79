"""The command-line application with all commands."""

from typing import Annotated

import typer

from netfloor.commands import catalogue, init, room, topology, traffic
from netfloor.commands.costs import bom, cost, latency, power
from netfloor.commands.files import check, export, import_, papers
from netfloor.commands.group import Program, add_commands, group
from netfloor.commands.networks import design, qap
from netfloor.commands.plans import compare, diff, explain, grow, layout, plan, rack, report, verify, whatif
from netfloor.foundation.sizes import allow_any_size
from netfloor.foundation.tool import VERSION
from netfloor.research.commands import add_research

app = typer.Typer(
    name="netfloor",
    cls=Program,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
#: Commands by purpose; command groups follow at the end of each heading.
HEADINGS = {
    "Plan": (init.init, plan.plan, layout.layout, rack.rack, design.design),
    "Cost": (bom.bom, cost.cost, power.power),
    "Compare": (compare.compare, whatif.whatif, latency.latency, report.report),
    "Build": (verify.verify, explain.explain, papers.papers),
    "Change": (grow.grow, diff.diff),
    "Exchange": (import_.import_, export.export),
    "Research": (qap.qap,),
}
for heading, commands in HEADINGS.items():
    add_commands(app, *commands, heading=heading)
app.add_typer(room.app, name="room", rich_help_panel="Plan")
app.add_typer(topology.app, name="topology", rich_help_panel="Plan")
app.add_typer(catalogue.app, name="catalogue", rich_help_panel="Cost")
app.add_typer(traffic.app, name="traffic", rich_help_panel="Compare")
app.add_typer(
    group("Check what was built against a plan, or its routing.", check.built, check.routable),
    name="check",
    rich_help_panel="Build",
)
add_research(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"netfloor {VERSION}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_show_version),
    ] = False,
    force_size: Annotated[
        bool, typer.Option("--force-size", help="Skip the limits on file sizes and study lengths.")
    ] = False,
) -> None:
    """Place a computer network in a machine room and price it.

    Data goes to stdout, messages to stderr. Exit codes: 0 done, 1 a bug, 2 wrong usage, 3 invalid input, 4
    infeasible, 5 an unplanned stop, 6 a check failed, 130 interrupted.
    """
    if force_size:
        allow_any_size()
