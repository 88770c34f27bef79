"""``netfloor topology feasible``: sizes and radix of all instances of families."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write_json, write_table
from netfloor.options import Force, Json, Quiet


def feasible(
    *,
    family: Annotated[
        list[str], typer.Option("--family", help="A family, such as lps; repeat for several.")
    ],
    max_routers: Annotated[
        int, typer.Option("--max-routers", min=1, max=1_000_000, help="Largest network.")
    ] = 10_000,
    max_radix: Annotated[
        int | None, typer.Option("--max-radix", min=1, help="Most links of a router, endpoints aside.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Also draw sizes into this file.")] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the instances of families up to a number of routers, and draw their sizes."""
    from netfloor.feasible import HEADINGS, run_feasible  # noqa: PLC0415 - keeps --help quick

    found = run_feasible(family, max_routers, max_radix, svg, force=force)
    remark_all(found.notes, quiet=quiet)
    if svg is not None:
        remark(f"written: {svg}", quiet=quiet)
    if json:
        write_json(found.to_dict())
    else:
        rows = list(found.rows())
        write_table(HEADINGS, rows)
        if not rows:
            remark("no member within these limits", quiet=quiet)
