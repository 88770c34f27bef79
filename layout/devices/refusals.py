"""Messages for free devices that cannot be placed: device, limit and remedy."""

from collections.abc import Iterator, Sequence

import numpy as np

from netfloor.foundation.errors import SEPARATOR, InfeasibleError
from netfloor.foundation.wording import count_text
from netfloor.layout.devices.problem import BOTH, NO_LIMIT, DeviceProblem
from netfloor.layout.devices.rules import matching, rule_name
from netfloor.layout.devices.start import LeftOut, packed

#: Problems per message, and names per problem.
MAX_SHOWN, MAX_NAMED = 50, 8
_LOADS = (("milliwatts", "limit_mw", "W", "draw"), ("grams", "limit_g", "kg", "weigh"))


def refuse_impossible(problem: DeviceProblem) -> None:
    """Raise `InfeasibleError` for all constraints that no placement can satisfy, with remedies."""
    results = list(dict.fromkeys([*_fixed(problem), *_alone(problem), *_together(problem)]))
    if results:
        raise InfeasibleError(_listed(results))


def no_placement(problem: DeviceProblem, seed: int) -> InfeasibleError:
    """Build the error for devices that fit individually but not together."""
    fits, _ = packed(problem, seed)
    what = "do not fit together" if fits is False else "could not be packed within the search limit"
    helps = [
        text
        for text, relaxed in (
            ("higher power limits", LeftOut(power=True)),
            ("higher weight limits", LeftOut(weight=True)),
            ("fewer rules", LeftOut(rules=True)),
        )
        if packed(problem, seed, relaxed)[0]
    ]
    advice = f"they fit with {' or with '.join(helps)}" if helps else "free units or add a cabinet"
    return InfeasibleError(f"lists: the {count_text(len(problem.movers), 'free device')} {what}; {advice}")


def _listed(found: Sequence[str]) -> str:
    if len(found) == 1:
        return found[0]
    more = len(found) - MAX_SHOWN
    lines = [*found[:MAX_SHOWN], *([f"{more:,} more"] if more > 0 else [])]
    return f"lists: {len(found):,} problems{SEPARATOR}" + SEPARATOR.join(lines)


def _cabinet(problem: DeviceProblem, number: int) -> str:
    return problem.fabric.cabinets[number].name


def _names(problem: DeviceProblem, devices: Sequence[int]) -> str:
    names = [problem.fabric.devices[device].name for device in devices[:MAX_NAMED]]
    more = len(devices) - len(names)
    return ", ".join(names) + (f" and {more:,} more" if more > 0 else "")


def _fixed(problem: DeviceProblem) -> Iterator[str]:
    """Report rules broken by the listed positions of devices."""
    tables = problem.tables
    for (a, b), kind, rule in zip(
        tables.pairs.tolist(), tables.kind.tolist(), tables.rule_of.tolist(), strict=True
    ):
        homes = problem.cabinet[[a, b]].tolist()
        if min(homes) >= 0 and tables.clash[kind, homes[0], homes[1]]:
            where = " and ".join(dict.fromkeys(_cabinet(problem, home) for home in homes))
            yield (
                f"{rule_name(rule + 1, problem.rules[rule])}: {_names(problem, [a, b])} "
                f"are listed in {where}; change a rack or the rule"
            )
    for device in np.flatnonzero(problem.cabinet >= 0).tolist():
        home = int(problem.cabinet[device])
        if not tables.allowed[device, home]:
            yield (
                f"{_names(problem, [device])} is listed in {_cabinet(problem, home)}, "
                f"but a rule restricts it to {_areas(problem, device)}; change its rack or the rule"
            )


def _areas(problem: DeviceProblem, device: int) -> str:
    areas = [
        area
        for rule in problem.rules
        if rule.only and device in matching(rule.devices, problem.fabric, rule.network)
        for area in rule.only
    ]
    return " and ".join(areas)


def _alone(problem: DeviceProblem) -> Iterator[str]:
    """Report free devices that fit into no cabinet even alone."""
    held = {load: _held(problem, load) for load, *_ in _LOADS}
    for device in problem.movers.tolist():
        name, height = problem.fabric.devices[device].name, int(problem.height[device])
        open_to = problem.tables.allowed[device] & ~problem.closed
        home = int(problem.cabinet[device])
        where = "the room" if home < 0 else _cabinet(problem, home)
        if home >= 0:
            open_to = open_to & (np.arange(len(open_to)) == home)
            if problem.closed[home]:
                yield f"{name} has no unit, but {where} is occupied; give its unit or another rack"
                continue
        cabinets = np.flatnonzero(open_to).tolist()
        if not cabinets:
            if home < 0:
                areas = _areas(problem, device) or "all occupied"
                yield f"{name}: no cabinet is open to it ({areas}); free one"
            continue
        if height > int(problem.units[cabinets].max()):
            tallest = int(problem.units[cabinets].max())
            yield (
                f"{name} is {height} U high, but the cabinets of {where} open to it have {tallest} units; "
                "add a taller one"
            )
            continue
        if height and not any(problem.may_start(device, cabinet) for cabinet in cabinets):
            at = "switch_units of the room and " if problem.is_switch[device] else ""
            yield (
                f"{name} needs {height} adjacent U, but {at}fixed devices leave none in {where}; "
                "move a fixed device or add a cabinet"
            )
            continue
        for load, limit, unit, _ in _LOADS:
            own = int(getattr(problem, load)[device])
            left = (getattr(problem, limit) - held[load])[cabinets]
            if own > int(left.max()):
                yield (
                    f"{name} has {own / 1000:,.0f} {unit}, but no cabinet of {where} has more than "
                    f"{int(left.max()) / 1000:,.0f} {unit} left; raise a limit or add a cabinet"
                )


def _held(problem: DeviceProblem, load: str) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Sum the load of fixed devices in each cabinet."""
    fixed = np.flatnonzero(~problem.free)
    held = np.zeros(len(problem.units), dtype=np.int64)
    np.add.at(held, problem.cabinet[fixed], getattr(problem, load)[fixed])
    return held


def _together(problem: DeviceProblem) -> Iterator[str]:
    """Report totals that exceed the cabinets, and separation rules with too few places."""
    movers = problem.movers
    groups: dict[int, list[int]] = {}
    for device in movers.tolist():
        groups.setdefault(int(problem.cabinet[device]), []).append(device)
    sides = problem.taken[:, 1 : int(problem.units.max(initial=0)) + 1]
    room = np.array(
        [(2 - (row & 1) - (row >> 1))[: problem.units[at]].sum() for at, row in enumerate(sides)]
    )
    for home, listed in sorted(groups.items()):
        devices = movers.tolist() if home < 0 else listed
        cabinets = np.flatnonzero(~problem.closed).tolist() if home < 0 else [home]
        where = "the room" if home < 0 else _cabinet(problem, home)
        halves = problem.height[devices] * np.where(problem.sides[devices] == BOTH, 2, 1)
        needed, offered = int(halves.sum()) / 2, int(room[cabinets].sum()) / 2
        if needed > offered:
            yield (
                f"{count_text(len(devices), 'free device')} need {needed:g} U, "
                f"but {where} has {offered:g} U left; add a cabinet or remove devices"
            )
        for load, limit, unit, verb in _LOADS:
            own = int(getattr(problem, load)[devices].sum())
            limits = getattr(problem, limit)[cabinets]
            if (limits >= NO_LIMIT).any():
                continue
            left = int((limits - _held(problem, load)[cabinets]).sum())
            if own > left:
                yield (
                    f"{count_text(len(devices), 'free device')} {verb} {own / 1000:,.0f} {unit}, "
                    f"but {where} has {left / 1000:,.0f} {unit} left; raise limits or add a cabinet"
                )
    yield from _crowded(problem)


def _crowded(problem: DeviceProblem) -> Iterator[str]:
    """Report rules that separate more devices than there are cabinets or rows."""
    for number, rule in enumerate(problem.rules, 1):
        if rule.by not in {"cabinet", "row"}:
            continue
        members = matching(rule.devices, problem.fabric, rule.network)
        open_to = np.array((problem.tables.allowed[members] & ~problem.closed[None, :]).any(axis=0))
        open_to[problem.cabinet[members][problem.cabinet[members] >= 0]] = True
        cabinets = [problem.fabric.cabinets[at] for at in np.flatnonzero(open_to).tolist()]
        places = {cabinet.name if rule.by == "cabinet" else cabinet.row_name for cabinet in cabinets}
        if len(members) > len(places):
            yield (
                f"{rule_name(number, rule)}: separates {len(members)} devices but has "
                f"{count_text(len(places), rule.by)} to choose from; add a {rule.by} or shorten the rule"
            )
