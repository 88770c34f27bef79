"""User-defined parts: registered in a program, or entry points of installed packages."""

from functools import cache
from importlib.metadata import entry_points
from typing import Any

FAMILIES, PLACERS = "netfloor.families", "netfloor.placers"

_registered: dict[tuple[str, str], Any] = {}


def register(group: str, name: str, part: Any) -> None:
    """Register a part by name in this program, overriding an entry point of that name."""
    _registered[group, name] = part


def names_of(group: str) -> tuple[str, ...]:
    """Return every name of a group, those registered in this program first."""
    own = [name for kind, name in _registered if kind == group]
    return tuple(dict.fromkeys([*own, *_found(group)]))


def part_named(group: str, name: str) -> Any | None:
    """Return the part with a name, loading its entry point; None if there is none."""
    if (group, name) in _registered:
        return _registered[group, name]
    return _found(group)[name].load() if name in _found(group) else None


@cache
def _found(group: str) -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=group)}
