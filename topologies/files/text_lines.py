"""What formats of one line a link or router share: lines, comments and names."""

from collections.abc import Iterator

from foundation.errors import InputError
from topologies.parameters import shown
from topologies.topology import Topology

_COMMENT_SIGNS = ("#", "%")


def fields_by_line(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, fields) of each line that holds any.

    A field that starts with ``#`` or ``%`` begins a comment. Line ends may be LF, CRLF or CR.
    """
    for number, line in enumerate(split_lines(text), start=1):
        fields = line.split()
        comment = next((i for i, f in enumerate(fields) if f.startswith(_COMMENT_SIGNS)), None)
        if fields[:comment]:
            yield number, fields[:comment]


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with line ends of any kind."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def check_name(name: str, where: str) -> str:
    """Return a router name; refuse one that a message or another file could not show."""
    if not name:
        raise InputError(where, "a router has an empty name")
    if not name.isprintable():
        raise InputError(where, f"router name {shown(name)!r} holds a control character")
    return name


def writable_names(topology: Topology, form: str) -> list[str]:
    """Return the router names of a topology; refuse any that such a file could not hold."""
    names = [topology.label(router) for router in range(topology.routers)]
    for name in names:
        check_name(name, topology.name)
        if " " in name or name.startswith(_COMMENT_SIGNS):
            raise InputError(
                topology.name,
                f"router name {shown(name)!r} has a space or begins a comment in an {form}",
                "rename the router or write GraphML",
            )
    return names


def two_ends(fields: list[str], where: str) -> list[str]:
    """Return the two fields of a line that holds a link and nothing else."""
    if len(fields) != 2:
        raise InputError(where, f"has {len(fields)} fields", "write two routers")
    return fields


def refuse_parallel(topology: Topology, form: str) -> None:
    """Refuse a network with parallel links where a format knows of none."""
    if (topology.multiplicity > 1).any():
        u, v = topology.links[int(topology.multiplicity.argmax())].tolist()
        pair = f"{topology.label(u)} and {topology.label(v)}"
        what = f"has parallel links, such as between {shown(pair)}, which {form} cannot hold"
        raise InputError(topology.name, what, "write edges, graphml or dot")
