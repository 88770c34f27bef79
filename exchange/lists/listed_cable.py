"""A cable of users' lists as far as its rows have been read."""

from dataclasses import dataclass, field

from netfloor.exchange.lists.both_ends import EndColumns, port_key


@dataclass
class ListedCable:
    """A cable as far as its rows have been read; a port is empty until one is assigned."""

    where: str  # its first row
    devices: tuple[int, int]
    ports: list[str]
    gbps: float | None = None
    id: str = ""
    length_mm: int | None = None
    kind: str = ""  # fibre, or TP
    installed: bool | None = None  # None: the rows do not say
    is_behind: bool = False  # whether it is behind panels though nothing but the ways of links says so
    attributes: dict[str, str] = field(default_factory=dict)
    columns: EndColumns | None = None  # of the table of its first row
    assigned: tuple[bool, bool] = (False, False)

    @property
    def ends(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """Device and port of either end."""
        return (self.devices[0], self.ports[0]), (self.devices[1], self.ports[1])

    @property
    def keys(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """Device and port of either end, however the name of the port is shortened."""
        return (self.devices[0], port_key(self.ports[0])), (self.devices[1], port_key(self.ports[1]))
