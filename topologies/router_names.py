"""Names of routers that differ in a prefix alone: ``0`` of one file is ``r0`` of another."""

import re
from collections.abc import Mapping, Sequence

#: What stands before the number where a file or a person wants a name to begin with a letter.
PREFIX = "r"
_NUMBERED = re.compile(r"(.*?)(0|[1-9][0-9]{0,17})", re.DOTALL)


def bare_names(names: Sequence[str]) -> list[str]:
    """Return names without the prefix that all share, as they are where they are not counted from 0.

    A generated network counts its routers from 0 and has no other names for them; ``r0``,
    ``r1`` ... are the same ones. Names counted from 1 are left alone: nothing says that they
    begin with the same router.
    """
    matches = [_NUMBERED.fullmatch(name) for name in names]
    numbered = [match for match in matches if match is not None]
    bare = [match[2] for match in numbered]
    one_prefix = len({match[1] for match in numbered}) == 1 and len(numbered) == len(names)
    return bare if one_prefix and "0" in bare else list(names)


def common_names(first: Sequence[str], second: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names by which two networks are compared: their own, if any of them is in both."""
    if set(first) & set(second):
        return list(first), list(second)
    bare = bare_names(first), bare_names(second)
    return bare if set(bare[0]) & set(bare[1]) else (list(first), list(second))


def known_by(routers: Mapping[str, int]) -> dict[str, int]:
    """Return routers by every name that a user's file may give: with and without `PREFIX`."""
    bare = bare_names(list(routers))
    other = bare if bare != list(routers) else [f"{PREFIX}{name}" for name in bare if name.isdecimal()]
    if len(other) < len(routers):
        return dict(routers)
    return dict(zip(other, routers.values(), strict=True)) | dict(routers)
