"""``netfloor verify``: re-derive everything a plan claims."""

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Json, PlanPath, Quiet
from netfloor.process.signals import working
from netfloor.terminal.console import answer, remark_all, write
from netfloor.terminal.progress import loading


def verify(plan: PlanPath, *, json: Json = False, quiet: Quiet = False) -> None:
    """Check a plan with code that the optimiser does not share; exit code 6 on a problem."""
    with loading(quiet=quiet):
        from netfloor.plans.verify import verify_plan

    with working(quiet=quiet) as (observer, _):
        verified = verify_plan(plan, observer)
    remark_all(verified.notes, quiet=quiet)
    answer(verified.to_dict, lambda: write(verified.text()), json=json)
    if not verified.ok:
        raise typer.Exit(CHECK_FAILED)
