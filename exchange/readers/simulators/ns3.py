"""Reader of link lists for ns-3 simulations, as used by HPCC, ASTRA-sim and SimAI.

The first line counts nodes, switches and links, the second names the switches, and each further line is a
link: two nodes, rate, delay, error rate. SimAI's first line also has GPUs per server, NVSwitches and the
GPU type.
"""

from pathlib import Path

from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish
from netfloor.exchange.readers.reader import Names, Reader
from netfloor.exchange.tables.fields import rate_gbps, whole
from netfloor.exchange.tables.text_input import numbered_lines, source_name
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large

_MOST = 10_000_000
_EXPECTED = "counts of nodes, switches and links; the switches; then NODE NODE RATE DELAY ERROR a line"
#: Number of values in the first line of either form, and the positions of switches and links.
_PLAIN, _SIMAI = 3, 6


def read(path: Path, _names: Names) -> Fabric:
    """Return the fabric of a list; nodes are named by number, and delays become cable attributes.

    Raises `InputError` with file and line, if a line is invalid, or the counts do not match the lines.
    """
    where = source_name(path)
    lines = [
        (f"{where}: line {number}", line.split())
        for number, line in numbered_lines(path, "list of links")
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise InputError(where, "holds no line", _EXPECTED)
    nodes, switches, links = _counts(*lines[0])
    refuse_if_too_large(where, nodes, links)
    taken, rest = list[int](), lines[1:]
    while rest and len(taken) < switches:
        at, words = rest.pop(0)
        taken += [whole(word, at, "switch", 0, nodes - 1) for word in words]
    if len(set(taken)) != switches:
        raise InputError(
            lines[0][0], f"{switches:,} switches, of which {len(set(taken)):,} are named", _EXPECTED
        )
    if len(rest) != links:
        raise InputError(lines[0][0], f"{links:,} links, but {len(rest):,} lines of them", _EXPECTED)
    draft, of_switches = Draft(where), set(taken)
    for number in range(nodes):
        draft.add(number, Node(str(number), SWITCH if number in of_switches else SERVER, where))
    for at, words in rest:
        if len(words) < 3:
            raise InputError(at, f"has {len(words)} fields", _EXPECTED)
        a, b = (Plug(whole(word, at, "node", 0, nodes - 1), None) for word in words[:2])
        delay = (("delay", words[3]),) if len(words) > 3 else ()
        draft.wires.append(Wire(a, b, at, rate_gbps(words[2], at), attributes=delay))
    return finish(draft)


def _counts(where: str, words: list[str]) -> tuple[int, int, int]:
    """Return the number of nodes, switches and links."""
    if len(words) == _PLAIN:
        nodes, switches, links = (whole(word, where, "count", 0, _MOST) for word in words)
        return nodes, switches, links
    if len(words) == _SIMAI:
        nodes, _, inner, switches, links = (whole(word, where, "count", 0, _MOST) for word in words[:5])
        return nodes, inner + switches, links
    raise InputError(where, f"has {len(words)} fields", _EXPECTED)


READER = Reader("ns3", "a list of nodes, switches and links for ns-3 (HPCC, ASTRA-sim, SimAI)", read)
