"""Matching of switch names that differ only in a prefix: ``0`` in one file is ``r0`` in another."""

import re
from collections.abc import Mapping, Sequence

#: Prefix for numbers where a file or a user wants names to begin with a letter.
PREFIX = "r"
_NUMBERED = re.compile(r"(.*?)(0|[1-9][0-9]{0,17})", re.DOTALL)


def bare_names(names: Sequence[str]) -> list[str]:
    """Strip a common prefix from names that are numbered from 0; leave other names unchanged.

    A generated network numbers its switches from 0 and has no other names; ``r0``, ``r1`` ... are the same
    switches. Names numbered from 1 are left alone, because they may not begin with the same switch.
    """
    matches = [_NUMBERED.fullmatch(name) for name in names]
    numbered = [match for match in matches if match is not None]
    bare = [match[2] for match in numbered]
    one_prefix = len({match[1] for match in numbered}) == 1 and len(numbered) == len(names)
    return bare if one_prefix and "0" in bare else list(names)


def common_names(first: Sequence[str], second: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return names for comparing two networks: their own if they share any, else the bare names."""
    if set(first) & set(second):
        return list(first), list(second)
    bare = bare_names(first), bare_names(second)
    return bare if set(bare[0]) & set(bare[1]) else (list(first), list(second))


def known_by(routers: Mapping[str, int]) -> dict[str, int]:
    """Map every name that a user's file may use to its switch: with and without `PREFIX`."""
    bare = bare_names(list(routers))
    other = bare if bare != list(routers) else [f"{PREFIX}{name}" for name in bare if name.isdecimal()]
    if len(other) < len(routers):
        return dict(routers)
    return dict(zip(other, routers.values(), strict=True)) | dict(routers)
