"""Switch names by a user's pattern, such as ``sw-{number:03}``."""

import re
from dataclasses import replace

from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

#: Text before and after the number, and the zero-padded width.
_PATTERN = re.compile(r"([^{}\x00-\x1f\x7f]{0,60})\{number(?::0([1-9]))?\}([^{}\x00-\x1f\x7f]{0,60})")


def with_names(topology: Topology, pattern: str, where: str) -> Topology:
    """Name a network's switches by a pattern, see `numbered_names`."""
    return replace(topology, labels=numbered_names(pattern, topology.routers, where), naming=pattern)


def numbered_names(pattern: str, count: int, where: str, first: int = 1) -> tuple[str, ...]:
    """Return a pattern's names for a number of switches, from 1 by default: sw-001, sw-002 ...

    Raises
    ------
    InputError
        If the pattern has no number, or anything else in braces.
    """
    match = _PATTERN.fullmatch(pattern)
    if match is None or (match[1] + match[3]) != (match[1] + match[3]).strip():
        raise InputError(
            where, f"{shown(pattern)!r} is not a name pattern", 'write a number in braces: "sw-{number:03}"'
        )
    digits = int(match[2] or 1)
    return tuple(f"{match[1]}{number:0{digits}}{match[3]}" for number in range(first, first + count))
