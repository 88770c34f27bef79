"""What differs between two placed networks, device by device and cable by cable.

One account of what stays, moves, comes and goes: ``grow`` and ``diff`` both print it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from netfloor.plans.by_names import router_names
from netfloor.plans.cabling import CableFacts, Cabling, Link, Spot, link_key, name_key
from netfloor.plans.plan import Plan

#: What can happen to a cable. One that stays can be several of the last four at once.
KINDS = ("added", "removed", "moved", "relengthed", "retyped", "replugged")
#: The kinds for which a cable must be taken in hand. A port's number alone is not counted: an
#: installer may leave the plug where it is.
TOUCHING = frozenset(KINDS) - {"replugged"}

#: Name of a server, its switches, where it is.
_Server = tuple[str, tuple[str, ...], Spot]
_Item = TypeVar("_Item")
_What = TypeVar("_What")


@dataclass(frozen=True)
class DeviceChange:
    """A switch or server that comes (``old`` is None), goes (``new`` is None), moves or is renamed."""

    name: str
    old: Spot | None
    new: Spot | None
    old_name: str
    is_server: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """What happens to it: added, removed, or moved, renamed or both."""
        if self.old is None:
            return ("added",)
        if self.new is None:
            return ("removed",)
        found = {"moved": self.old != self.new, "renamed": self.name != self.old_name}
        return tuple(kind for kind, so in found.items() if so)


@dataclass(frozen=True)
class CableChange:
    """A cable that comes (``old`` is None), goes (``new`` is None) or changes.

    ``link`` is the same before and after, see `Alignment`; ``old_link`` names its ends as the old network
    does, in the same order.
    """

    link: Link
    old: CableFacts | None
    new: CableFacts | None
    old_link: Link | None = None
    is_to_server: bool = False

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
    def shown(self) -> Link:
        """What it is called: by the new network, or by the old one where it goes."""
        return self.old_link if self.new is None and self.old_link is not None else self.link

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
    """Return True for another part, medium or rate; for another article of one length too."""
    if (old.part, old.medium, old.gbps) != (new.part, new.medium, new.gbps):
        return True
    return old.ordered_mm != new.ordered_mm and old.length_mm == new.length_mm


@dataclass(frozen=True)
class Alignment:
    """An old network by the names of the new one: what is the same device or cable has one name.

    Attributes
    ----------
    cabling
        The old network by these names; a device that goes keeps its own, with ``old`` before it where the
        new network has another device of that name.
    names, links
        The name of each old device and the link of each old cable in it.
    """

    cabling: Cabling
    names: Mapping[str, str]
    links: Mapping[Link, Link]


@dataclass(frozen=True)
class PlanDiff:
    """Everything that differs, sorted by name.

    ``same`` counts what is in both and does not differ: switches, servers, cables between switches, cables
    to servers.
    """

    devices: tuple[DeviceChange, ...]
    cables: tuple[CableChange, ...]
    same: tuple[int, int, int, int] = (0, 0, 0, 0)
    links: Mapping[Link, Link] = field(default_factory=dict, compare=False)

    @property
    def is_empty(self) -> bool:
        """True if nothing differs."""
        return not (self.devices or self.cables)

    @property
    def touched(self) -> int:
        """Cables that somebody must take in hand, each counted once."""
        return sum(change.touched for change in self.cables)

    def of_kind(self, kind: str) -> tuple[CableChange, ...]:
        """Return the cables to which something of `KINDS` happens."""
        return tuple(change for change in self.cables if kind in change.kinds)

    def of_devices(self, *, servers: bool) -> list[DeviceChange]:
        """Return the servers that change, or the switches."""
        return [one for one in self.devices if one.is_server == servers]

    @property
    def account(self) -> dict[str, dict[str, int]]:
        """What stays, changes, comes and goes, by class.

        In each class stay + moved (of cables: changed) + removed are all of the old network, with added
        for removed all of the new one. A renamed device stays or moves too; a cable in another port stays.
        """
        switches, servers, between, to_servers = self.same
        return {
            "switches": _device_counts(self.of_devices(servers=False), switches),
            "servers": _device_counts(self.of_devices(servers=True), servers),
            "cables_between_switches": _cable_counts(
                [one for one in self.cables if not one.is_to_server], between
            ),
            "cables_to_servers": _cable_counts(
                [one for one in self.cables if one.is_to_server], to_servers
            ),
        }


def _device_counts(changes: list[DeviceChange], same: int) -> dict[str, int]:
    counts = Counter(kind for one in changes for kind in one.kinds)
    stay = same + sum(one.kinds == ("renamed",) for one in changes)
    return {"stay": stay} | {kind: counts[kind] for kind in ("moved", "renamed", "added", "removed")}


def _cable_counts(changes: list[CableChange], same: int) -> dict[str, int]:
    counts = Counter(kind for one in changes for kind in one.kinds)
    both = [one.touched for one in changes if one.old is not None and one.new is not None]
    return {"stay": same + both.count(False), "changed": both.count(True)} | {
        kind: counts[kind] for kind in KINDS
    }


@dataclass(frozen=True)
class UnlikeNetworks:
    """Two networks of which neither grew out of the other: what stays of one is chance.

    ``shared`` links, of the ``links`` of the smaller network, join two switches of the same names in both.
    """

    shared: int
    links: int


def unlike_networks(
    old: Plan, new: Plan, switches: Mapping[str, str] | None = None
) -> UnlikeNetworks | None:
    """Return how little two networks share; None where half of the smaller one's links are in both.

    ``switches``: the new name of each old one, None where they are of one name.
    """
    first, second = _links_by_name(old, switches), _links_by_name(new)
    shared, links = (first & second).total(), min(first.total(), second.total())
    return UnlikeNetworks(shared, links) if 2 * shared < links else None


def _links_by_name(
    plan: Plan, switches: Mapping[str, str] | None = None
) -> Counter[frozenset[tuple[bool, str]]]:
    """Return the links by the names of the switches that they join, parallel ones counted.

    A switch without a new name goes; no new switch is matched to it by name.
    """
    own, topology = router_names(plan), plan.topology
    names = [
        (True, name) if switches is None else (name in switches, switches.get(name, name)) for name in own
    ]
    pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    return Counter({frozenset((names[u], names[v])): count for (u, v), count in pairs})


def diff_cablings(old: Cabling, new: Cabling, switches: Mapping[str, str] | None = None) -> PlanDiff:
    """Return the changes from one placed network to another; `align` says which devices are the same."""
    aligned = align(old, new, switches)
    return diff_aligned(aligned, with_laid_parts(aligned, new))


def with_laid_parts(aligned: Alignment, new: Cabling) -> Cabling:
    """Return a new network whose cables keep the parts that are laid, where these serve as well.

    A larger order may choose another part for a cable that nothing else changes, as quantity prices, packs
    and pieces in stock are used up otherwise: the cable that is there stays.
    """
    cables = {}
    for link, facts in new.cables.items():
        then = aligned.cabling.cables.get(link)
        serves = then is not None and facts.chosen_by and facts.chosen_by == then.chosen_by
        if then is not None and serves and _way(facts) == _way(then):
            cables[link] = replace(then, ports=facts.ports)
        else:
            cables[link] = facts
    return replace(new, cables=cables)


def _way(facts: CableFacts) -> tuple[object, ...]:
    return facts.ends, facts.length_mm, facts.gbps


def diff_aligned(aligned: Alignment, new: Cabling) -> PlanDiff:
    """Return the changes from an old network, under the new one's names, to the new one."""
    old, own_name = aligned.cabling, {name: own for own, name in aligned.names.items()}
    own_link = {link: own for own, link in aligned.links.items()}
    devices, same = [], Counter[bool]()
    for name in sorted({*old.routers, *new.routers}, key=name_key):
        before, after = old.routers.get(name), new.routers.get(name)
        old_name, is_server = own_name.get(name, name), name in new.servers or name in old.servers
        if before == after and old_name == name:
            same[is_server] += 1
        else:
            shown = old_name if after is None else name
            devices.append(DeviceChange(shown, before, after, old_name, is_server))
    cables, same_cables = [], Counter[bool]()
    for link in sorted({*old.cables, *new.cables}, key=link_key):
        facts, then = old.cables.get(link), new.cables.get(link)
        is_to_server = not (new if facts is None else old).is_between_switches(link)
        if facts == then:
            same_cables[is_to_server] += 1
            continue
        old_link = None if facts is None else _named(link, own_link[link], own_name)
        cables.append(CableChange(link, facts, then, old_link, is_to_server))
    counts = (same[False], same[True], same_cables[False], same_cables[True])
    return PlanDiff(tuple(devices), tuple(cables), counts, aligned.links)


def _named(link: Link, own: Link, own_name: Mapping[str, str]) -> Link:
    """Return an old cable's link by its own names, its ends in the order of the new ones."""
    return own_name[link[0]], own_name[link[1]], own[2]


def align(old: Cabling, new: Cabling, switches: Mapping[str, str] | None = None) -> Alignment:
    """Return an old network by the names of the new one.

    Switches of one name are one, unless ``switches`` says which new name each old one has. So are servers
    with names of their own. Servers that are only counted are all alike: as many as can stay where they
    are, at the same switch if possible; those left are the same ones in another place, in the order of
    their names. Parallel cables are paired so that as few as possible change.
    """
    if switches is None:
        switches = {name: name for name in (old.routers.keys() - old.servers) & new.routers.keys()}
    names = dict(switches) | _same_servers(old, new, switches)
    taken = {*new.routers}
    for name in sorted(old.routers.keys() - names.keys(), key=name_key):
        free = name
        while free in taken:
            free = f"old {free}"
        taken.add(free)
        names[name] = free
    links = _same_cables(old, new, names)
    cables = {link: _ordered(old.cables[own], own, link, names) for own, link in links.items()}
    spots = {names[name]: spot for name, spot in old.routers.items()}
    servers = frozenset(names[name] for name in old.servers)
    return Alignment(Cabling(spots, cables, servers, old.counted), names, links)


def _ordered(facts: CableFacts, own: Link, link: Link, names: Mapping[str, str]) -> CableFacts:
    if names[own[0]] == link[0]:
        return facts
    return replace(facts, ends=facts.ends[::-1], ports=facts.ports[::-1])


def _same_servers(old: Cabling, new: Cabling, switches: Mapping[str, str]) -> dict[str, str]:
    """Return the new name of each old server that is in the new network too."""
    if not (old.counted and new.counted):
        return {name: name for name in old.servers & new.servers}
    before, after = (
        {name: (name, homes[name], side.routers[name]) for name in sorted(side.servers, key=name_key)}
        for side, homes in ((old, _homes(old, switches)), (new, _homes(new, None)))
    )
    keys: tuple[Callable[[_Server], Hashable], ...] = (
        lambda one: one,
        lambda one: one[1:],
        lambda one: one[2],
        lambda one: one[:2],
        lambda one: one[1],
        lambda _: None,
    )
    return _paired(before, after, keys)


def _homes(cabling: Cabling, switches: Mapping[str, str] | None) -> dict[str, tuple[str, ...]]:
    """Return the switches of each server, by their new names; empty for a switch that goes."""
    homes: dict[str, list[str]] = {name: [] for name in cabling.servers}
    for a, b, _ in cabling.cables:
        for server, switch in ((a, b), (b, a)):
            if server in homes:
                homes[server].append(switch if switches is None else switches.get(switch, ""))
    return {name: tuple(sorted(ends)) for name, ends in homes.items()}


def _paired(
    old: Mapping[_Item, _What], new: Mapping[_Item, _What], keys: Iterable[Callable[[_What], Hashable]]
) -> dict[_Item, _Item]:
    """Return pairs that have the first of the keys in common, of the rest the second, and so on."""
    found: dict[_Item, _Item] = {}
    left, free = dict(old), dict(new)
    for key in keys:
        waiting: dict[Hashable, list[_Item]] = defaultdict(list)
        for item, what in reversed(free.items()):
            waiting[key(what)].append(item)
        for item, what in list(left.items()):
            if same := waiting.get(key(what)):
                found[item] = same.pop()
                del left[item], free[found[item]]
    return found


#: By what parallel cables are the same one: everything, all but ports, places and rate, nothing.
_CABLE_KEYS: tuple[Callable[[CableFacts], Hashable], ...] = (
    lambda facts: facts,
    lambda facts: replace(facts, ports=(0, 0)),
    lambda facts: (facts.ends, facts.gbps),
    lambda _: None,
)


def _same_cables(old: Cabling, new: Cabling, names: Mapping[str, str]) -> dict[Link, Link]:
    """Return the link of each old cable by the new names: that of the new cable that it is."""
    before, after = defaultdict(list), defaultdict(list)
    for link in sorted(old.cables, key=link_key):
        a, b = sorted((names[link[0]], names[link[1]]), key=name_key)
        before[a, b].append(link)
    for link in sorted(new.cables, key=link_key):
        after[link[0], link[1]].append(link)
    found: dict[Link, Link] = {}
    for (a, b), mine in before.items():
        theirs = after.get((a, b), [])
        if len(mine) == len(theirs) == 1:
            found[mine[0]] = theirs[0]
            continue
        facts = {own: _ordered(old.cables[own], own, (a, b, 1), names) for own in mine}
        pairs = _paired(facts, {link: new.cables[link] for link in theirs}, _CABLE_KEYS)
        more = [own for own in mine if own not in pairs]
        last = max((link[2] for link in theirs), default=0)
        found |= pairs | {own: (a, b, last + turn) for turn, own in enumerate(more, start=1)}
    return found
