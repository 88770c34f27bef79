"""``netfloor verify``: what a plan claims, derived again."""

from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Json, PlanPath, Quiet
from netfloor.process.signals import working
from netfloor.terminal.console import answer, write
from netfloor.terminal.progress import loading

Strict = Annotated[bool, typer.Option("--strict", help="Exit code 6 also for what is unchecked.")]


def verify(plan: PlanPath, *, strict: Strict = False, json: Json = False, quiet: Quiet = False) -> None:
    """Recompute the figures of a plan with independent code; list what is unchecked or unprovable.

    Exit code 6 on a problem.
    """
    with loading(quiet=quiet):
        from netfloor.plans.verify import verify_plan

    with working(quiet=quiet) as (observer, _):
        verified = verify_plan(plan, observer)
    answer(lambda: verified.to_dict(strict=strict), lambda: write(verified.text(strict=strict)), json=json)
    if not verified.passes(strict=strict):
        raise typer.Exit(CHECK_FAILED)
