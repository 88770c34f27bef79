"""What PDUs and feeds carry by the cords of a fabric, and what is left when one feed fails."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from netfloor.fabric.fabric import PDU, Fabric

#: Watts by which a load may be above a limit: sums of shares are rounded.
ROUNDING_W = 1e-6


@dataclass(frozen=True)
class PowerRules:
    """How power is to be supplied.

    Attributes
    ----------
    feeds
        Limit of each feed in W, None where it has none.
    apart
        Whether the cords of a device go to different feeds: none has more than half of them, rounded up.
    survive
        Whether any one feed may fail: no device goes dark, and no limit is passed then.
    volts
        By which ratings in amperes were read.
    reach_mm
        Longest cord that is assigned; None for any.
    """

    feeds: Mapping[str, float | None] = field(default_factory=dict)
    apart: bool = True
    survive: bool = False
    volts: float = 230.0
    reach_mm: int | None = None


@dataclass(frozen=True)
class Load:
    """What a PDU or a feed carries, beside its limit; None where it has none."""

    watts: float
    limit_w: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether it is above its limit."""
        return self.limit_w is not None and self.watts > self.limit_w + ROUNDING_W


@dataclass(frozen=True)
class FeedFailure:
    """What is left when one feed fails.

    Attributes
    ----------
    feed
        The feed that fails.
    dark
        Devices all of whose cords are on it.
    dark_w
        Their draw.
    feeds, pdus
        The load on each feed and PDU that is left; the devices with other cords draw all through these.
    """

    feed: str
    dark: tuple[int, ...]
    dark_w: float
    feeds: Mapping[str, Load]
    pdus: Mapping[int, Load]

    @property
    def is_over(self) -> bool:
        """Whether a feed or PDU that is left is above its limit."""
        return any(one.is_over for one in (*self.feeds.values(), *self.pdus.values()))


@dataclass(frozen=True, eq=False)
class PowerSupply:
    """The cords of a fabric by the devices that they supply, and the loads that follow.

    A device draws the same through each of its cords. Unknown watts count as 0. A cord between two PDUs
    supplies no device, and a load on one of them is not added to the other.
    """

    fabric: Fabric
    rules: PowerRules = field(default_factory=PowerRules)

    @cached_property
    def cords_of(self) -> dict[int, list[tuple[int, int]]]:
        """For each device with cords the PDU at the other end of each, and the cord's number."""
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        devices = self.fabric.devices
        for number in sorted(self.fabric.power_cords):
            a, b = (end.device for end in self.fabric.cables[number].ends)
            if devices[a].kind == devices[b].kind == PDU:
                continue
            device, pdu = (a, b) if devices[b].kind == PDU else (b, a)
            found[device].append((pdu, number))
        return dict(found)

    @cached_property
    def pdus(self) -> tuple[int, ...]:
        """Indices of the PDUs."""
        return tuple(number for number, one in enumerate(self.fabric.devices) if one.kind == PDU)

    @cached_property
    def feeds(self) -> tuple[str, ...]:
        """Names of the feeds, of the rules first; a PDU without a feed is on none."""
        own = (self.fabric.devices[pdu].feed for pdu in self.pdus)
        return tuple(dict.fromkeys((*self.rules.feeds, *sorted(feed for feed in own if feed))))

    @cached_property
    def without_cord(self) -> tuple[int, ...]:
        """Devices that draw power and have no cord, where any device has one."""
        return tuple(
            number
            for number, one in enumerate(self.fabric.devices)
            if self.cords_of and one.load_w != 0 and one.kind != PDU and number not in self.cords_of
        )

    @property
    def is_known(self) -> bool:
        """Whether there are cords to PDUs at all."""
        return bool(self.cords_of)

    def feed_of(self, pdu: int) -> str:
        """Return the feed of a PDU, empty where nobody said."""
        return self.fabric.devices[pdu].feed

    def pdu_loads(self, failed: str | None = None) -> dict[int, Load]:
        """Return what each PDU carries, with a feed failed what each that is left carries."""
        watts = dict.fromkeys(
            (pdu for pdu in self.pdus if failed is None or self.feed_of(pdu) != failed), 0.0
        )
        for device, cords in self.cords_of.items():
            left = [pdu for pdu, _ in cords if pdu in watts]
            for pdu in left:
                watts[pdu] += (self.fabric.devices[device].load_w or 0.0) / len(left)
        return {pdu: Load(load, self.fabric.devices[pdu].rating_w) for pdu, load in watts.items()}

    def feed_loads(self, failed: str | None = None) -> dict[str, Load]:
        """Return what each feed carries, with one failed what each that is left carries."""
        watts = dict.fromkeys((feed for feed in self.feeds if feed != failed), 0.0)
        for pdu, load in self.pdu_loads(failed).items():
            if (feed := self.feed_of(pdu)) in watts:
                watts[feed] += load.watts
        return {feed: Load(load, self.rules.feeds.get(feed)) for feed, load in watts.items()}

    def failure(self, feed: str) -> FeedFailure:
        """Return what is left when a feed fails."""
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
        """The failure that darkens most watts, of equal ones that which loads what is left most."""
        return max(self.failures, key=_badness, default=None)

    def by_feed(self, devices: Sequence[int]) -> dict[str, float]:
        """Return what some devices draw from each feed."""
        watts = dict.fromkeys(self.feeds, 0.0)
        for device in devices:
            cords = self.cords_of.get(device, ())
            for pdu, _ in cords:
                if (feed := self.feed_of(pdu)) in watts:
                    watts[feed] += (self.fabric.devices[device].load_w or 0.0) / len(cords)
        return watts

    def sharing(self) -> list[tuple[int, str, list[int]]]:
        """Return the devices whose cords share a feed against the rule: the feed, and their cords on it."""
        found = []
        for device, cords in sorted(self.cords_of.items()):
            on_feed: dict[str, list[int]] = defaultdict(list)
            for pdu, cord in cords:
                if feed := self.feed_of(pdu):
                    on_feed[feed].append(cord)
            found += [
                (device, feed, own) for feed, own in on_feed.items() if len(own) > most_on_feed(len(cords))
            ]
        return found


def most_on_feed(cords: int) -> int:
    """Return how many cords of a device one feed may have: half of them, rounded up."""
    return (cords + 1) // 2


def _badness(failure: FeedFailure) -> tuple[float, int, bool, float]:
    ratios = [
        one.watts / one.limit_w for one in (*failure.feeds.values(), *failure.pdus.values()) if one.limit_w
    ]
    watts = max((one.watts for one in failure.feeds.values()), default=0.0)
    return failure.dark_w, len(failure.dark), failure.is_over, max(ratios, default=watts / 1e12)
