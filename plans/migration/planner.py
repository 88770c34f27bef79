"""Plan a migration from one placed network to another in steps that keep a certified bisection.

A switch that must move is drained first: it leaves service and its cables no longer count. The bisection is
that of the switches in service and the cables between them; servers and their cables move too, but no
certificate covers them. Unplugging cables between a fixed set of switches only narrows cuts and plugging
them in widens cuts, so a batch needs two certificates: one with all its cables out, one with its switches
back.

A cable is plugged only into free ports. A cable that stays laid and only changes ports is released from its
old ports and plugged into the new ones once these are free.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from netfloor.fabric.fabric import SWITCH, Cable, Fabric, name_key
from netfloor.foundation.errors import InfeasibleError, setting
from netfloor.plans.alignment import Alignment, Place
from netfloor.plans.migration import steps
from netfloor.plans.migration.steps import Migration, Step, link_words, place_groups, renumbered

__all__ = ["Migration", "Step", "plan_migration"]

#: Returns a lower bound on the bisection, in links, of switches and cables given by their numbers in the
#: alignment.
Certify = Callable[[frozenset[int], frozenset[int]], int]
#: A device and the number of one of its ports.
Port = tuple[int, int]
#: Limit on single elements that are tried before the search gives up.
_MAX_TRIED = 100
#: Place of a removed device, as opposed to an unknown place.
_NOWHERE: Place = ("", -1, "")


@dataclass(frozen=True)
class _Element:
    """A unit of migration: devices whose places depend on each other, or one cable."""

    devices: tuple[int, ...] = ()
    cable: int | None = None


@dataclass
class _State:
    """The state of the migration after a step."""

    places: dict[int, Place | None]
    serving: frozenset[int]
    plugged: set[int]
    waiting: set[int]
    number: int = 0
    batch: int = 0
    steps: list[Step] = field(default_factory=list)

    def copy(self) -> "_State":
        return replace(
            self,
            places=dict(self.places),
            plugged=set(self.plugged),
            waiting=set(self.waiting),
            steps=list(self.steps),
        )


def plan_migration(aligned: Alignment, share: float, certify: Certify) -> Migration:
    """Return the steps from one placed network to another.

    Each batch is halved until the certificate covers it, so it may be smaller than the largest possible.

    Parameters
    ----------
    aligned
        Both networks; no port holds two cables in either.
    share
        Share of the smaller of both bisections that every step must keep.
    certify
        A lower bound on the bisection, such as that of `structure.bisection.bound`.

    Raises
    ------
    InfeasibleError
        If no next step keeps the share; the message names the step.
    """
    return _Planner(aligned, share, certify).run()


class _Planner:
    """The search for steps; devices and cables by their numbers in the alignment, sorted by name."""

    def __init__(self, aligned: Alignment, share: float, certify: Certify) -> None:
        self.aligned, self.certify = aligned, certify
        self.known: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self.old, self.new = (
            {
                device: places[side]
                for device, (pair, places) in enumerate(zip(aligned.devices, aligned.places, strict=True))
                if pair[side] is not None
            }
            for side in (0, 1)
        )
        self.leaving = {
            device for device, place in self.old.items() if self.new.get(device, _NOWHERE) != place
        }
        self.coming = self.new.keys() - self.old.keys()
        old_cables, new_cables = (
            {cable for cable, pair in enumerate(aligned.cables) if pair[side] is not None}
            for side in (0, 1)
        )
        stays = {cable for cable in old_cables & new_cables if self._is_laid_alike(cable)}
        keeps = {cable for cable in stays if self._ports(cable, 0) == self._ports(cable, 1)}
        #: Cables that stay laid and only change ports.
        self.replugged = stays - keeps
        self.out = old_cables - keeps
        switches = self._switches(self.old)
        self.state = _State(dict(self.old), switches, set(old_cables), new_cables - keeps)
        self.before = self.bound(switches, old_cables)
        self.after = self.bound(self._switches(self.new), new_cables)
        self.floor = math.ceil(share * min(self.before, self.after) - 1e-9)

    def _switches(self, devices: Iterable[int]) -> frozenset[int]:
        return frozenset(device for device in devices if self.aligned.kinds[device] == SWITCH)

    def _is_laid_alike(self, cable: int) -> bool:
        """Return whether only the ports of a cable differ between the fabrics."""
        old, new = self.aligned.old_facts(cable), self.aligned.new_facts(cable)
        return old is not None and new is not None and old._replace(ports=new.ports) == new

    def _side(self, side: int) -> Fabric:
        return (self.aligned.old, self.aligned.new)[side].fabric

    def _cable(self, cable: int, side: int) -> Cable:
        own = self.aligned.cables[cable][side]
        assert own is not None  # noqa: S101 - the caller knows that it is there
        return self._side(side).cables[own]

    def _ports(self, cable: int, side: int) -> tuple[Port, Port]:
        """Return the two ports of a cable."""
        own, (a, b) = self._cable(cable, side), self.aligned.ends[cable]
        return (a, own.a.port), (b, own.b.port)

    def run(self) -> Migration:
        """Run batches until no element is left."""
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
        """Begin with the devices that stay and get a new name."""
        names = self.aligned.names
        own_name = {
            device: self._side(0).devices[old].name
            for device, (old, new) in enumerate(self.aligned.devices)
            if old is not None and new is not None
        }
        rows = [
            _Row(f"{own} to {names[device]}", self._place_text(device, 0))
            for device, own in sorted(own_name.items(), key=lambda item: name_key(item[1]))
            if own != names[device]
        ]
        self._record(self.state, "rename", rows, self.before, at_once=True)

    def bound(self, serving: frozenset[int], plugged: Iterable[int]) -> int:
        """Return the certified bisection of the switches in service; results are cached."""
        ends = self.aligned.ends
        links = frozenset(cable for cable in plugged if serving.issuperset(ends[cable]))
        key = (serving, links)
        if key not in self.known:
            self.known[key] = self.certify(serving, links)
        return self.known[key]

    def _elements(self) -> list[_Element]:
        """Return the elements to take out: devices in an order that frees places, then cables."""
        groups = place_groups(
            {device: self._alone(device, self.new.get(device)) for device in self.leaving},
            {
                place: device
                for device in self.leaving
                if (place := self._alone(device, self.old[device])) is not None
            },
        )
        cables = sorted(cable for cable in self.out if self.leaving.isdisjoint(self.aligned.ends[cable]))
        return [*map(_Element, groups), *(_Element(cable=cable) for cable in cables)]

    def _next_batch(self, left: list[_Element], size: int) -> tuple[list[_Element], _State]:
        """Return the next elements to change and the state after them.

        The batch is a start of the list, halved until it keeps the required links up, or else one element.
        """
        size = min(size, len(left))
        while size > 1:
            state = self._tried(left[:size])
            if state is not None:
                return left[:size], state
            size //= 2
        for element in left[:_MAX_TRIED]:
            state = self._tried([element]) if self._free(element, left) else None
            if state is not None:
                return [element], state
        raise InfeasibleError(self._refusal(left[0]))

    def _alone(self, device: int, place: Place | None) -> steps.Place | None:
        """Return a place that holds only one device; None for a server in a cabinet without units."""
        is_switch = self.aligned.kinds[device] == SWITCH
        return None if place is None or not (is_switch or place[1]) else (is_switch, place)

    def _held(self, state: _State) -> set[steps.Place]:
        places = (self._alone(device, place) for device, place in state.places.items())
        return {place for place in places if place is not None}

    def _free(self, element: _Element, left: list[_Element]) -> bool:
        """Return whether the target places of an element's devices are free."""
        others = {device for item in left if item != element for device in item.devices}
        held = {self._alone(device, self.state.places.get(device)) for device in others} - {None}
        return not any(self._alone(device, self.new.get(device)) in held for device in element.devices)

    def _tried(self, elements: list[_Element]) -> _State | None:
        """Return the state after a batch, None if it breaks the floor."""
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
        """Return the state with all switches at their final place in service, None below the floor."""
        ready = self._ready(self.state)
        serving = self.state.serving | ready
        if not ready or self.bound(serving, self.state.plugged) < self.floor:
            return None
        state = self._begun(self.state)
        self._serve(state, ready)
        return state

    def _taken_out(self, state: _State, elements: list[_Element]) -> _State | None:
        """Return the state with devices drained and moved and all cables out, None below the floor."""
        groups = [element.devices for element in elements if element.devices]
        drained = frozenset(device for group in groups for device in group)
        serving, ends = state.serving - drained, self.aligned.ends
        out = {cable for cable in state.plugged & self.out if not drained.isdisjoint(ends[cable])}
        out |= {element.cable for element in elements if element.cable is not None}
        low = self.bound(serving, state.plugged - out)
        if low < self.floor:
            return None
        rows = [_Row(self.aligned.names[device]) for device in sorted(self._switches(drained))]
        self._record(state, "drain", rows, low, at_once=True)
        state.serving = serving
        state.plugged -= out
        for cable in sorted(out):
            action = "release" if cable in self.replugged else "unplug"
            self._record(state, action, [self._cable_row(cable, 0)], low)
        held = self._held(state)
        for group in groups:
            self._relocate(state, group, low, held)
        return state

    def _relocate(self, state: _State, group: tuple[int, ...], low: int, held: set[steps.Place]) -> None:
        """Move devices whose places depend on each other; break a ring by setting one device aside.

        ``held`` is the set of occupied places; it is kept up to date.
        """
        names, aside = self.aligned.names, None
        gone = [device for device in group if device not in self.new]
        movers = [device for device in group if device in self.new]
        for device in gone:
            self._lift(state, device, held)
            self._record(state, "remove", [_Row(names[device], self._place_text(device, 0))], low)
        if self._is_ring(state, movers):
            aside = movers[0]
            self._lift(state, aside, held)
            self._record(state, "set aside", [_Row(names[aside], self._place_text(aside, 0))], low)
            movers = [*movers[1:], aside]
        for device in movers:
            self._lift(state, device, held)
            place = self._alone(device, self.new[device])
            if place is not None:
                if place in held:
                    raise AssertionError(f"{names[device]} would go to an occupied place")
                held.add(place)
            state.places[device] = self.new[device]
            source = "" if device == aside else self._place_text(device, 0)
            self._record(state, "move", [_Row(names[device], source, self._place_text(device, 1))], low)

    def _is_ring(self, state: _State, movers: list[int]) -> bool:
        """Return whether the target of the first device is occupied by another one of them."""
        if not movers:
            return False
        target = self._alone(movers[0], self.new[movers[0]])
        held = (self._alone(device, state.places.get(device)) for device in movers[1:])
        return target is not None and target in held

    def _lift(self, state: _State, device: int, held: set[steps.Place]) -> None:
        """Take a device out of its place, if it has one."""
        place = self._alone(device, state.places.pop(device, None))
        if place is not None:
            held.discard(place)

    def _finished_batch(self, state: _State) -> _State:
        """Install devices with free places, plug cables with free ports, put switches into service."""
        level = self.bound(state.serving, state.plugged)
        held = self._held(state)
        for device in sorted(self.coming - state.places.keys()):
            if self._alone(device, self.new[device]) not in held:
                state.places[device] = self.new[device]
                row = _Row(self.aligned.names[device], target=self._place_text(device, 1))
                self._record(state, "install", [row], level)
        used = self._used(state)
        for cable in sorted(state.waiting - state.plugged):
            if self._can_plug(state, cable, used):
                state.plugged.add(cable)
                state.waiting.discard(cable)
                used.update(self._ports(cable, 1))
                action = "replug" if cable in self.replugged else "plug"
                self._record(state, action, [self._cable_row(cable, 1)], level)
        self._serve_more(state)
        return state

    def _used(self, state: _State) -> set[Port]:
        """Return the occupied ports: old ones of old cables, new ones of cables plugged again."""
        return {
            port
            for cable in state.plugged
            for port in self._ports(cable, int(self._is_as_new(state, cable)))
        }

    def _is_as_new(self, state: _State, cable: int) -> bool:
        """Return whether a plugged cable is in its new ports."""
        return cable not in state.waiting and self.aligned.cables[cable][1] is not None

    def _can_plug(self, state: _State, cable: int, used: set[Port]) -> bool:
        at_home = all(self._is_at_home(state, device) for device in self.aligned.ends[cable])
        return at_home and used.isdisjoint(self._ports(cable, 1))

    def _is_at_home(self, state: _State, device: int) -> bool:
        there = state.places.get(device, _NOWHERE)
        return there is not _NOWHERE and self.new.get(device, _NOWHERE) == there

    def _ready(self, state: _State) -> frozenset[int]:
        """Return the switches that are at their final place but out of service."""
        at_home = (device for device in state.places if self._is_at_home(state, device))
        return self._switches(at_home) - state.serving

    def _serve_more(self, state: _State) -> None:
        """Put into service all ready switches, those with all their cables, or none: the widest choice."""
        ready = self._ready(state)
        lacking = {device for cable in state.waiting for device in self.aligned.ends[cable]}
        choices = dict.fromkeys((ready, ready - lacking, frozenset[int]()))
        best = max(choices, key=lambda more: (self.bound(state.serving | more, state.plugged), len(more)))
        self._serve(state, best)

    def _serve(self, state: _State, more: frozenset[int]) -> None:
        if more:
            state.serving |= more
            level = self.bound(state.serving, state.plugged)
            rows = [_Row(self.aligned.names[device]) for device in sorted(more)]
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
        state, drained = self.state, frozenset(element.devices)
        if element.cable is None:
            out = {cable for cable in state.plugged if not drained.isdisjoint(self.aligned.ends[cable])}
            what = f"moving {', '.join(self.aligned.names[device] for device in sorted(drained))}"
        else:
            out, what = {element.cable}, f"unplugging {link_words(self.aligned.link(element.cable))}"
        low = self.bound(state.serving - drained, state.plugged - out)
        return (
            f"migration: no step {state.number + 1} keeps the bisection: {what} leaves "
            f"{low} certified links of {self.floor} ({self.before} before, {self.after} after); lower "
            f"{setting('keep-bisection')}, or move less with {setting('weight-touched')}"
        )

    def _cable_row(self, cable: int, side: int) -> "_Row":
        """Return the row of a cable in the old fabric (0) or in the new one (1)."""
        own, (a, b) = self._cable(cable, side), self.aligned.ends[cable]
        places = self._place_text(a, side), self._place_text(b, side)
        return _Row(link_words(self.aligned.link(cable)), *places, own.a.port, own.b.port)

    def _place_text(self, device: int, side: int) -> str:
        """Return the place of a device in the old fabric (0) or in the new one (1)."""
        own = self.aligned.devices[device][side]
        return "" if own is None else self._side(side).whereabouts(own)


@dataclass(frozen=True)
class _Row:
    """The description of a step, with the fields of `Step`."""

    item: str
    source: str = ""
    target: str = ""
    source_port: int | None = None
    target_port: int | None = None
