"""Assignment of servers to cabinets as an integer programme: constraints, cable lengths, and proof."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.rooms.any_room import Room
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.places import Counts, HostPlaces

#: Prices are in nanometres of cable; rounding them to integers loses less than a millimetre.
NM_PER_MM = 10**6
#: Home of servers with several switches, which have a single price per place.
NO_HOME = -1


@dataclass(frozen=True, eq=False)
class HostProof:
    """Price of a place in every cabinet, and the lower bound it proves.

    For any prices, the total server cable is at least the sum of each server's least length less price,
    plus the lowest revenue of every cabinet's places: a Lagrangian bound. `layout.check.host_bound`
    computes it again.

    Attributes
    ----------
    least_mm
        Lower bound on the cables of every allowed arrangement: one cable per server, or one per port for
        servers with ports on several switches.
    own_nm, other_nm
        Price of a place for servers of the cabinet's own switches, and for others, (c,) int64.
    wherever_mm
        Lower bound on the cables of all ports for any positions of the switches
        (`rooms.hosts.server_placement`); None if switches were not placed together with servers.
    """

    least_mm: int
    own_nm: Counts
    other_nm: Counts
    wherever_mm: int | None = None

    def to_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """Serialise for a plan file, with the non-zero prices by cabinet name."""
        prices = zip(names, self.own_nm.tolist(), self.other_nm.tolist(), strict=True)
        record = {"least_mm": self.least_mm, "prices_nm": [[*row] for row in prices if any(row[1:])]}
        return record if self.wherever_mm is None else record | {"wherever_mm": self.wherever_mm}

    @staticmethod
    def from_dict(record: Mapping[str, Any], number: Mapping[str, int]) -> "HostProof":
        """Read the record of a plan; ``number`` is the index of each cabinet name."""
        own_nm, other_nm = np.zeros((2, len(number)), dtype=np.int64)
        for name, own, other in record["prices_nm"]:
            own_nm[number[name]], other_nm[number[name]] = own, other
        return HostProof(record["least_mm"], own_nm, other_nm, record.get("wherever_mm"))


@dataclass(frozen=True, eq=False, repr=False)
class HostProgramme:
    """Assignment problem of servers to cabinets: k groups of identical servers, c cabinets.

    The servers of a switch form a group; servers with ports on several switches form groups of their own,
    and the length of a server is that of its w cables together. Cabinets are filled in the order of
    `rooms.hosts.places.server_units`. A cable to the k-th server of a cabinet is longer than a cable to the
    first place by at least `HostPlaces.farther_mm`, exactly so if trays are overhead and switches on top;
    without trays all places of a cabinet are equal.

    Attributes
    ----------
    servers, home
        Servers of each group, and the place number of its switch's cabinet, (k,) int64; `NO_HOME` for
        servers with several switches.
    first_mm
        Total length of a server's cables from the first place of each cabinet, (k, c) int64.
    in_reach
        True where all cables of a server are short enough in every place of a cabinet, (k, c).
    farther_mm
        Extra length of the first j places compared with j times the first place, times w, (c, most + 1)
        int64.
    room_for
        Number of servers that each cabinet can hold, (c,) int64.
    """

    servers: Counts
    home: Counts
    first_mm: Counts
    in_reach: npt.NDArray[np.bool_]
    farther_mm: Counts
    room_for: Counts

    @cached_property
    def allowed(self) -> npt.NDArray[np.bool_]:
        """True where servers of a group may be, (k, c)."""
        return np.asarray((self.room_for > 0) & self.in_reach)

    @cached_property
    def at_home(self) -> Counts:
        """Number of servers of a cabinet's own switches that it could hold, (c,)."""
        homed = self.home != NO_HOME
        own = np.bincount(self.home[homed], self.servers[homed], minlength=len(self.room_for))
        return np.minimum(own.astype(np.int64), self.room_for)

    @cached_property
    def at_their_home(self) -> tuple[Counts, Counts]:
        """Groups with a home, and its place number."""
        rows = np.flatnonzero(self.home != NO_HOME)
        return rows, self.home[rows]

    def corners(self, cabinet: int) -> list[tuple[int, int]]:
        """Return the loads (own, other) among which a cabinet's least price is attained.

        For a fixed number of servers the price is linear in the number of own servers, and over their
        number it is convex only where the cabinet's own servers end and where the next place is farther
        than the one before.
        """
        own, room_for = int(self.at_home[cabinet]), int(self.room_for[cabinet])
        steps = np.diff(self.farther_mm[cabinet, : room_for + 1])
        bends = (np.flatnonzero(np.diff(steps) > 0) + 1).tolist()
        counts = {0, own, room_for, *bends}
        return sorted({(maximum, count - maximum) for count in counts for maximum in (0, min(own, count))})

    def modelled_mm(self, share: Counts) -> int:
        """Return the length of an assignment (k, c) in the programme: exact, or slightly lower."""
        held = share.sum(axis=0)
        farther = self.farther_mm[np.arange(len(held)), held]
        return int((share * self.first_mm).sum() + farther.sum())

    def proof(self, own_nm: Counts, other_nm: Counts) -> HostProof:
        """Compute the lower bound proved by prices."""
        min_nm = self._min_of_servers_nm(own_nm, other_nm)
        for cabinet in range(len(self.room_for)):
            p, q = int(own_nm[cabinet]), int(other_nm[cabinet])
            min_nm += min(
                own * p + other * q + NM_PER_MM * int(self.farther_mm[cabinet, own + other])
                for own, other in self.corners(cabinet)
            )
        return HostProof(max(-(-min_nm // NM_PER_MM), 0), own_nm, other_nm)

    def _min_of_servers_nm(self, own_nm: Counts, other_nm: Counts) -> int:
        net = self.first_mm * NM_PER_MM - other_nm
        rows, home = self.at_their_home
        net[rows, home] += (other_nm - own_nm)[home]
        minimum = np.where(self.allowed, net, np.iinfo(np.int64).max).min(
            axis=1, initial=np.iinfo(np.int64).max
        )
        used = self.servers > 0
        return sum(int(a) * int(b) for a, b in zip(self.servers[used], minimum[used], strict=True))

    def rows(self) -> Iterator[int]:
        """Yield the groups with servers."""
        yield from np.flatnonzero(self.servers).tolist()


def assignment(
    places: HostPlaces,
    room: Room,
    slot_of: npt.NDArray[np.int32],
    devices: Devices,
    room_for: Counts,
    reach_mm: int | None,
) -> HostProgramme:
    """Build the assignment problem of a room with its switches in their slots.

    The capacity of a cabinet is chosen so that each of its places is within reach of all of its servers.
    """
    ways = devices.ends.shape[1]
    in_reach: npt.NDArray[np.bool_] = np.ones((len(devices.servers), len(room_for)), dtype=bool)
    if reach_mm is not None:
        count = places.in_reach(room, slot_of, room_for, reach_mm)[devices.ends].min(axis=1)
        if devices.servers.any():
            room_for = _max_within_reach(count[devices.servers > 0], devices.servers[devices.servers > 0])
        in_reach = count >= room_for
    maximum = int(room_for.max(initial=0))
    farther = np.zeros((len(room_for), maximum + 1), dtype=np.int64)
    for cabinet, each in enumerate(places.farther_mm(room, slot_of)):
        held = each[:maximum]
        farther[cabinet, 1 : len(held) + 1] = ways * np.cumsum(held)
    home = places.of_slots(room)[slot_of]
    if devices.attached is not None:
        home = np.full(len(devices.servers), NO_HOME, dtype=np.int64)
    first = places.from_slots_mm(room, slot_of)[devices.ends].sum(axis=1)
    return HostProgramme(devices.servers, home, first, in_reach, farther, room_for)


def _max_within_reach(count: Counts, servers: Counts) -> Counts:
    """Choose the number of usable places per cabinet, (c,), that most servers can use.

    Servers of a group that reaches fewer places must be elsewhere. Among equal numbers of servers, more
    places win. ``count``, ``servers``: places that each group reaches in each cabinet, (k, c), and its
    servers, (k,).
    """
    order = np.argsort(-count, axis=0, kind="stable")
    reached = np.take_along_axis(count, order, axis=0)
    held = np.minimum(reached, np.cumsum(servers[order], axis=0))
    return np.asarray(np.take_along_axis(reached, held.argmax(axis=0)[None, :], axis=0)[0])
