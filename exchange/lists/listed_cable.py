"""A cable of users' lists while its rows are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from netfloor.exchange.lists.both_ends import EndColumns, StatedEnds


@dataclass(slots=True, eq=False)
class ListedCable:
    """A cable with the data of the rows read so far; a port is empty until assigned."""

    where: str  # its first row
    devices: tuple[int, int]
    ports: list[str]
    gbps: float | None = None
    id: str = ""
    length_mm: int | None = None
    kind: str = ""  # fibre type, or TP
    installed: bool | None = None  # None if no row states it
    is_behind: bool = False  # True if only the routes of links show that it is at the rear of panels
    attributes: Mapping[str, str] = field(default_factory=dict)  # rows with equal columns share them
    columns: EndColumns | None = None  # of the table of its first row
    assigned: tuple[bool, bool] = (False, False)
    half: StatedEnds | None = None  # its ends if its row states only one of them in full
    via: str = ""  # the panels on its way
    panel_sides: tuple[str, str] = ("", "")  # of each end that is a panel, from a column of their own
    is_power: bool = False  # True if its row gives the type of an end as a power port

    @property
    def ends(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """Device and port of each end."""
        return (self.devices[0], self.ports[0]), (self.devices[1], self.ports[1])
