"""Graph Golf's general format: two router numbers a line, every router linked."""

from foundation.errors import InputError
from topologies.files.format import GraphFormat
from topologies.files.graph import NamedGraph, assemble
from topologies.files.text_lines import fields_by_line, refuse_parallel, two_ends
from topologies.parameters import integer
from topologies.topology import Topology

_LARGEST = 10**9


def read(text: str, where: str) -> NamedGraph:
    """Return the graph of lines ``u v``, routers numbered 0 .. n-1.

    Graph Golf's graphs are simple and connected, so a link that stands twice and a number
    that no link has are mistakes.
    """
    lines: dict[tuple[int, int], int] = {}
    for line, fields in fields_by_line(text):
        here = f"{where}: line {line}"
        u, v = (
            integer(here, "router", name, lowest=0, highest=_LARGEST) for name in two_ends(fields, here)
        )
        if u == v:
            raise InputError(here, f"router {u} is linked to itself (a self loop)")
        link = (min(u, v), max(u, v))
        if link in lines:
            what = f"repeats the link of line {lines[link]}: a Graph Golf graph has no parallel links"
            raise InputError(here, what, "add format=edges to the spec where parallel links are meant")
        lines[link] = line
    _refuse_gap(where, lines)
    routers = 1 + max((v for _, v in lines), default=-1)
    return assemble(where, [str(router) for router in range(routers)], list(lines))


def write(topology: Topology) -> str:
    """Return one line ``u v`` a link; parallel links and routers without links are refused."""
    refuse_parallel(topology, "a Graph Golf file")
    bare = next((router for router, links in enumerate(topology.degree.tolist()) if not links), None)
    if bare is not None:
        what = f"router {topology.label(bare)} has no link, so a Graph Golf file would not name it"
        raise InputError(topology.name, what, "write an edge list")
    return "".join(f"{u} {v}\n" for u, v in topology.links.tolist())


def _refuse_gap(where: str, lines: dict[tuple[int, int], int]) -> None:
    seen = {router for link in lines for router in link}
    for number, router in enumerate(sorted(seen)):
        if number != router:
            what = f"router {number} has no link, router {router} has"
            raise InputError(where, what, "number the routers 0 .. n-1, or add format=edges to the spec")


FORMAT = GraphFormat(
    name="graphgolf",
    suffixes=(".graphgolf", ".golf"),
    losses="router names and endpoints; parallel links and routers without links are refused",
    read=read,
    write=write,
)
