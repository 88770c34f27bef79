"""Comparison of a dump with a plan: correct cables, faulty cables and the steps that fix them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from netfloor.exchange.built.devices import SameDevices
from netfloor.exchange.built.labels import planned_kinds, with_planned_ports
from netfloor.exchange.built.mending import Ends, MendingStep, Partners, Port, partners, steps_of
from netfloor.exchange.tables.problems import shortened
from netfloor.fabric.fabric import PANEL, PDU, SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Kinds of fault, in report order.
SWAPPED, MISCABLED, OTHER_PORT, MISSING, EXTRA = "swapped", "miscabled", "other port", "missing", "extra"
ONE_END, OTHER_LENGTH = "one end only", "other length"
PROBLEMS = {
    SWAPPED: "two cables with one end each exchanged",
    MISCABLED: "one end right, the other one wrong",
    OTHER_PORT: "between the right devices, at other ports",
    MISSING: "planned, not found",
    EXTRA: "found, not planned",
    ONE_END: "as planned, but one of its two devices does not report it: check the link",
    OTHER_LENGTH: "at the right ports, but the file gives another length than the plan: check the cable",
}


@dataclass(frozen=True)
class CableProblem:
    """A cable that differs from the plan: indices into `Built.wanted` and `Built.found`, or None."""

    kind: str
    wanted: int | None
    found: int | None


@dataclass(frozen=True, eq=False)
class Built:
    """The comparison of the built fabric with the plan.

    Attributes
    ----------
    plan
        The plan's devices come first in the numbering, followed by the dump's devices that the
        plan lacks (``unknown``).
    wanted, found
        Both ends of every compared cable.
    cables
        The plan's cable for each entry of ``wanted``.
    missing
        Planned devices that have cables in the plan but none in the dump.
    any_port
        Whether a cable may use other ports of its devices.
    unstated
        Found ends at switches without a port number in the file, with the file's port name or ''.
    counted
        Found ends at servers with several ports, without a port number in the file.
    one_end
        Found cables that only one of the two devices reports.
    found_mm
        Length of each found cable in the file, None if missing.
    found_names
        The file's port names, for a plan with its own port names.
    """

    plan: Fabric
    unknown: tuple[Device, ...]
    wanted: tuple[Ends, ...]
    found: tuple[Ends, ...]
    cables: tuple[Cable, ...]
    missing: tuple[int, ...]
    any_port: bool
    notes: tuple[str, ...]
    unstated: Mapping[Port, str] = field(default_factory=dict)
    counted: int = 0
    one_end: frozenset[int] = frozenset()
    found_mm: tuple[int | None, ...] = ()
    found_names: Mapping[Port, str] = field(default_factory=dict)

    @cached_property
    def pairs(self) -> list[Partners]:
        """The pairing of found cables with the wanted cables that they are or become."""
        return partners(self.wanted, self.found, any_port=self.any_port)

    @cached_property
    def steps(self) -> list[MendingStep]:
        """The minimum number of steps that fix everything."""
        return steps_of(self.wanted, self.found, self.pairs, any_port=self.any_port)

    @cached_property
    def problems(self) -> list[CableProblem]:
        """Every known deviation of a cable, tolerated ones included."""
        moves = {step.wanted: step for step in self.steps if step.action == "move"}
        exchanged = {(step.taken, step.put) for step in moves.values()}
        stays = {w for w, f in self.pairs if w is not None and f in self.one_end and w not in moves}
        results = []
        for w, f in self.pairs:
            if w is None or f is None:
                results.append(CableProblem(EXTRA if w is None else MISSING, w, f))
            elif w in stays:
                results.append(CableProblem(ONE_END, w, f))
            elif (w, f) in self.other_length:
                results.append(CableProblem(OTHER_LENGTH, w, f))
            elif set(self.wanted[w]) != set(self.found[f]):
                step = moves.get(w)
                if _devices(self.wanted[w]) == _devices(self.found[f]):
                    if self.unstated.keys() & set(self.found[f]):
                        continue
                    kind = OTHER_PORT
                elif step is not None and (step.put, step.taken) in exchanged:
                    kind = SWAPPED
                else:
                    kind = MISCABLED
                results.append(CableProblem(kind, w, f))
        return results

    @cached_property
    def other_length(self) -> frozenset[Partners]:
        """Cables at their planned ports whose length in the file differs from the ordered length.

        Without an order, the plan gives only a minimum length. Files round to centimetres.
        """
        different = set()
        for w, f in self.pairs:
            if w is None or f is None or set(self.wanted[w]) != set(self.found[f]):
                continue
            planned, given = self.cables[w], self.found_mm[f] if self.found_mm else None
            if given is None or planned.bought_mm is None:
                continue
            longer = given - planned.bought_mm
            if longer <= -_ROUNDED_MM or (planned.ordered_mm is not None and longer >= _ROUNDED_MM):
                different.add((w, f))
        return frozenset(different)

    @cached_property
    def port_names(self) -> dict[Port, str]:
        """The names of planned ports that have one, such as ``management``."""
        ends = (end for cable in self.cables for end in cable.ends)
        return {(end.device, end.port): end.port_name for end in ends if end.port_name}

    @property
    def right(self) -> int:
        """Number of planned cables that are correct or tolerated, and fully reported."""
        wrong = {step.wanted for step in self.steps} | {w for w, f in self.pairs if f in self.one_end}
        return len(self.wanted) - len(wrong - {None})

    @property
    def ok(self) -> bool:
        """True if nothing needs fixing and every device of the file is known."""
        return not self.steps and not self.missing and not self.one_end and not self.other_length

    def device(self, index: int) -> Device:
        """Return a planned or unknown device."""
        own = self.plan.devices
        return own[index] if index < len(own) else self.unknown[index - len(own)]

    def cabinet(self, index: int) -> str:
        """Return the planned cabinet of a device, empty for unknown devices."""
        return self.plan.cabinet_name(index) if index < len(self.plan.devices) else ""


#: Kinds of device that network dumps do not report.
SELDOM_REPORTED = (PDU, PANEL)
#: Maximum number of names in a note.
MAX_NAMED = 10
#: Tolerance for equal lengths: files round to centimetres.
_ROUNDED_MM = 10


def _devices(ends: Ends) -> list[int]:
    return sorted(device for device, _ in ends)


def compare_built(
    wanted: Fabric, found: Fabric, same: SameDevices, *, any_port: bool, switches_only: bool
) -> Built:
    """Compare the cables of a dump with those of a plan.

    Servers of the dump without a name in the plan are identified by their switch ports, unless the plan is
    of lists, which name every machine. If the dump or the plan has no servers, only cables between switches
    are compared. Where the dump gives no number for a switch port, cables are compared by device; a
    server's port is then the planned port at the far end of its switch port.
    """
    found, taken = _kinds_of_plan(wanted, found, same)
    found = with_planned_ports(wanted, found, same)
    alone = switches_only
    notes = [*found.notes]
    if taken:
        notes.append(
            f"{count_text(taken, 'device')} without a type or a name from the plan, plugged in where "
            "the plan has servers: treated as servers"
        )
    for fabric, name in ((wanted, "the plan"), (found, "the file")):
        if not alone and not fabric.end_devices:
            alone = True
            notes.append(f"{name} has no servers: cables between switches are compared")
    ours = [cable for cable in wanted.cables if not alone or _between_switches(wanted, _ends(cable.ends))]
    ours, left_out = _reported(wanted, ours, planned_kinds(wanted, found, same))
    notes += left_out
    far = {end: other for cable in ours for end, other in _both_ways(_ends(cable.ends))}
    namer = _Namer(wanted, found, same, far)
    used = [cable for cable in found.cables if not alone or _between_switches(found, _ends(cable.ends))]
    compared = [cable.ends for cable in used]
    theirs = [namer.ends(_ends(pair)) for pair in compared]
    named = zip(
        (end for pair in compared for end in pair), (port for pair in theirs for port in pair), strict=True
    )
    unstated = {
        port: end.port_name
        for end, port in named
        if not end.stated and found.devices[end.device].kind == SWITCH
    }
    if unstated:
        notes.append(
            f"{len(unstated):,} of {2 * len(theirs):,} ends have no port number in the file: cables are "
            "compared by device, as with --any-port, ports are not checked"
        )
    counted = 0 if alone else namer.counted
    if counted:
        notes.append(
            f"{counted:,} ends at servers have no port number in the file: each is assumed to be on the "
            "server port planned for its switch port"
        )
    if namer.host_ends and not alone:
        notes.append(
            f"{len(namer.host_ends):,} ends at servers have no name from the plan; each is assumed to "
            "be the server planned for its switch port, which is not checked"
        )
    if wanted.named:
        notes += _one_sided(
            wanted, found, {end[0] for end in far} - {*same.of_found.values()}, namer.unknown
        )
    seen = {device for pair in theirs for device, _ in pair}
    missing = sorted({device for end in far for device in end[:1]} - seen - set(same.of_found.values()))
    notes += [
        f"{count:,} devices are identified by {way}" for way, count in same.ways.items() if way != "name"
    ]
    return Built(
        plan=wanted,
        unknown=tuple(found.devices[index] for index in namer.unknown),
        wanted=tuple(_ends(cable.ends) for cable in ours),
        found=tuple(theirs),
        cables=tuple(ours),
        missing=tuple(index for index in missing if wanted.devices[index].kind == SWITCH),
        any_port=any_port or bool(unstated),
        notes=tuple(notes),
        unstated=unstated,
        counted=counted,
        one_end=frozenset(index for index, cable in enumerate(used) if cable.one_end),
        found_mm=tuple(cable.length_mm for cable in used),
        found_names=_found_names(wanted, compared, theirs),
    )


def _one_sided(
    wanted: Fabric, found: Fabric, planned: Collection[int], unknown: Collection[int]
) -> Iterator[str]:
    """Yield notes with the names of compared devices that only the plan or only the file has."""
    for fabric, side, own in ((wanted, "the plan", planned), (found, "the file", unknown)):
        if own:
            names = shortened([shown(fabric.devices[index].name) for index in sorted(own)], MAX_NAMED)
            yield f"{count_text(len(own), 'name')} of devices only in {side}: {names}"


def _reported(
    wanted: Fabric, cables: Sequence[Cable], kinds: Collection[str]
) -> tuple[list[Cable], list[str]]:
    """Return the planned cables that the file can report, and notes on device kinds that it lacks."""
    lacked = Counter(
        next(kind for kind in both if kind not in kinds)
        for both in ([wanted.devices[end.device].kind for end in cable.ends] for cable in cables)
        if any(kind in SELDOM_REPORTED and kind not in kinds for kind in both)
    )
    known = [
        cable
        for cable in cables
        if not any(wanted.devices[end.device].kind in lacked for end in cable.ends)
    ]
    names = {PDU: "PDU", PANEL: "patch panel"}
    notes = [
        f"the file has no {names[kind]}: {count_text(count, 'planned cable')} left out of the comparison"
        for kind, count in lacked.items()
    ]
    return known, notes


def _found_names(wanted: Fabric, ends: Sequence[tuple[End, End]], ports: Sequence[Ends]) -> dict[Port, str]:
    """Return the file's port labels by the plan's port numbers; empty for a plan without labels."""
    if not any(end.port_name for cable in wanted.cables for end in cable.ends):
        return {}
    pairs = (
        (end, port)
        for both, own in zip(ends, ports, strict=True)
        for end, port in zip(both, own, strict=True)
    )
    return {port: end.port_name for end, port in pairs if end.port_name}


def _kinds_of_plan(wanted: Fabric, found: Fabric, same: SameDevices) -> tuple[Fabric, int]:
    """Return the dump with device kinds from the plan, and the number of unknown devices made servers.

    A file may have to guess kinds: a device that it does not call a switch is a server of the plan if most
    of its cables lead to ports where the plan has servers.
    """
    devices = list(found.devices)
    for theirs, ours in same.of_found.items():
        devices[theirs] = replace(devices[theirs], kind=wanted.devices[ours].kind)
    to_server = {
        end
        for cable in wanted.cables
        for end, (other, _) in _both_ways(_ends(cable.ends))
        if wanted.devices[other].is_end_device
    }
    taken = 0
    for index, device in enumerate(devices):
        if device.kind == SWITCH and not device.kind_stated and index not in same.of_found:
            ends = [found.far_end(index, cable) for _, cable in found.cables_of[index]]
            known = [(same.of_found.get(end.device, -1), end.port) for end in ends]
            if 2 * sum(end in to_server for end in known) > len(known):
                devices[index] = replace(device, kind=SERVER)
                taken += 1
    return replace(found, devices=tuple(devices)), taken


class _Namer:
    """Translates the ends of a dump's cables to the plan's devices.

    A server without a name in the plan becomes an unmatched planned server: the one at its switch port,
    otherwise one on its switch, otherwise any.
    """

    def __init__(self, wanted: Fabric, found: Fabric, same: SameDevices, far: Mapping[Port, Port]) -> None:
        self.wanted, self.found = wanted, found
        self.of_found = dict(same.of_found)
        self.unknown: dict[int, int] = {}
        self.host_ends = self._host_ends(far)
        self.counted = 0
        self.known_ends = self._known_ends(far)

    def ends(self, pair: Ends) -> Ends:
        """Return both ends of a cable."""
        item, other = pair
        return self._end(item), self._end(other)

    def _end(self, end: Port) -> Port:
        device, port = end
        if end in self.known_ends:
            return self.known_ends[end]
        if device in self.of_found:
            return self.of_found[device], port
        if end in self.host_ends:
            return self.host_ends[end]
        number = self.unknown.setdefault(device, len(self.unknown))
        return len(self.wanted.devices) + number, port

    def _host_ends(self, far: Mapping[Port, Port]) -> dict[Port, Port]:
        """Return the planned end of each end at a server without a name in the plan; empty for lists."""
        if self.wanted.named:
            return {}
        named = set(self.of_found.values())
        hosts = set(self.wanted.end_devices) - named
        free = {end: other for end, other in far.items() if other[0] in hosts}
        loose = {}
        for cable in self.found.cables:
            for end, other in _both_ways(_ends(cable.ends)):
                if self.found.devices[end[0]].is_end_device and end[0] not in self.of_found:
                    loose[end] = self.of_found.get(other[0], -1), other[1]
        known: dict[Port, Port] = {}
        for likeness in (lambda port: port, lambda port: port[0], lambda _: 0):
            waiting: dict[Hashable, list[Port]] = defaultdict(list)
            for port in sorted(free, reverse=True):
                waiting[likeness(port)].append(port)
            for end in [end for end in loose if waiting[likeness(loose[end])]]:
                if waiting[likeness(loose[end])]:
                    known[end] = free.pop(waiting[likeness(loose.pop(end))].pop())
        return known

    def _known_ends(self, far: Mapping[Port, Port]) -> dict[Port, Port]:
        """Return the planned end of each end at a known server whose port number the dump omits.

        It is the far end of its switch port in the plan, otherwise any free port of the server.
        """
        planned: dict[int, list[Port]] = defaultdict(list)
        for port in sorted(far):
            planned[port[0]].append(port)
        ports_of = {own: len(ports) for own, ports in planned.items()}
        loose: dict[Port, Port | None] = {}
        for cable in self.found.cables:
            for end in cable.ends:
                if not self.found.devices[end.device].is_end_device or end.device not in self.of_found:
                    continue
                own = self.of_found[end.device]
                if end.stated:
                    planned[own] = [port for port in planned[own] if port != (own, end.port)]
                    continue
                other = self.found.far_end(end.device, cable)
                meant = far.get((self.of_found.get(other.device, -1), other.port))
                loose[end.device, end.port] = meant if meant is not None and meant[0] == own else None
                self.counted += ports_of.get(own, 0) > 1
        known: dict[Port, Port] = {}
        for (device, number), meant in sorted(loose.items(), key=lambda item: (item[1] is None, item[0])):
            own = self.of_found[device]
            free = planned[own]
            past = max(self.wanted.devices[own].ports, self.found.devices[device].ports) + number
            place = free.pop(free.index(meant) if meant in free else 0) if free else (own, past)
            known[device, number] = place
        return known


def _ends(ends: tuple[End, End]) -> Ends:
    item, other = ends
    return (item.device, item.port), (other.device, other.port)


def _both_ways(ends: Ends) -> tuple[Ends, Ends]:
    item, other = ends
    return (item, other), (other, item)


def _between_switches(fabric: Fabric, ends: Ends) -> bool:
    return all(fabric.devices[device].kind in {SWITCH, PANEL} for device, _ in ends)
