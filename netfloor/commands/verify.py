"""``netfloor verify``: re-derive everything a plan claims."""

import typer

from netfloor.console import remark_all, write, write_json
from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Json, PlanPath, Quiet


def verify(plan: PlanPath, *, json: Json = False, quiet: Quiet = False) -> None:
    """Check a plan with code that the optimiser does not share; exit code 6 on a problem."""
    from netfloor.verify import verify_plan  # noqa: PLC0415 - keeps --help quick

    found = verify_plan(plan)
    remark_all(found.notes, quiet=quiet)
    if json:
        write_json(found.to_dict())
    else:
        write(found.text())
    if not found.ok:
        raise typer.Exit(CHECK_FAILED)
