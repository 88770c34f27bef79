"""What differs between two placed networks, router by router and cable by cable."""

from collections import Counter
from dataclasses import dataclass

from netfloor.plans.by_names import router_names
from netfloor.plans.cabling import CableFacts, Cabling, Link, Spot, link_key, name_key
from netfloor.plans.plan import Plan

#: What can happen to a cable. One that stays can be several of the last four at once.
KINDS = ("added", "removed", "moved", "relengthed", "retyped", "replugged")
#: The kinds for which a cable must be taken in hand. A port's number alone is not counted: an
#: installer may leave the plug where it is.
TOUCHING = frozenset(KINDS) - {"replugged"}


@dataclass(frozen=True)
class RouterChange:
    """A router that comes (``old`` is None), goes (``new`` is None) or moves."""

    name: str
    old: Spot | None
    new: Spot | None


@dataclass(frozen=True)
class CableChange:
    """A cable that comes (``old`` is None), goes (``new`` is None) or changes."""

    link: Link
    old: CableFacts | None
    new: CableFacts | None

    @property
    def kinds(self) -> tuple[str, ...]:
        """What happens to it, in the order of `KINDS`."""
        if self.old is None:
            return ("added",)
        if self.new is None:
            return ("removed",)
        found = {
            "moved": self.old.ends != self.new.ends,
            "relengthed": self.old.length_mm != self.new.length_mm,
            "retyped": _retyped(self.old, self.new),
            "replugged": self.old.ports != self.new.ports,
        }
        return tuple(kind for kind, so in found.items() if so)

    @property
    def touched(self) -> bool:
        """True if somebody must take the cable in hand."""
        return not TOUCHING.isdisjoint(self.kinds)

    @property
    def reusable(self) -> bool:
        """True if the same article serves before and after."""
        return self.old is not None and self.new is not None and _article(self.old) == _article(self.new)


def _article(facts: CableFacts) -> tuple[str, str, int, float]:
    return facts.part, facts.medium, facts.ordered_mm, facts.gbps


def _retyped(old: CableFacts, new: CableFacts) -> bool:
    """Return True for another part, medium or rate; for another article or price of one length too."""
    if (old.part, old.medium, old.gbps) != (new.part, new.medium, new.gbps):
        return True
    bought = (old.ordered_mm, old.price_cents) != (new.ordered_mm, new.price_cents)
    return bought and old.length_mm == new.length_mm


@dataclass(frozen=True)
class PlanDiff:
    """Everything that differs, sorted by name."""

    routers: tuple[RouterChange, ...]
    cables: tuple[CableChange, ...]

    @property
    def is_empty(self) -> bool:
        """True if nothing differs."""
        return not (self.routers or self.cables)

    @property
    def touched(self) -> int:
        """Cables that somebody must take in hand, each counted once."""
        return sum(change.touched for change in self.cables)

    def of_kind(self, kind: str) -> tuple[CableChange, ...]:
        """Return the cables to which something of `KINDS` happens."""
        return tuple(change for change in self.cables if kind in change.kinds)


@dataclass(frozen=True)
class UnlikeNetworks:
    """Two networks of which neither grew out of the other: what stays of one is chance.

    ``shared`` links, of the ``links`` of the smaller network, join two switches of the same names in both.
    """

    shared: int
    links: int


def unlike_networks(old: Plan, new: Plan) -> UnlikeNetworks | None:
    """Return how little two networks share; None where half of the smaller one's links are in both."""
    first, second = _links_by_name(old), _links_by_name(new)
    shared, links = (first & second).total(), min(first.total(), second.total())
    return UnlikeNetworks(shared, links) if 2 * shared < links else None


def _links_by_name(plan: Plan) -> Counter[frozenset[str]]:
    """Return the links by the names of the switches that they join, parallel ones counted."""
    names, topology = router_names(plan), plan.topology
    pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    return Counter({frozenset((names[u], names[v])): count for (u, v), count in pairs})


def diff_cablings(old: Cabling, new: Cabling) -> PlanDiff:
    """Return what leads from one placed network to another, routers matched by name."""
    return PlanDiff(
        tuple(
            RouterChange(name, old.routers.get(name), new.routers.get(name))
            for name in sorted({*old.routers, *new.routers}, key=name_key)
            if old.routers.get(name) != new.routers.get(name)
        ),
        tuple(
            CableChange(link, old.cables.get(link), new.cables.get(link))
            for link in sorted({*old.cables, *new.cables}, key=link_key)
            if old.cables.get(link) != new.cables.get(link)
        ),
    )
