"""``netfloor check``: questions to programs that others wrote."""

from typing import Annotated

import typer

from netfloor.console import remark_all, write_fields, write_json
from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Json, PlanPath, Quiet

app = typer.Typer(help="Ask programs that others wrote.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Ask programs that others wrote."""


@app.command()
def routable(
    plan: PlanPath,
    *,
    engine: Annotated[str, typer.Option("--engine", help="dfsssp, lash, updn or ftree.")] = "dfsssp",
    lanes: Annotated[
        int,
        typer.Option("--lanes", min=1, max=8, help="Virtual lanes that the switches have; ibsim's have 8."),
    ] = 8,
    seconds: Annotated[
        float, typer.Option("--seconds", min=1.0, max=86400.0, help="Longest time for opensm.")
    ] = 600.0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let the real OpenSM route the plan over ibsim; exit code 6 if it cannot, 5 without them."""
    from netfloor.routable_run import run_routable  # noqa: PLC0415 - keeps --help quick

    answer = run_routable(plan, engine, lanes, seconds)
    remark_all(answer.notes, quiet=quiet)
    if json:
        write_json(answer.to_dict())
    else:
        write_fields(answer.fields())
    if not answer.ok:
        raise typer.Exit(CHECK_FAILED)
