"""Loads of PDUs and feeds from the power cords of a fabric, including the failure of a feed."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from netfloor.fabric.fabric import PDU, Fabric

#: Tolerance in watts above a limit, for rounding in sums of shares.
ROUNDING_W = 1e-6


@dataclass(frozen=True)
class PowerRules:
    """Requirements on the power supply.

    Attributes
    ----------
    feeds
        Limit of each feed in W, None if it has none.
    apart
        Whether a device's cords must use different feeds: no feed has more than half of them, rounded up.
    survive
        Whether any single feed may fail without a device losing power or a load exceeding its limit.
    volts
        Voltage for converting ratings in amperes.
    reach_mm
        Longest cord that may be assigned; None without a limit.
    """

    feeds: Mapping[str, float | None] = field(default_factory=dict)
    apart: bool = True
    survive: bool = False
    volts: float = 230.0
    reach_mm: int | None = None


@dataclass(frozen=True)
class Load:
    """The load of a PDU or a feed and its limit (None if it has none)."""

    watts: float
    limit_w: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the load exceeds its limit."""
        return self.limit_w is not None and self.watts > self.limit_w + ROUNDING_W


@dataclass(frozen=True)
class FeedFailure:
    """The state after one feed fails.

    Attributes
    ----------
    feed
        The failed feed.
    dark
        Devices whose cords are all on the failed feed.
    dark_w
        Their power draw.
    feeds, pdus
        The load on each remaining feed and PDU, which supply the devices that still have a cord.
    """

    feed: str
    dark: tuple[int, ...]
    dark_w: float
    feeds: Mapping[str, Load]
    pdus: Mapping[int, Load]

    @property
    def fullest_pdu(self) -> int | None:
        """The remaining PDU with the largest share of its limit; None without limits."""
        shares = {pdu: load.watts / load.limit_w for pdu, load in self.pdus.items() if load.limit_w}
        return max(shares, key=lambda pdu: shares[pdu], default=None)

    @property
    def is_over(self) -> bool:
        """Whether a remaining feed or PDU exceeds its limit."""
        return any(item.is_over for item in (*self.feeds.values(), *self.pdus.values()))


@dataclass(frozen=True, eq=False)
class PowerSupply:
    """The power cords of a fabric by device, and the resulting loads.

    A device draws equal power through each of its cords. Unknown watts count as 0. A cord between two PDUs
    supplies no device, and neither PDU adds the other's load.
    """

    fabric: Fabric
    rules: PowerRules = field(default_factory=PowerRules)

    @cached_property
    def cords_of(self) -> dict[int, list[tuple[int, int]]]:
        """For each device with cords, the PDU at the other end of each cord and the cord's number."""
        result: dict[int, list[tuple[int, int]]] = defaultdict(list)
        devices = self.fabric.devices
        for number in sorted(self.fabric.power_cords):
            a, b = (end.device for end in self.fabric.cables[number].ends)
            if devices[a].kind == devices[b].kind == PDU:
                continue
            device, pdu = (a, b) if devices[b].kind == PDU else (b, a)
            result[device].append((pdu, number))
        return dict(result)

    @cached_property
    def pdus(self) -> tuple[int, ...]:
        """Indices of the PDUs."""
        return tuple(number for number, device in enumerate(self.fabric.devices) if device.kind == PDU)

    @cached_property
    def feeds(self) -> tuple[str, ...]:
        """Names of the feeds, those of the rules first; a PDU without a feed belongs to none."""
        own = (self.fabric.devices[pdu].feed for pdu in self.pdus)
        return tuple(dict.fromkeys((*self.rules.feeds, *sorted(feed for feed in own if feed))))

    @cached_property
    def without_cord(self) -> tuple[int, ...]:
        """Devices that draw power but have no cord, if any device has a cord."""
        return tuple(
            number
            for number, device in enumerate(self.fabric.devices)
            if self.cords_of and device.load_w != 0 and device.kind != PDU and number not in self.cords_of
        )

    @property
    def is_known(self) -> bool:
        """Whether the fabric has any cords to PDUs."""
        return bool(self.cords_of)

    def feed_of(self, pdu: int) -> str:
        """Return the feed of a PDU; empty if unknown."""
        return self.fabric.devices[pdu].feed

    def pdu_loads(self, failed: str | None = None) -> dict[int, Load]:
        """Return the load of each PDU; if a feed has failed, only of the remaining PDUs."""
        watts = dict.fromkeys(
            (pdu for pdu in self.pdus if failed is None or self.feed_of(pdu) != failed), 0.0
        )
        for device, cords in self.cords_of.items():
            left = [pdu for pdu, _ in cords if pdu in watts]
            for pdu in left:
                watts[pdu] += (self.fabric.devices[device].load_w or 0.0) / len(left)
        return {pdu: Load(load, self.fabric.devices[pdu].rating_w) for pdu, load in watts.items()}

    def feed_loads(self, failed: str | None = None) -> dict[str, Load]:
        """Return the load of each feed; if a feed has failed, only of the remaining feeds."""
        watts = dict.fromkeys((feed for feed in self.feeds if feed != failed), 0.0)
        for pdu, load in self.pdu_loads(failed).items():
            if (feed := self.feed_of(pdu)) in watts:
                watts[feed] += load.watts
        return {feed: Load(load, self.rules.feeds.get(feed)) for feed, load in watts.items()}

    def failure(self, feed: str) -> FeedFailure:
        """Return the state after a feed fails."""
        dark = tuple(
            device
            for device, cords in sorted(self.cords_of.items())
            if all(self.feed_of(pdu) == feed for pdu, _ in cords)
        )
        dark_w = sum(self.fabric.devices[device].load_w or 0.0 for device in dark)
        return FeedFailure(feed, dark, dark_w, self.feed_loads(feed), self.pdu_loads(feed))

    @cached_property
    def failures(self) -> tuple[FeedFailure, ...]:
        """The failure of each feed."""
        return tuple(map(self.failure, self.feeds))

    @property
    def worst_failure(self) -> FeedFailure | None:
        """The failure that cuts most watts; among equals, the one with the highest remaining load."""
        return max(self.failures, key=_badness, default=None)

    def by_feed(self, devices: Sequence[int]) -> dict[str, float]:
        """Return the power that some devices draw from each feed."""
        watts = dict.fromkeys(self.feeds, 0.0)
        for device in devices:
            cords = self.cords_of.get(device, ())
            for pdu, _ in cords:
                if (feed := self.feed_of(pdu)) in watts:
                    watts[feed] += (self.fabric.devices[device].load_w or 0.0) / len(cords)
        return watts

    def sharing(self) -> list[tuple[int, str, list[int]]]:
        """Return the devices whose cords share a feed against the rules: the feed and their cords on it."""
        results = []
        for device, cords in sorted(self.cords_of.items()):
            on_feed: dict[str, list[int]] = defaultdict(list)
            for pdu, cord in cords:
                if feed := self.feed_of(pdu):
                    on_feed[feed].append(cord)
            results += [
                (device, feed, own) for feed, own in on_feed.items() if len(own) > max_on_feed(len(cords))
            ]
        return results


def max_on_feed(cords: int) -> int:
    """Return the maximum number of cords of a device that one feed may have: half of them, rounded up."""
    return (cords + 1) // 2


def _badness(failure: FeedFailure) -> tuple[float, int, bool, float]:
    ratios = [
        item.watts / item.limit_w
        for item in (*failure.feeds.values(), *failure.pdus.values())
        if item.limit_w
    ]
    watts = max((feed.watts for feed in failure.feeds.values()), default=0.0)
    return failure.dark_w, len(failure.dark), failure.is_over, max(ratios, default=watts / 1e12)
