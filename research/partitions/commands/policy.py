"""``netfloor partition policy``: the best and the worst partitions of a machine."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Json, Quiet, Seed, Verbose, option
from netfloor.terminal.console import answer, remark_all, remark_left, write, write_tables, write_top
from netfloor.terminal.progress import loading


def policy(
    machine: Annotated[Path, typer.Argument(metavar="MACHINE", help="A machine file.")],
    *,
    against: Annotated[
        list[Path] | None, option("--against", "Compare with this design; repeatable.")
    ] = None,
    expansion: Annotated[
        bool, option("--expansion", "Also the small-set expansion of every size.")
    ] = False,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Show the best and worst partitions of a machine."""
    with loading("measuring every partition", quiet=quiet):
        from netfloor.research.partitions.study.policies import compare_policies

        policies = compare_policies([machine, *(against or [])], expansion=expansion, seed=seed)

    def show() -> None:
        write("\n".join(policies.sentences))
        if verbose:
            write("")
            write_tables(policies.tables())
            return
        rotated = policies.rotated
        if rotated.rows:
            write_top(rotated, "size")
        remark_left(["all sizes and designs"], quiet=quiet)

    answer(policies.to_dict, show, json=json)
    remark_all(policies.notes, quiet=quiet)
