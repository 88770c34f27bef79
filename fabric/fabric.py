"""A cabled network: devices, ports and cables."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from netfloor.fabric.power_ports import PowerPort, is_cord
from netfloor.foundation.errors import with_options
from netfloor.foundation.units import CABLE_NS_PER_M, MM_PER_M

SWITCH, SERVER, PANEL, STORAGE, PDU, OTHER = "switch", "server", "panel", "storage", "pdu", "other"
KINDS = (SWITCH, SERVER, PANEL, STORAGE, PDU, OTHER)

#: The `Device.bay` of a device that holds those in the bays of its units.
CHASSIS = "chassis"
_END_KINDS = frozenset({SERVER, STORAGE, OTHER})
#: Kinds that draw no power unless a list gives their watts.
_PASSIVE_KINDS = frozenset({PANEL, PDU})
#: Longer numbers in names are compared as text.
_MAX_DIGITS = 18


def name_key(name: str) -> tuple[bool, int, str]:
    """Return a natural sort key for names: numbers by value, before all other names."""
    number = name.isascii() and name.isdecimal() and len(name) <= _MAX_DIGITS
    return not number, int(name) if number else 0, name


@dataclass(frozen=True)
class FloorCabinet:
    """A cabinet on the floor.

    Attributes
    ----------
    name
        Name on its door.
    row, column
        Row, and position in the row, counted from 1; None if unknown.
    row_name
        Name of the row; empty if unknown.
    units
        Height in rack units; None if unknown.
    width_mm, depth_mm
        Outer size, along its row and across it; None if unknown.
    from_top, first_unit
        Whether rack units are numbered from the top, and the lowest number: see `rail_number`.
    attributes
        Further columns of the source file, by heading.
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
        """Return the lowest rail number that a device covers, from its lowest unit (counted from 1).

        The same formula converts a rail number back to a unit. Raise `ValueError` if units are numbered
        from the top and the cabinet's height is unknown.
        """
        if not self.from_top:
            return unit + self.first_unit - 1
        if self.units is None:
            raise ValueError("the numbers of a rail descend from a height that is not known")
        return self.units - (unit + max(height, 1) - 1) + self.first_unit

    def unit_of_number(self, number: int, height: int) -> int:
        """Return a device's lowest unit (1 is at the bottom) from the lowest rail number that it covers."""
        if not self.from_top:
            return number - self.first_unit + 1
        return self.rail_number(number, height)


@dataclass(frozen=True)
class Device:
    """A device in or next to a cabinet.

    Attributes
    ----------
    name
        Not necessarily unique in a fabric read from a dump.
    kind
        One of `KINDS`.
    ports
        Highest known port number.
    cabinet
        Index into `Fabric.cabinets`; None if unknown.
    position
        Slot in the cabinet, counted from 1 at the bottom; None for the servers of a plan.
    unit, units
        Lowest rack unit, and height in rack units; None if unknown.
    group
        Group of the network, such as a pod; None if there is none.
    guid
        InfiniBand node GUID; None until assigned.
    model
        Device type; empty if unknown.
    kind_stated
        False if the file does not state the kind, which is then inferred from the number of cables.
    name_stated
        False if the name is only a number, such as the second server of a switch: such devices are
        interchangeable.
    watts, kilograms
        Power draw and weight; None if unknown.
    face
        Side of the ports, ``front`` or ``rear``; empty if unknown.
    half_depth
        Whether another device fits behind it.
    bay
        Its place beside other devices in the same units: ``left`` or ``right`` from the front, the number
        or letter of a bay, or `CHASSIS` if it holds these; empty if it takes the whole width.
    feed
        Power feed of a PDU, such as ``A``; empty for other devices.
    inlets, outlets
        Listed power ports: inlets take a device's own cords, outlets of a PDU those of other devices; empty
        if unknown.
    rating_w
        Limit on the total draw of a PDU's outlets; None if unknown.
    network
        Name of its network; empty if the fabric has only one.
    attributes
        Further columns of the user's list, by heading.
    passes
        Internal connections of a panel: front port, rear port, and the position of the front port (from 1)
        in a shared rear port; see `fabric.links`.
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
    bay: str = ""
    feed: str = ""
    network: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    passes: tuple[tuple[int, int, int], ...] = ()
    inlets: tuple[PowerPort, ...] = ()
    outlets: tuple[PowerPort, ...] = ()
    rating_w: float | None = None

    @property
    def is_end_device(self) -> bool:
        """Whether links end at it: a server, storage, or another device that forwards no traffic."""
        return self.kind in _END_KINDS

    @property
    def load_w(self) -> float | None:
        """Power draw; 0 for a panel or PDU of unknown watts, otherwise None if unknown."""
        return 0.0 if self.watts is None and self.kind in _PASSIVE_KINDS else self.watts

    @property
    def bay_mark(self) -> str:
        """Its bay as written behind a unit, ``L`` in ``21L`` or ``.2`` in ``21.2``; empty if none."""
        if self.bay == CHASSIS:
            return ""
        return f".{self.bay}" if self.bay.isdecimal() else self.bay[:1].upper()

    @property
    def height(self) -> int | None:
        """Height in its cabinet: lowest rack unit, else position."""
        return self.position if self.unit is None else self.unit


@dataclass(frozen=True)
class End:
    """One end of a cable: the index of a device, a port number from 1, and the port's own name.

    ``stated`` is False if the file gives no number and the port was numbered instead.
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
    """A cable.

    Attributes
    ----------
    id
        Unique in its fabric.
    length_mm
        Routed length; None if unknown.
    gbps
        Rate in each direction; None if unknown.
    medium, part
        ``electrical`` or ``optical``, and the purchased part; empty without an order.
    ordered_mm
        Purchased length; None without an order.
    kind
        ``DAC``, ``ACC``, ``AEC``, ``AOC``, ``TP``, the fibre type of a cord such as ``OM4``, or in lists a
        word for several of them (see `fabric.media`); empty if unknown.
    modules
        Transceiver part at each end; empty if the cable's own plug fits the cage.
    cages
        Form factor of the cage at each end, such as ``OSFP``; empty if unknown.
    piece
        Id of the first of several links that share this piece; empty if the piece carries only this link.
    cage_numbers
        Cage number at each end: links of a piece in the same cage share a plug. -1 if unknown.
    trunk
        Name of the trunk if the cable is one of its connectors; empty for others.
    link
        Id of the link if the cable is a cord at one of its ends, such as to a cassette; empty for others.
    one_end
        True if both devices list their cables but only one of them lists this cable.
    installed
        Whether it is already installed, such as the fixed cable between two panels: no order includes it.
    length_listed
        Whether its length is the listed length of an installed cable, not the length of its route.
    attributes
        Further columns of the user's list, by heading.
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
        """The same cable with its ends swapped."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            modules=self.modules[::-1],
            cages=self.cages[::-1],
            cage_numbers=self.cage_numbers[::-1],
        )

    def column(self, name: str) -> str:
        """Return a further column of the user's list, in any case, _ for spaces; empty if missing."""
        for heading, text in self.attributes.items():
            if heading.strip().lower().replace(" ", "_") == name:
                return text.strip()
        return ""

    @property
    def article(self) -> str:
        """The purchased part with its transceivers; empty without an order."""
        if self.modules == ("", ""):
            return self.part
        return " + ".join(part for part in (self.part, *self.modules) if part)

    @property
    def in_hand(self) -> str:
        """Id of the physical piece: its trunk, the first link of a shared piece, else its own id."""
        return self.trunk or self.piece or self.id

    @property
    def latency_ns(self) -> float | None:
        """Delay of the routed length (see `costmodels.latency`); None if the length is unknown."""
        return None if self.length_mm is None else self.length_mm * CABLE_NS_PER_M / MM_PER_M

    @property
    def bought_mm(self) -> int | None:
        """Length of the physical piece: as ordered, else as routed."""
        return self.length_mm if self.ordered_mm is None else self.ordered_mm


@dataclass(frozen=True, repr=False)
class Fabric:
    """Devices and the cables between their ports.

    Raise `ValueError` if a port is used twice, a cable end has no device, an id occurs twice, or a device
    lacks a port. Readers report such faults to their users first.
    """

    name: str
    devices: tuple[Device, ...]
    cables: tuple[Cable, ...]
    cabinets: tuple[FloorCabinet, ...] = ()
    notes: tuple[str, ...] = ()
    #: Whether device names are known to people, so that sheets and labels print them.
    named: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "notes", tuple(map(with_options, self.notes)))
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
        """Indices of the end devices: servers, storage and others."""
        return tuple(i for i, device in enumerate(self.devices) if device.is_end_device)

    @cached_property
    def cables_of(self) -> tuple[tuple[tuple[int, Cable], ...], ...]:
        """The used ports of each device, ascending, with the cable in each."""
        ports_of: list[list[tuple[int, Cable]]] = [[] for _ in self.devices]
        for cable in self.cables:
            for end in cable.ends:
                ports_of[end.device].append((end.port, cable))
        return tuple(tuple(sorted(ports, key=lambda pair: pair[0])) for ports in ports_of)

    @cached_property
    def pulled(self) -> tuple[Cable, ...]:
        """Cables as pulled: each trunk counts once, by its first connector."""
        first: dict[str, Cable] = {}
        for cable in self.cables:
            first.setdefault(cable.trunk or cable.id, cable)
        return tuple(first.values())

    @cached_property
    def cords_of(self) -> dict[str, tuple[Cable, ...]]:
        """The two cords of each link in a trunk, the cord of end A first."""
        result: dict[str, list[Cable]] = {}
        for cable in self.cables:
            if cable.link:
                result.setdefault(cable.link, []).append(cable)
        return {link: tuple(cords) for link, cords in result.items()}

    @cached_property
    def power_cords(self) -> frozenset[int]:
        """Indices of the power cords: cables to PDUs unless they show to be of a network; see `is_cord`."""
        pdus = set(self._of_kind(PDU))
        return frozenset(
            number
            for number, cable in enumerate(self.cables if pdus else ())
            if any(end.device in pdus for end in cable.ends)
            and is_cord(cable.gbps, cable.kind, (end.port_name for end in cable.ends))
        )

    @cached_property
    def network_cables(self) -> tuple[Cable, ...]:
        """All cables except power cords."""
        cords = self.power_cords
        return tuple(cable for number, cable in enumerate(self.cables) if number not in cords)

    @cached_property
    def device_named(self) -> dict[str, int]:
        """Index of each device by name; the first if a name occurs several times."""
        return {device.name: index for index, device in reversed(list(enumerate(self.devices)))}

    @cached_property
    def cable_of_id(self) -> dict[str, int]:
        """Index of each cable by its id."""
        return {cable.id: index for index, cable in enumerate(self.cables)}

    @property
    def lacks_units(self) -> bool:
        """Whether a device has a position in its cabinet but no rack unit."""
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

    def without_power(self) -> "Fabric":
        """Return the fabric without power cords, and without the PDUs that have no cable of a network."""
        kept = self.network_cables
        joined = {end.device for cable in kept for end in cable.ends}
        devices = tuple(
            replace(device, kind=OTHER) if device.kind == PDU and number in joined else device
            for number, device in enumerate(self.devices)
        )
        if devices == self.devices:
            return self.without(PDU)
        return replace(self, devices=devices, cables=kept).without(PDU)

    def far_end(self, device: int, cable: Cable) -> End:
        """Return the other end of a device's cable."""
        return cable.b if cable.a.device == device else cable.a

    def end_at(self, device: int, cable: Cable) -> End:
        """Return the end of a cable at one of its devices."""
        return cable.a if cable.a.device == device else cable.b

    def cabinet_of(self, device: int) -> FloorCabinet | None:
        """Return the cabinet of a device, or None if unknown."""
        index = self.devices[device].cabinet
        return None if index is None else self.cabinets[index]

    def cabinet_name(self, device: int) -> str:
        """Return the name of a device's cabinet; empty if unknown."""
        cabinet = self.cabinet_of(device)
        return "" if cabinet is None else cabinet.name

    def place_name(self, device: int) -> str:
        """Return cabinet and rack unit, else position, as on sheets (``A04-42``, ``A04-21L``), or empty."""
        cabinet, item = self.cabinet_name(device), self.devices[device]
        return f"{cabinet}-{item.height:02d}{item.bay_mark}" if cabinet and item.height is not None else ""

    def whereabouts(self, device: int) -> str:
        """Return cabinet and rack unit or position as on sheets, else the cabinet; empty if unknown."""
        return self.place_name(device) or self.cabinet_name(device)

    def _of_kind(self, kind: str) -> tuple[int, ...]:
        return tuple(i for i, device in enumerate(self.devices) if device.kind == kind)
