"""``netfloor topology compare``: the structure of several networks in one table."""

from typing import Annotated

import typer

from netfloor.console import write_json, write_table
from netfloor.options import Json, Quiet, Seed, Workers, worker_count


def compare(
    specs: Annotated[list[str], typer.Argument(metavar="SPEC...", help="Two or more networks.")],
    *,
    bisection: Annotated[bool, typer.Option("--bisection", help="Also bisect them.")] = False,
    seed: Seed = 0,
    workers: Workers = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the structure of several networks side by side."""
    from netfloor.progress import watching  # noqa: PLC0415 - keeps --help quick
    from netfloor.topology_compare import (  # noqa: PLC0415 - keeps --help quick
        compare_structure,
        structure_columns,
        structure_rows,
    )

    with watching(quiet=quiet) as observer:
        document = compare_structure(
            specs, with_bisection=bisection, seed=seed, workers=worker_count(workers), observer=observer
        )
    if json:
        write_json(document)
        return
    headings = ("network", *(heading for _, heading, _ in structure_columns(document)))
    write_table(headings, structure_rows(document))
