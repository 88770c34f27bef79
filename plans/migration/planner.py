"""From one placed network to another in steps, while what serves keeps a certified bisection.

A switch that must move is drained first: it serves no more, and its cables count no more.
What serves is the network of the switches in service and the cables between them; servers and
their cables are moved and exchanged with the others, and no certificate is of them. Taking
cables out of one set of switches only narrows every cut and putting them in widens it, so a
batch needs two certificates: one when all its cables are out, one when its switches are back.

A cable is plugged only into ports that no cable holds. One that stays laid and changes ports
alone is released from its old ports and plugged into the new ones when these are free.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from netfloor.foundation.errors import InfeasibleError, setting
from netfloor.plans.cabling import Cabling, Link, Spot, link_key, name_key
from netfloor.plans.diff import Alignment
from netfloor.plans.migration.steps import (
    Migration,
    Place,
    Port,
    Step,
    link_words,
    place_groups,
    ports_of,
    renumbered,
)

__all__ = ["Migration", "Step", "plan_migration"]

#: Returns links that every cut of a network in halves certainly has: its routers and its links.
Certify = Callable[[frozenset[str], frozenset[Link]], int]
#: Single elements that are tried before nothing is found.
_MOST_TRIED = 100


@dataclass(frozen=True)
class _Element:
    """What is taken out at once: routers whose places depend on each other, or one cable."""

    routers: tuple[str, ...] = ()
    cable: Link | None = None


@dataclass
class _State:
    """Where everything is at one moment."""

    spots: dict[str, Spot]
    serving: frozenset[str]
    plugged: set[Link]
    waiting: set[Link]
    number: int = 0
    batch: int = 0
    steps: list[Step] = field(default_factory=list)

    def copy(self) -> "_State":
        return replace(
            self,
            spots=dict(self.spots),
            plugged=set(self.plugged),
            waiting=set(self.waiting),
            steps=list(self.steps),
        )


def plan_migration(old: Alignment, new: Cabling, share: float, certify: Certify) -> Migration:
    """Return steps from one placed network to another.

    Batches are made as large as they may be, halved until the certificate holds.

    Parameters
    ----------
    old, new
        Devices of one name are one machine, see `align`; no port holds two cables in either.
    share
        Of the smaller of both bisections, which nothing on the way may undercut.
    certify
        A lower bound of the bisection, such as that of `structure.bisection.bound`.

    Raises
    ------
    InfeasibleError
        Where no next step keeps the share, naming the step.
    """
    return _Planner(old, new, share, certify).run()


class _Planner:
    def __init__(self, aligned: Alignment, new: Cabling, share: float, certify: Certify) -> None:
        old, self.own_names = aligned.cabling, aligned.names
        self.old, self.new, self.certify = old, new, certify
        self.known: dict[tuple[frozenset[str], frozenset[Link]], int] = {}
        self.servers = old.servers | new.servers
        there = {name: new.routers.get(name) for name in old.routers}
        self.leaving = {name for name, spot in there.items() if spot != old.routers[name]}
        self.coming = new.routers.keys() - old.routers.keys()
        both = old.cables.keys() & new.cables.keys()
        stays = {
            link
            for link in both
            if replace(old.cables[link], ports=new.cables[link].ports) == new.cables[link]
        }
        keeps = {link for link in stays if old.cables[link].ports == new.cables[link].ports}
        #: Cables that stay laid and change ports alone.
        self.replugged = stays - keeps
        self.out = old.cables.keys() - keeps
        switches = frozenset(old.routers.keys() - self.servers)
        self.state = _State(dict(old.routers), switches, set(old.cables), set(new.cables.keys() - keeps))
        self.before = self.bound(switches, old.cables)
        self.after = self.bound(frozenset(new.routers.keys() - self.servers), new.cables)
        self.floor = math.ceil(share * min(self.before, self.after) - 1e-9)

    def run(self) -> Migration:
        """Do batch after batch until nothing is left to take out."""
        left = self._elements()
        size = max(len(left), 1)
        self.state = self._begun(self.state)
        self._rename()
        self.state = self._finished_batch(self.state)
        while left:
            done, self.state = self._next_batch(left, size)
            gone = set(done)
            left = [element for element in left if element not in gone]
            size = max(2 * len(done), 1)
        self._serve(self.state, self._ready(self.state))
        return Migration(renumbered(self.state.steps), self.floor, self.before, self.after)

    def _rename(self) -> None:
        """Begin with the devices that stay and have another name in the new network."""
        rows = [
            _Row(f"{own} to {name}", _spot(self.old.routers[name]))
            for own, name in sorted(self.own_names.items(), key=lambda names: name_key(names[0]))
            if own != name and name in self.new.routers
        ]
        self._record(self.state, "rename", rows, self.before, at_once=True)

    def bound(self, serving: frozenset[str], plugged: Iterable[Link]) -> int:
        """Return the certified bisection of what serves; nothing is worked out where nothing is asked."""
        links = frozenset(link for link in plugged if link[0] in serving and link[1] in serving)
        key = (serving, links)
        if key not in self.known:
            self.known[key] = self.certify(serving, links)
        return self.known[key]

    def _elements(self) -> list[_Element]:
        """Return what must be taken out: routers in an order in which places become free, then cables."""
        groups = place_groups(
            {name: self._place_of(name, self.new.routers.get(name)) for name in self.leaving},
            {
                place: name
                for name in self.leaving
                if (place := self._place_of(name, self.old.routers[name]))
            },
        )
        of_movers = {link for link in self.out if self.leaving & {link[0], link[1]}}
        cables = sorted(self.out - of_movers, key=link_key)
        return [*map(_Element, groups), *(_Element(cable=cable) for cable in cables)]

    def _next_batch(self, left: list[_Element], size: int) -> tuple[list[_Element], _State]:
        """Return the largest batch that keeps the floor, of the first elements or of any one."""
        size = min(size, len(left))
        while size > 1:
            state = self._tried(left[:size])
            if state is not None:
                return left[:size], state
            size //= 2
        for element in left[:_MOST_TRIED]:
            state = self._tried([element]) if self._free(element, left) else None
            if state is not None:
                return [element], state
        raise InfeasibleError(self._refusal(left[0]))

    def _place_of(self, name: str, spot: Spot | None) -> Place | None:
        """Return the places that one device can hold; None for a server in a cabinet without units."""
        is_server = name in self.servers
        return None if spot is None or (is_server and not spot.position) else (is_server, spot)

    def _held(self, state: _State) -> set[Place]:
        places = (self._place_of(name, spot) for name, spot in state.spots.items())
        return {place for place in places if place is not None}

    def _free(self, element: _Element, left: list[_Element]) -> bool:
        """Return True if the places where devices are to go are free."""
        others = {name for one in left if one != element for name in one.routers}
        held = {self._place_of(name, self.state.spots.get(name)) for name in others} - {None}
        return not any(self._place_of(name, self.new.routers.get(name)) in held for name in element.routers)

    def _tried(self, elements: list[_Element]) -> _State | None:
        """Return the state after a batch, None where the floor is not kept."""
        for begin in (self._begun(self.state), self._all_serving()):
            if begin is None:
                continue
            state = self._taken_out(begin, elements)
            if state is not None:
                return self._finished_batch(state)
        return None

    def _begun(self, state: _State) -> _State:
        state = state.copy()
        state.batch += 1
        return state

    def _all_serving(self) -> _State | None:
        """Return the state with everybody in service who stands where he shall, if the floor is kept."""
        ready = self._ready(self.state)
        serving = self.state.serving | ready
        if not ready or self.bound(serving, self.state.plugged) < self.floor:
            return None
        state = self._begun(self.state)
        self._serve(state, ready)
        return state

    def _taken_out(self, state: _State, elements: list[_Element]) -> _State | None:
        """Return the state with routers drained and moved and all cables out, None below the floor."""
        groups = [element.routers for element in elements if element.routers]
        drained = frozenset(name for group in groups for name in group)
        serving = state.serving - drained
        out = {link for link in state.plugged & self.out if drained & {link[0], link[1]}}
        out |= {element.cable for element in elements if element.cable is not None}
        low = self.bound(serving, state.plugged - out)
        if low < self.floor:
            return None
        rows = [_Row(name) for name in sorted(drained - self.servers, key=name_key)]
        self._record(state, "drain", rows, low, at_once=True)
        state.serving = serving
        state.plugged -= out
        for link in sorted(out, key=link_key):
            action = "release" if link in self.replugged else "unplug"
            self._record(state, action, [_cable_row(self.old, link)], low)
        held = self._held(state)
        for group in groups:
            self._relocate(state, group, low, held)
        return state

    def _relocate(self, state: _State, group: tuple[str, ...], low: int, held: set[Place]) -> None:
        """Move devices whose places depend on each other; of a ring one is set aside first.

        ``held`` are the places that devices hold; it is kept up to date.
        """
        gone = [name for name in group if name not in self.new.routers]
        movers = [name for name in group if name in self.new.routers]
        for name in gone:
            self._record(state, "remove", [_Row(name, _spot(self._lifted(state, name, held)))], low)
        if movers and self.new.routers[movers[0]] in (state.spots.get(name) for name in movers[1:]):
            first = movers[0]
            self._record(state, "set aside", [_Row(first, _spot(self._lifted(state, first, held)))], low)
            movers = [*movers[1:], first]
        for name in movers:
            source, target = self._lifted(state, name, held), self.new.routers[name]
            place = self._place_of(name, target)
            if place is not None:
                if place in held:
                    raise AssertionError(f"{name} would go to an occupied place")
                held.add(place)
            state.spots[name] = target
            self._record(state, "move", [_Row(name, _spot(source), _spot(target))], low)

    def _lifted(self, state: _State, name: str, held: set[Place]) -> Spot | None:
        """Take a device out of its place, None if it has none, and return where it was."""
        spot = state.spots.pop(name, None)
        place = self._place_of(name, spot)
        if place is not None:
            held.discard(place)
        return spot

    def _finished_batch(self, state: _State) -> _State:
        """Install who has a place now, plug what has its ports, and let serve who makes nothing worse."""
        level = self.bound(state.serving, state.plugged)
        held = self._held(state)
        for name in sorted(self.coming - state.spots.keys(), key=name_key):
            if self._place_of(name, self.new.routers[name]) not in held:
                state.spots[name] = self.new.routers[name]
                self._record(state, "install", [_Row(name, target=_spot(state.spots[name]))], level)
        used = self._used(state)
        for link in sorted(state.waiting - state.plugged, key=link_key):
            if self._can_plug(state, link, used):
                state.plugged.add(link)
                state.waiting.discard(link)
                used.update(ports_of(self.new, link))
                action = "replug" if link in self.replugged else "plug"
                self._record(state, action, [_cable_row(self.new, link)], level)
        self._serve_more(state)
        return state

    def _used(self, state: _State) -> set[Port]:
        """Return the ports that cables hold: of old cables the old ones, of those put in again the new."""
        sides = (
            (link, self.old if link in state.waiting or link not in self.new.cables else self.new)
            for link in state.plugged
        )
        return {port for link, side in sides for port in ports_of(side, link)}

    def _can_plug(self, state: _State, link: Link, used: set[Port]) -> bool:
        at_home = all(state.spots.get(name) == self.new.routers[name] for name in link[:2])
        return at_home and used.isdisjoint(ports_of(self.new, link))

    def _ready(self, state: _State) -> frozenset[str]:
        """Return the switches that are where they shall be and do not serve."""
        at_home = (name for name, spot in state.spots.items() if self.new.routers.get(name) == spot)
        return frozenset(at_home) - state.serving - self.servers

    def _serve_more(self, state: _State) -> None:
        """Let all serve who are ready, or those with all their cables, or nobody: what is widest."""
        ready = self._ready(state)
        lacking = {name for link in state.waiting for name in link[:2]}
        choices = dict.fromkeys((ready, ready - lacking, frozenset[str]()))
        best = max(choices, key=lambda more: (self.bound(state.serving | more, state.plugged), len(more)))
        self._serve(state, best)

    def _serve(self, state: _State, more: frozenset[str]) -> None:
        if more:
            state.serving |= more
            level = self.bound(state.serving, state.plugged)
            rows = [_Row(name) for name in sorted(more, key=name_key)]
            self._record(state, "serve", rows, level, at_once=True)

    def _record(
        self,
        state: _State,
        action: str,
        rows: list["_Row"],
        level: int,
        *,
        at_once: bool = False,
    ) -> None:
        for index, row in enumerate(rows):
            state.number += 1 if index == 0 or not at_once else 0
            state.steps.append(Step(state.number, state.batch, action, certified_links=level, **vars(row)))

    def _refusal(self, element: _Element) -> str:
        state, drained = self.state, frozenset(element.routers)
        if element.cable is None:
            out = {link for link in state.plugged if drained & {link[0], link[1]}}
            what = f"moving {', '.join(sorted(drained, key=name_key))}"
        else:
            out, what = {element.cable}, f"unplugging {link_words(element.cable)}"
        low = self.bound(state.serving - drained, state.plugged - out)
        return (
            f"migration: no step {state.number + 1} was found that keeps the bisection: {what} leaves "
            f"{low} certified links of {self.floor} ({self.before} before, {self.after} after); lower "
            f"{setting('keep-bisection')}, or move less with {setting('weight-touched')}"
        )


@dataclass(frozen=True)
class _Row:
    """What a step says of itself, as `Step` has it."""

    item: str
    source: str = ""
    target: str = ""
    source_port: int | None = None
    target_port: int | None = None


def _cable_row(cabling: Cabling, link: Link) -> _Row:
    facts = cabling.cables[link]
    (near, far), (port, far_port) = facts.ends, facts.ports
    return _Row(link_words(link), _spot(near), _spot(far), port, far_port)


def _spot(spot: Spot | None) -> str:
    return "" if spot is None else spot.text
