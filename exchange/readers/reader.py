"""What a reader offers: one format, one entry in the registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric

#: Names that a user gives to GUIDs.
Names = Mapping[int, str]


@dataclass(frozen=True)
class Reader:
    """One format.

    Attributes
    ----------
    name, summary
        What ``--from`` says, and what it reads in a few words.
    read
        Makes a fabric of (path, names of GUIDs).
    guids
        Whether the format knows GUIDs, so that names can be given to them.
    tables
        Makes a fabric of (path, names, what the user says of its table or devices); None for formats that
        state all of it.
    roles
        Whether the user can say of it which devices are switches and servers alone, and nothing of columns.
    """

    name: str
    summary: str
    read: Callable[[Path, Names], Fabric]
    guids: bool = False
    roles: bool = False
    tables: Callable[[Path, Names, TableRequest], Fabric] | None = None
