"""The interface of a reader; each format has one entry in the registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric

#: User-supplied names by GUID.
Names = Mapping[int, str]


@dataclass(frozen=True)
class Reader:
    """The description of one input format.

    Attributes
    ----------
    name, summary
        The name for ``--from``, and a short description.
    read
        Returns a fabric from (path, names of GUIDs).
    guids
        Whether the format contains GUIDs, which the user can name.
    tables
        Returns a fabric from (path, names, user options on tables or devices); None for formats that
        need no options.
    roles
        Whether the user's options cover only which devices are switches and servers, not columns.
    """

    name: str
    summary: str
    read: Callable[[Path, Names], Fabric]
    guids: bool = False
    roles: bool = False
    tables: Callable[[Path, Names, TableRequest], Fabric] | None = None
