"""Command ``netfloor topology feasible``: size and radix of all members of families."""

from pathlib import Path
from typing import Annotated

from netfloor.options import Force, Json, Quiet, option
from netfloor.terminal.console import answer, remark, remark_all, remark_written, write_table
from netfloor.terminal.progress import loading


def feasible(
    *,
    family: Annotated[list[str], option("--family", "A family, such as lps; repeat for several.")],
    max_routers: Annotated[int, option("--max-routers", "Largest network.", min=1, max=1_000_000)] = 10_000,
    max_radix: Annotated[
        int | None, option("--max-radix", "Largest number of links per switch, without endpoints.", min=1)
    ] = None,
    svg: Annotated[Path | None, option("--svg", "Also draw sizes into this file.")] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the sizes available in families of networks."""
    with loading("listing sizes", quiet=quiet):
        from netfloor.studies.structure.feasible import run_feasible

        feasible_sizes = run_feasible(family, max_routers, max_radix, svg, force=force)
    answer(feasible_sizes.to_dict, lambda: write_table(feasible_sizes.table), json=json)
    if not (json or feasible_sizes.table.rows):
        remark("no member within these limits", quiet=quiet)
    remark_all(feasible_sizes.notes, quiet=quiet)
    remark_written(svg, quiet=quiet)
