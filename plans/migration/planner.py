"""From one placed network to another in steps, while what serves keeps a certified bisection.

A router that must move is drained first: it serves no more, and its cables count no more.
What serves is the network of the routers in service and the cables between them. Taking
cables out of one set of routers only narrows every cut and putting them in widens it, so a
batch needs two certificates: one when all its cables are out, one when its routers are back.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from netfloor.foundation.errors import InfeasibleError, setting
from netfloor.plans.cabling import Cabling, Link, Spot, link_key, name_key
from netfloor.plans.diff import diff_cablings
from netfloor.plans.migration.steps import Migration, Step, link_words, place_groups, renumbered

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


def plan_migration(
    old: Cabling, new: Cabling, ports: Mapping[str, int], share: float, certify: Certify
) -> Migration:
    """Return steps from one placed network to another.

    Batches are made as large as they may be, halved until the certificate holds.

    Parameters
    ----------
    old, new
        Routers of one name are one machine.
    ports
        Network ports that each router has.
    share
        Of the smaller of both bisections, which nothing on the way may undercut.
    certify
        A lower bound of the bisection, such as that of `structure.bisection_bound`.

    Raises
    ------
    InfeasibleError
        Where no next step keeps the share, naming the step.
    """
    return _Planner(old, new, ports, share, certify).run()


class _Planner:
    def __init__(
        self, old: Cabling, new: Cabling, ports: Mapping[str, int], share: float, certify: Certify
    ) -> None:
        self.old, self.new, self.ports, self.certify = old, new, ports, certify
        self.known: dict[tuple[frozenset[str], frozenset[Link]], int] = {}
        diff = diff_cablings(old, new)
        self.out = {one.link for one in diff.cables if one.touched and one.old is not None}
        put_in = {one.link for one in diff.cables if one.touched and one.new is not None}
        self.leaving = {one.name for one in diff.routers if one.old is not None}
        self.coming = {one.name for one in diff.routers if one.old is None}
        self.state = _State(dict(old.routers), frozenset(old.routers), set(old.cables), put_in)
        self.before = self.bound(frozenset(old.routers), frozenset(old.cables))
        self.after = self.bound(frozenset(new.routers), frozenset(new.cables))
        self.floor = math.ceil(share * min(self.before, self.after) - 1e-9)

    def run(self) -> Migration:
        """Do batch after batch until nothing is left to take out."""
        left = self._elements()
        size = max(len(left), 1)
        self.state = self._finished_batch(self._begun(self.state))
        while left:
            done, self.state = self._next_batch(left, size)
            gone = set(done)
            left = [element for element in left if element not in gone]
            size = max(2 * len(done), 1)
        self._serve(self.state, self._ready(self.state))
        return Migration(renumbered(self.state.steps), self.floor, self.before, self.after)

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
            {name: self.new.routers.get(name) for name in self.leaving},
            {self.old.routers[name]: name for name in self.leaving},
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

    def _free(self, element: _Element, left: list[_Element]) -> bool:
        """Return True if nobody else stands where routers are to go."""
        others = {name for one in left if one != element for name in one.routers}
        held = {self.state.spots[name] for name in others if name in self.state.spots}
        return not any(self.new.routers.get(name) in held for name in element.routers)

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
        self._record(
            state, "drain", [(name, "", "") for name in sorted(drained, key=name_key)], low, at_once=True
        )
        state.serving = serving
        state.plugged -= out
        rows = [(link_words(link), *_ends(self.old, link)) for link in sorted(out, key=link_key)]
        self._record(state, "unplug", rows, low)
        for group in groups:
            self._relocate(state, group, low)
        return state

    def _relocate(self, state: _State, group: tuple[str, ...], low: int) -> None:
        """Move routers whose places depend on each other; of a ring one is set aside first."""
        gone = [name for name in group if name not in self.new.routers]
        movers = [name for name in group if name in self.new.routers]
        for name in gone:
            self._record(state, "remove", [(name, _place(state.spots.pop(name)), "")], low)
        if movers and self.new.routers[movers[0]] in (state.spots.get(name) for name in movers[1:]):
            first = movers[0]
            self._record(state, "set aside", [(first, _place(state.spots.pop(first)), "")], low)
            movers = [*movers[1:], first]
        for name in movers:
            source, target = state.spots.pop(name, None), self.new.routers[name]
            if target in state.spots.values():
                raise AssertionError(f"{name} would go to an occupied place")
            state.spots[name] = target
            self._record(state, "move", [(name, _place(source), _place(target))], low)

    def _finished_batch(self, state: _State) -> _State:
        """Install who has a place now, plug what has its ports, and let serve who makes nothing worse."""
        level = self.bound(state.serving, state.plugged)
        held = set(state.spots.values())
        for name in sorted(self.coming - state.spots.keys(), key=name_key):
            if self.new.routers[name] not in held:
                state.spots[name] = self.new.routers[name]
                self._record(state, "install", [(name, "", _place(state.spots[name]))], level)
        used = Counter(name for link in state.plugged for name in link[:2])
        for link in sorted(state.waiting - state.plugged, key=link_key):
            if self._can_plug(state, link, used):
                state.plugged.add(link)
                state.waiting.discard(link)
                used.update(link[:2])
                self._record(state, "plug", [(link_words(link), *_ends(self.new, link))], level)
        self._serve_more(state)
        return state

    def _can_plug(self, state: _State, link: Link, used: Mapping[str, int]) -> bool:
        return all(
            name in state.spots
            and state.spots[name] == self.new.routers[name]
            and used.get(name, 0) < self.ports[name]
            for name in link[:2]
        )

    def _ready(self, state: _State) -> frozenset[str]:
        """Return who stands where he shall and does not serve."""
        return (
            frozenset(name for name, spot in state.spots.items() if self.new.routers.get(name) == spot)
            - state.serving
        )

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
            rows = [(name, "", "") for name in sorted(more, key=name_key)]
            self._record(state, "serve", rows, level, at_once=True)

    def _record(
        self,
        state: _State,
        action: str,
        rows: list[tuple[str, str, str]],
        level: int,
        *,
        at_once: bool = False,
    ) -> None:
        for index, row in enumerate(rows):
            state.number += 1 if index == 0 or not at_once else 0
            state.steps.append(Step(state.number, state.batch, action, *row, level))

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


def _ends(cabling: Cabling, link: Link) -> tuple[str, str]:
    one, other = cabling.cables[link].ends
    return _place(one), _place(other)


def _place(spot: Spot | None) -> str:
    return "" if spot is None else spot.text
