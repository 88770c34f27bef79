"""A cabled network by its devices, ports and cables."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from netfloor.fabric.power_ports import PowerPort
from netfloor.foundation.units import CABLE_NS_PER_M, MM_PER_M

SWITCH, SERVER, PANEL, STORAGE, PDU, OTHER = "switch", "server", "panel", "storage", "pdu", "other"
KINDS = (SWITCH, SERVER, PANEL, STORAGE, PDU, OTHER)

_END_KINDS = frozenset({SERVER, STORAGE, OTHER})
#: Kinds that draw no power of their own unless a list gives their watts.
_PASSIVE_KINDS = frozenset({PANEL, PDU})
#: Names of more digits are compared as texts.
_MOST_DIGITS = 18


def name_key(name: str) -> tuple[bool, int, str]:
    """Return a sort key of names as people sort them: numbers by value, before all other names."""
    number = name.isascii() and name.isdecimal() and len(name) <= _MOST_DIGITS
    return not number, int(name) if number else 0, name


@dataclass(frozen=True)
class FloorCabinet:
    """A cabinet on the floor.

    Attributes
    ----------
    name
        As it stands on the door.
    row, column
        Its row and its place in it, counted from 1; None where nobody said.
    row_name
        What people call the row; empty where nobody said.
    units
        Rack units that it holds; None where nobody said.
    width_mm, depth_mm
        Outer size, along its row and across it; None where nobody said.
    from_top, first_unit
        Whether the numbers on its rail descend, and the least of them: `rail_number`.
    attributes
        What else a file says of it, by its own words.
    """

    name: str
    row: int | None = None
    column: int | None = None
    row_name: str = ""
    units: int | None = None
    width_mm: int | None = None
    depth_mm: int | None = None
    from_top: bool = False
    first_unit: int = 1
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)

    def rail_number(self, unit: int, height: int) -> int:
        """Return the lowest number on the rail that a device covers, from its lowest unit, counted from 1.

        The same formula leads back: from the number to the unit.

        Raises
        ------
        ValueError
            If the numbers descend in a cabinet of unknown units.
        """
        if not self.from_top:
            return unit + self.first_unit - 1
        if self.units is None:
            raise ValueError("the numbers of a rail descend from a height that is not known")
        return self.units - (unit + max(height, 1) - 1) + self.first_unit

    def unit_of_number(self, number: int, height: int) -> int:
        """Return the lowest unit, counted from 1 at the bottom, by the least number it covers."""
        if not self.from_top:
            return number - self.first_unit + 1
        return self.rail_number(number, height)


@dataclass(frozen=True)
class Device:
    """A device in or beside a cabinet.

    Attributes
    ----------
    name
        Need not be unique in a fabric that was read from a dump.
    kind
        One of `KINDS`.
    ports
        Highest port number that it is known to have.
    cabinet
        Index into `Fabric.cabinets`; None where nobody said.
    position
        Slot in the cabinet from 1, lowest first; None for hosts of a plan.
    unit, units
        Lowest rack unit that it stands in, and how many it takes; None where nobody said.
    group
        Natural group of the network, such as a pod; None where there is none.
    guid
        Node GUID of InfiniBand; None before there is any.
    model
        Type of the device; empty where nobody said.
    kind_stated
        False where the file does not say what it is and its cables were counted instead.
    name_stated
        False where its name only counts it, such as the second server of a switch: each is as good as any
        other.
    watts, kilograms
        Its draw and its weight; None where they are not known.
    face
        ``front`` or ``rear``, where its ports are; empty where it is not known.
    half_depth
        Whether another device fits behind it.
    feed
        Power feed of a PDU, such as ``A``; empty for others.
    inlets, outlets
        Power ports as listed: of a device where its cords end, of a PDU where those of others do; empty
        where nobody said.
    rating_w
        Of a PDU what its outlets may draw together; None where nobody said.
    network
        Name of its network; empty where there is one.
    attributes
        Further columns of the user's list, by their headings.
    passes
        Of a panel, which ports it joins inside: front port, rear port, and the position in the rear port,
        from 1, of a front port that shares it; see `fabric.links`.
    """

    name: str
    kind: str
    ports: int
    cabinet: int | None = None
    position: int | None = None
    unit: int | None = None
    units: int | None = None
    group: int | None = None
    guid: int | None = None
    model: str = ""
    kind_stated: bool = True
    name_stated: bool = True
    watts: float | None = None
    kilograms: float | None = None
    face: str = ""
    half_depth: bool = False
    feed: str = ""
    network: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    passes: tuple[tuple[int, int, int], ...] = ()
    inlets: tuple[PowerPort, ...] = ()
    outlets: tuple[PowerPort, ...] = ()
    rating_w: float | None = None

    @property
    def is_end_device(self) -> bool:
        """Whether links end at it: a server, storage, or another device that passes no traffic on."""
        return self.kind in _END_KINDS

    @property
    def load_w(self) -> float | None:
        """Its draw, 0 for a panel or a PDU of unknown watts; None where it is not known."""
        return 0.0 if self.watts is None and self.kind in _PASSIVE_KINDS else self.watts

    @property
    def height(self) -> int | None:
        """Where it stands in its cabinet: its lowest rack unit, else its position."""
        return self.position if self.unit is None else self.unit


@dataclass(frozen=True)
class End:
    """One end of a cable: a port, counted from 1, of the device at an index; and its own name.

    ``stated`` is False where the file gives no number and the port was counted instead.
    """

    device: int
    port: int
    port_name: str = ""
    stated: bool = True

    @property
    def port_text(self) -> str:
        """The label of the port, else its number."""
        return self.port_name or str(self.port)


@dataclass(frozen=True)
class Cable:
    """One cable.

    Attributes
    ----------
    id
        Unique in its fabric.
    length_mm
        Routed length; None where nobody said.
    gbps
        Rate of each direction; None where nobody said.
    medium, part
        ``electrical`` or ``optical``, and what is bought; empty without an order.
    ordered_mm
        Length that is bought; None without an order.
    kind
        ``DAC``, ``ACC``, ``AEC``, ``AOC``, ``TP``, or the fibre of a cord such as ``OM4``; empty where
        nobody said.
    modules
        Part of the transceiver at either end; empty where the cable's own plug is in the cage.
    cages
        Form of the cage at either end, such as ``OSFP``; empty where nobody said.
    piece
        Id of the first of several links that one piece carries; empty where it carries this one.
    cage_numbers
        Of the cage at either end: links of a piece in the same one share a plug. -1 where nobody said.
    trunk
        Name of the trunk that it is one connector's share of; empty for others.
    link
        Id of the link that it is one end of, as a cord to a cassette; empty for others.
    one_end
        True where both devices list their cables and one of them alone names this one.
    installed
        Whether it is there already, such as the fixed cable between two panels: no order buys it.
    length_listed
        Whether its length is as listed, that of an installed cable, instead of that of its way.
    attributes
        Further columns of the user's list, by their headings.
    """

    id: str
    a: End
    b: End
    length_mm: int | None = None
    gbps: float | None = None
    medium: str = ""
    part: str = ""
    ordered_mm: int | None = None
    kind: str = ""
    modules: tuple[str, str] = ("", "")
    cages: tuple[str, str] = ("", "")
    piece: str = ""
    cage_numbers: tuple[int, int] = (-1, -1)
    trunk: str = ""
    link: str = ""
    one_end: bool = False
    installed: bool = False
    length_listed: bool = False
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def ends(self) -> tuple[End, End]:
        """Both ends."""
        return self.a, self.b

    @property
    def turned(self) -> "Cable":
        """The same cable, its other end first."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            modules=self.modules[::-1],
            cages=self.cages[::-1],
            cage_numbers=self.cage_numbers[::-1],
        )

    def column(self, name: str) -> str:
        """Return a further column of the user's list, by any case, _ for blanks; empty without it."""
        for heading, text in self.attributes.items():
            if heading.strip().lower().replace(" ", "_") == name:
                return text.strip()
        return ""

    @property
    def article(self) -> str:
        """The part with the transceivers at its ends, as bought; empty without an order."""
        if self.modules == ("", ""):
            return self.part
        return " + ".join(part for part in (self.part, *self.modules) if part)

    @property
    def in_hand(self) -> str:
        """Id of what a person holds: its trunk, the first link of a piece of several, else its own."""
        return self.trunk or self.piece or self.id

    @property
    def latency_ns(self) -> float | None:
        """Delay of the routed length (see `costmodels.latency`); None without a length."""
        return None if self.length_mm is None else self.length_mm * CABLE_NS_PER_M / MM_PER_M

    @property
    def bought_mm(self) -> int | None:
        """Length of the cable in the hand: as ordered, else as routed."""
        return self.length_mm if self.ordered_mm is None else self.ordered_mm


@dataclass(frozen=True, repr=False)
class Fabric:
    """Devices and the cables between their ports.

    Raises
    ------
    ValueError
        If a port is used twice, an end has no device, an id stands twice, or a device has no
        such port: a reader tells its user first.
    """

    name: str
    devices: tuple[Device, ...]
    cables: tuple[Cable, ...]
    cabinets: tuple[FloorCabinet, ...] = ()
    notes: tuple[str, ...] = ()
    #: Whether people know the devices by their names, so that sheets and labels print them.
    named: bool = False

    def __post_init__(self) -> None:
        if any(device.kind not in KINDS for device in self.devices):
            raise ValueError(f"a device is one of {', '.join(KINDS)}")
        if any(d.cabinet is not None and not 0 <= d.cabinet < len(self.cabinets) for d in self.devices):
            raise ValueError("a device is in a cabinet that does not exist")
        ends = [end for cable in self.cables for end in cable.ends]
        if any(not 0 <= end.device < len(self.devices) for end in ends):
            raise ValueError("a cable ends at a device that does not exist")
        if any(not 1 <= end.port <= self.devices[end.device].ports for end in ends):
            raise ValueError("a cable ends at a port that its device does not have")
        if len({(end.device, end.port) for end in ends}) != len(ends):
            raise ValueError("a port holds two cables")
        if len({cable.id for cable in self.cables}) != len(self.cables):
            raise ValueError("two cables have one id")
        for device in self.devices:
            if any(
                not 1 <= port <= device.ports for front, rear, _ in device.passes for port in (front, rear)
            ):
                raise ValueError("a panel joins a port that it does not have")

    def __repr__(self) -> str:
        return f"Fabric({self.name}: {len(self.devices)} devices, {len(self.cables)} cables)"

    @cached_property
    def switches(self) -> tuple[int, ...]:
        """Indices of the switches."""
        return self._of_kind(SWITCH)

    @cached_property
    def end_devices(self) -> tuple[int, ...]:
        """Indices of the devices at the ends of a network: servers, storage and others."""
        return tuple(i for i, device in enumerate(self.devices) if device.is_end_device)

    @cached_property
    def cables_of(self) -> tuple[tuple[tuple[int, Cable], ...], ...]:
        """For each device its ports in use, ascending, and the cable in each."""
        ports_of: list[list[tuple[int, Cable]]] = [[] for _ in self.devices]
        for cable in self.cables:
            for end in cable.ends:
                ports_of[end.device].append((end.port, cable))
        return tuple(tuple(sorted(ports, key=lambda pair: pair[0])) for ports in ports_of)

    @cached_property
    def pulled(self) -> tuple[Cable, ...]:
        """Cables as they are pulled: of a trunk its first connector's alone."""
        first: dict[str, Cable] = {}
        for cable in self.cables:
            first.setdefault(cable.trunk or cable.id, cable)
        return tuple(first.values())

    @cached_property
    def cords_of(self) -> dict[str, tuple[Cable, ...]]:
        """The two cords of each link in a trunk, that of its end A first."""
        found: dict[str, list[Cable]] = {}
        for cable in self.cables:
            if cable.link:
                found.setdefault(cable.link, []).append(cable)
        return {link: tuple(cords) for link, cords in found.items()}

    @cached_property
    def power_cords(self) -> frozenset[int]:
        """Indices of the power cords: cables to PDUs without a rate, which a PDU's network port has."""
        pdus = set(self._of_kind(PDU))
        return frozenset(
            number
            for number, cable in enumerate(self.cables)
            if pdus and cable.gbps is None and any(end.device in pdus for end in cable.ends)
        )

    @cached_property
    def network_cables(self) -> tuple[Cable, ...]:
        """All cables but power cords."""
        cords = self.power_cords
        return tuple(cable for number, cable in enumerate(self.cables) if number not in cords)

    @cached_property
    def device_named(self) -> dict[str, int]:
        """Index of each device by its name; of several of one name the first."""
        return {device.name: index for index, device in reversed(list(enumerate(self.devices)))}

    @cached_property
    def cable_of_id(self) -> dict[str, int]:
        """Index of each cable by its id."""
        return {cable.id: index for index, cable in enumerate(self.cables)}

    @property
    def lacks_units(self) -> bool:
        """True if a device has a position in its cabinet, but no rack unit."""
        return any(device.unit is None and device.position is not None for device in self.devices)

    def without(self, kind: str) -> "Fabric":
        """Return the fabric without the devices of a kind and the cables to them."""
        kept = [index for index, device in enumerate(self.devices) if device.kind != kind]
        if len(kept) == len(self.devices):
            return self
        place = {index: number for number, index in enumerate(kept)}
        cables = tuple(
            replace(cable, a=replace(a, device=place[a.device]), b=replace(b, device=place[b.device]))
            for cable in self.cables
            for a, b in [cable.ends]
            if a.device in place and b.device in place
        )
        return replace(self, devices=tuple(self.devices[index] for index in kept), cables=cables)

    def far_end(self, device: int, cable: Cable) -> End:
        """Return the other end of a cable of a device."""
        return cable.b if cable.a.device == device else cable.a

    def end_at(self, device: int, cable: Cable) -> End:
        """Return the end of a cable at one of its devices."""
        return cable.a if cable.a.device == device else cable.b

    def cabinet_of(self, device: int) -> FloorCabinet | None:
        """Return the cabinet of a device, None where nobody said."""
        index = self.devices[device].cabinet
        return None if index is None else self.cabinets[index]

    def cabinet_name(self, device: int) -> str:
        """Return the name of a device's cabinet, empty where nobody said."""
        cabinet = self.cabinet_of(device)
        return "" if cabinet is None else cabinet.name

    def place_name(self, device: int) -> str:
        """Return cabinet and rack unit, else position, as on papers (``A04-42``); empty if unknown."""
        cabinet, height = self.cabinet_name(device), self.devices[device].height
        return f"{cabinet}-{height:02d}" if cabinet and height is not None else ""

    def whereabouts(self, device: int) -> str:
        """Return cabinet and rack unit or position as on papers, else the cabinet; empty if unknown."""
        return self.place_name(device) or self.cabinet_name(device)

    def _of_kind(self, kind: str) -> tuple[int, ...]:
        return tuple(i for i, device in enumerate(self.devices) if device.kind == kind)
