"""graph6, the printable bit vector of nauty and related tools."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.topologies.files.graph import STRICT, GraphFormat, NamedGraph, Reading, assemble
from netfloor.topologies.topology import Topology

SixBits = npt.NDArray[np.uint8]
_HEADER = ">>graph6<<"
_OTHERS = {":": "sparse6", ";": "incremental sparse6", "&": "digraph6"}
#: Limit on bits of the upper triangle: each bit takes an array element while it is packed.
_MAX_BITS = 1 << 29


def read(text: str, where: str, _reading: Reading = STRICT) -> NamedGraph:
    """Read the single graph of a graph6 file (McKay, "graph6 and sparse6 formats").

    The first 1, 4 or 8 characters are the number of switches, followed by the upper triangle of the
    adjacency matrix, column by column, six bits per character.
    """
    values = _values(text, where)
    routers, used = _router_count(values, where)
    bits_expected = routers * (routers - 1) // 2
    expected, present = -(-bits_expected // 6), len(values) - used
    if present != expected:
        what = f"{routers:,} switches need {expected:,} characters of links, {present:,} follow"
        raise InputError(f"{where}: line 1", what)
    _refuse_too_large(routers, where)
    bits = np.unpackbits(values[used:, None], axis=1)[:, 2:].ravel()
    if bits[bits_expected:].any():
        raise InputError(f"{where}: line 1", "has bits set after its last link")
    return assemble(where, [str(i) for i in range(routers)], _pairs(np.flatnonzero(bits)))


def write(topology: Topology) -> str:
    """Write a line of graph6; networks with parallel links are rejected."""
    if (topology.multiplicity > 1).any():
        what = "has parallel links, which graph6 does not allow"
        raise InputError(topology.name, what, "write edges, graphml, adjacency or dot")
    n = topology.routers
    _refuse_too_large(n, topology.name)
    u, v = topology.links.astype(np.int64).T
    bits = np.zeros((-(-n * (n - 1) // 12), 6), dtype=np.bool_)
    bits.ravel()[v * (v - 1) // 2 + u] = True
    sixes = np.packbits(bits, axis=1).ravel() >> 2
    return (_size_values(n) + (sixes + 63).tobytes()).decode("ascii") + "\n"


def _refuse_too_large(routers: int, where: str) -> None:
    if routers * (routers - 1) // 2 > _MAX_BITS:
        what = f"has {routers:,} switches, too many for graph6"
        raise InputError(where, what, "use an edge list")


def _values(text: str, where: str) -> SixBits:
    """Return the six-bit values of the file's only line."""
    lines = text.removeprefix(_HEADER).split()
    line = lines[0] if lines else ""
    if len(lines) != 1:
        raise InputError(where, f"has {len(lines)} graphs", "give a file with one graph")
    if line[0] in _OTHERS:
        raise InputError(f"{where}: line 1", f"is {_OTHERS[line[0]]}, not graph6")
    wrong = next((i for i, character in enumerate(line) if not "?" <= character <= "~"), None)
    if wrong is not None:
        what = f"character {wrong + 1}, {line[wrong]!r}, is not graph6"
        raise InputError(f"{where}: line 1", what)
    return np.frombuffer(line.encode("ascii"), dtype=np.uint8) - 63


def _router_count(values: SixBits, where: str) -> tuple[int, int]:
    """Return (number of switches, characters used for it)."""
    extra = 0 if values[0] < 63 else 3 if len(values) < 2 or values[1] < 63 else 6
    start = {0: 0, 3: 1, 6: 2}[extra]
    digits = values[start : start + max(extra, 1)].tolist()
    if len(digits) < max(extra, 1):
        raise InputError(f"{where}: line 1", "ends inside the number of switches")
    count = 0
    for digit in digits:
        count = count * 64 + digit
    return count, start + len(digits)


def _size_values(routers: int) -> bytes:
    """Return the characters for a number of switches below 2**18."""
    if routers < 63:
        return bytes([63 + routers])
    return b"~" + bytes(63 + (routers >> shift & 63) for shift in (12, 6, 0))


def _pairs(positions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return (u, v) of positions in the upper triangle read column by column."""
    # exact: below 2**50 the root's error is far smaller than the distance to the next integer
    column = np.floor((1 + np.sqrt(8.0 * positions + 1)) / 2).astype(np.int64)
    return np.column_stack([positions - column * (column - 1) // 2, column])


FORMAT = GraphFormat(
    name="graph6",
    suffixes=(".g6", ".graph6"),
    losses="switch names and endpoints; parallel links are refused",
    read=read,
    write=write,
)
