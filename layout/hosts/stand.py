"""Where servers stand: beside their switch, in the nearest cabinet that has room, or as a file says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.hosts.places import HostPlaces, host_places, standing_slots
from netfloor.rooms.any_room import AnyRoom

Counts = npt.NDArray[np.int64]
Rule = Literal["same-cabinet", "nearest", "file"]
#: Every rule, and what it says.
RULES: Mapping[str, str] = {
    "same-cabinet": "servers stand in the cabinet of their switch",
    "nearest": "servers stand where their cables are shortest together, in any cabinet with room",
    "file": "servers stand where a file says",
}


@dataclass(frozen=True, eq=False)
class Devices:
    """What stands in the cabinets, milliwatts and grams.

    Attributes
    ----------
    servers
        Servers of each router, (n,).
    endpoints_per_server
        Endpoints that share a server, at most.
    switch_mw, switch_g, switch_units
        Of each router's switch, (n,).
    server_mw, server_g, server_units
        Of every server.
    """

    servers: Counts
    endpoints_per_server: int
    switch_mw: Counts
    switch_g: Counts
    switch_units: Counts
    server_mw: int
    server_g: int
    server_units: int

    @property
    def heights(self) -> tuple[int, int]:
        """Units of the tallest switch and of a server."""
        return int(self.switch_units.max(initial=0)), self.server_units

    def router_mw(self) -> Counts:
        """Return what each router's switch draws together with its servers, (n,)."""
        return self.switch_mw + self.servers * self.server_mw

    def router_g(self) -> Counts:
        """Return what each router's switch weighs together with its servers, (n,)."""
        return self.switch_g + self.servers * self.server_g


@dataclass(frozen=True, eq=False, repr=False)
class HostPlan:
    """Every server, router by router.

    Attributes
    ----------
    rule, per_cabinet
        How they were placed; most servers in a cabinet.
    devices
        What they and the switches are.
    router
        Router of each server, (h,) int64, ascending.
    cabinet
        Its cabinet, a number in `host_places`, (h,) int64.
    unit
        Its lowest rack unit, 0 in a room without units, (h,) int64.
    length_mm
        Of a cable from it to its switch, (h,) int64.
    """

    rule: Rule
    per_cabinet: int
    devices: Devices
    router: Counts
    cabinet: Counts
    unit: Counts
    length_mm: Counts

    def __len__(self) -> int:
        return len(self.router)

    def of_endpoints(self, endpoints: npt.NDArray[np.integer[Any]]) -> Counts:
        """Return the server of every endpoint, router by router; endpoints of each router, (n,)."""
        counts = np.asarray(endpoints, dtype=np.int64)
        turn = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        first = np.cumsum(self.devices.servers) - self.devices.servers
        return np.asarray(np.repeat(first, counts) + turn // self.devices.endpoints_per_server)

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the record in a plan; ``names`` of the cabinets."""
        devices = self.devices
        return {
            "rule": self.rule,
            "per_cabinet": self.per_cabinet,
            "endpoints_per_server": devices.endpoints_per_server,
            "server": {"mw": devices.server_mw, "g": devices.server_g, "units": devices.server_units},
            "switches": np.column_stack(
                [devices.switch_mw, devices.switch_g, devices.switch_units]
            ).tolist(),
            "servers": [
                [router, names[cabinet], unit, length_mm]
                for router, cabinet, unit, length_mm in zip(
                    self.router.tolist(),
                    self.cabinet.tolist(),
                    self.unit.tolist(),
                    self.length_mm.tolist(),
                    strict=True,
                )
            ],
        }


def hosts_from_record(
    record: Mapping[str, Any], room: AnyRoom, endpoints: npt.NDArray[np.integer[Any]]
) -> HostPlan:
    """Return the servers that a plan records; its truth is checked by `layout.check.hosts`."""
    per, server = record["endpoints_per_server"], record["server"]
    switches = np.array(record["switches"], dtype=np.int64).reshape(-1, 3)
    servers = -(-np.asarray(endpoints, dtype=np.int64) // per)
    mw, g, units = switches.T
    devices = Devices(servers, per, mw, g, units, server["mw"], server["g"], server["units"])
    places = host_places(room, devices.heights, record["per_cabinet"])
    number = {name: i for i, name in enumerate(places.names)}
    rows = [(router, number[name], unit, mm) for router, name, unit, mm in record["servers"]]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    return HostPlan(record["rule"], record["per_cabinet"], devices, *columns)


def closed_slots(room: AnyRoom, devices: Devices, rule: Rule, per_cabinet: int) -> npt.NDArray[np.bool_]:
    """Return the slots that must stay empty so that no cabinet is overloaded, (S,).

    In each cabinet as many slots stay open as routers of the heaviest kind can stand there:
    with their servers by the rule ``same-cabinet``, without them by the others.

    Raises
    ------
    InfeasibleError
        If too few slots stay open.
    """
    places = host_places(room, devices.heights, per_cabinet)
    if rule == "same-cabinet":
        most_mw, most_g = int(devices.router_mw().max(initial=0)), int(devices.router_g().max(initial=0))
        servers = int(devices.servers.max(initial=0))
    else:
        most_mw, most_g = int(devices.switch_mw.max(initial=0)), int(devices.switch_g.max(initial=0))
        servers = 0
    home, stands = room.lengths.cabinet_of_slot, standing_slots(room, devices.heights[0])
    before: Counts = np.cumsum(stands) - stands
    position: Counts = before - before[np.searchsorted(home, home)]
    fit = np.minimum(
        _times(places.limit_mw, most_mw),
        np.minimum(_times(places.limit_g, most_g), _times(places.capacity, servers)),
    )
    closed: npt.NDArray[np.bool_] = ~stands | (position >= fit[places.of_slots(room)])
    routers, left = len(devices.servers), int((~closed).sum())
    if left < routers:
        raise InfeasibleError(
            f"{routers} routers with {servers} servers each do not fit: the limits of the cabinets leave "
            f"{left} of {len(closed)} slots; raise the limits or let servers stand elsewhere (rule nearest)"
        )
    return closed


def _times(limit: Counts, each: int) -> Counts:
    """Return how often something fits within limits; -1 is no limit."""
    if each == 0:
        return np.full(len(limit), np.iinfo(np.int64).max)
    return np.where(limit < 0, np.iinfo(np.int64).max, limit // each)


def place_hosts(
    room: AnyRoom,
    slot_of: npt.NDArray[np.int32],
    devices: Devices,
    rule: Rule,
    per_cabinet: int,
    chosen: Counts | None = None,
) -> HostPlan:
    """Return where every server stands.

    Parameters
    ----------
    slot_of
        Slot of each router, (n,).
    chosen
        Cabinet of each server by the rule ``file``, (h,).

    Raises
    ------
    InfeasibleError
        If the servers do not fit.
    """
    places = host_places(room, devices.heights, per_cabinet)
    router = np.repeat(np.arange(len(slot_of)), devices.servers)
    at = places.of_slots(room)[slot_of]
    room_for = _room_for_servers(places, devices, at)
    if rule == "same-cabinet":
        cabinet = at[router]
    elif rule == "file" and chosen is not None:
        cabinet = chosen
    else:
        cabinet = _nearest(places, room, slot_of, devices.servers, room_for)
    _refuse_overfull(places, np.bincount(cabinet, minlength=len(room_for)), room_for)
    unit = places.units_of(cabinet)
    length_mm = places.lengths_mm(room, slot_of[router], cabinet, unit)
    return HostPlan(rule, per_cabinet, devices, router, cabinet, unit, length_mm)


def _room_for_servers(places: HostPlaces, devices: Devices, at: Counts) -> Counts:
    """Return the servers that each cabinet can still hold beside its switches, (c,)."""
    count = len(places.names)
    used_mw = np.bincount(at, devices.switch_mw, minlength=count).astype(np.int64)
    used_g = np.bincount(at, devices.switch_g, minlength=count).astype(np.int64)
    left_mw = np.where(places.limit_mw < 0, -1, np.maximum(places.limit_mw - used_mw, 0))
    left_g = np.where(places.limit_g < 0, -1, np.maximum(places.limit_g - used_g, 0))
    fit = np.minimum(_times(left_mw, devices.server_mw), _times(left_g, devices.server_g))
    return np.minimum(fit, places.capacity)


def _refuse_overfull(places: HostPlaces, held: Counts, room_for: Counts) -> None:
    over = np.flatnonzero(held > room_for)
    if len(over):
        worst = int(over[(held - room_for)[over].argmax()])
        raise InfeasibleError(
            f"cabinet {places.names[worst]} would hold {held[worst]} servers and has room, power and "
            f"strength for {room_for[worst]} ({len(over)} cabinets overfull)"
        )


def _nearest(
    places: HostPlaces, room: AnyRoom, slot_of: npt.NDArray[np.int32], servers: Counts, room_for: Counts
) -> Counts:
    """Return the cabinets with the least cable from servers to switches: a transportation problem.

    Lengths are measured to the lowest unit for servers. The programme's corners are whole
    (Hoffman and Kruskal 1956), so its optimum is one.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - takes long to import
    from scipy.sparse import coo_array  # noqa: PLC0415

    if int(servers.sum()) > int(room_for.sum()):
        raise InfeasibleError(
            f"{int(servers.sum())} servers do not fit: the cabinets have room for {int(room_for.sum())}"
        )
    routers, cabinets = len(slot_of), len(room_for)
    cost = places.from_slots_mm(room, slot_of)
    count = np.arange(routers * cabinets)
    ones = np.ones(len(count))
    answer = linprog(
        cost.ravel().astype(float),
        A_ub=coo_array((ones, (count % cabinets, count)), shape=(cabinets, len(count))),
        b_ub=room_for.astype(float),
        A_eq=coo_array((ones, (count // cabinets, count)), shape=(routers, len(count))),
        b_eq=servers.astype(float),
        method="highs-ds",
    )
    if answer.x is None:
        raise InfeasibleError(f"the servers could not be placed: {answer.message}")
    share = np.rint(answer.x).astype(np.int64)
    return np.repeat(count % cabinets, share)
