"""``netfloor partition bound``: the fewest links that leave a set of switches."""

from typing import Annotated

from netfloor.options import Json, Quiet, option
from netfloor.terminal.console import answer, remark_all, write_fields
from netfloor.terminal.progress import loading


def bound(
    *,
    size: Annotated[int, option("--size", "Switches of the set, at most half of all.")],
    torus: Annotated[str | None, option("--torus", "Sides of a torus.", metavar="AxBxC")] = None,
    hyperx: Annotated[str | None, option("--hyperx", "Sides of a HyperX instead.", metavar="AxBxC")] = None,
    hypercube: Annotated[
        int | None, option("--hypercube", "Dimensions of a hypercube instead.", metavar="D")
    ] = None,
    single: Annotated[bool, option("--single", "A ring of two switches is one link, not two.")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the fewest links that leave a set of switches.

    Lower bound, best cuboid, best set.
    """
    with loading("trying sets", quiet=quiet):
        from netfloor.research.partitions.report.bound import BoundRequest, bound_document, readable_bound

        document = bound_document(BoundRequest(size, torus, hyperx, hypercube, single))
    answer(lambda: document, lambda: write_fields(readable_bound(document)), json=json)
    remark_all(document["notes"], quiet=quiet)
