"""The commands, one file each, as one application."""

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
app.add_typer(topology.app, name="topology")
app.add_typer(room.app, name="room")
app.add_typer(catalogue.app, name="catalogue")
app.add_typer(traffic.app, name="traffic")
app.add_typer(
    group("Check a plan against what was built, and with other programs.", check.routable, check.built),
    name="check",
)
add_commands(
    app,
    *(layout.layout, plan.plan, rack.rack, verify.verify, cost.cost, explain.explain, bom.bom, power.power),
    *(latency.latency, compare.compare, export.export, papers.papers, import_.import_),
    *(design.design, diff.diff),
    *(whatif.whatif, report.report, grow.grow, qap.qap, init.init),
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
        bool, typer.Option("--force-size", help="Read any file and begin any study, however long.")
    ] = False,
) -> None:
    """Lay a computer network out in a machine room and say what it costs.

    Data goes to stdout, messages to stderr. Exit codes: 0 done, 1 a bug, 2 wrong usage,
    3 invalid input, 4 infeasible, 5 an unplanned stop, 6 a check failed, 130 interrupted.
    """
    if force_size:
        allow_any_size()
