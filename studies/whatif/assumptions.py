"""What ``netfloor whatif`` can change about a plan: keys, their units, and how values are read."""

import difflib
import itertools
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import metres_to_mm

#: Stands for the set that a plan was made by.
OWN = ""
#: Points that one command works out.
MOST_POINTS = 1000
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_SET, _SWEEP = setting("set"), setting("sweep")
#: Longest text of a user's that a message repeats.
_MOST_SHOWN = 60


@dataclass(frozen=True)
class Assumptions:
    """Everything besides network and placement that a plan's figures depend on.

    Attributes
    ----------
    row_pitch_mm, column_pitch_mm, overhead_per_end_mm, inside_cabinet_mm, slots_per_cabinet
        The room; the overhead is that of each end of a cable, slots are those of a cabinet.
        A hall has neither pitches nor one number of slots: None.
    taken_cabinets
        Cabinets, or blocks of them, that others use besides those of the room.
    electrical_reach_mm
        Longest electrical cable; None: the cost set's own.
    cost_set, power_set
        Shipped names or files; `OWN`: those that the plan was made by.
    electrical_price_factor, optical_price_factor, switch_price_factor
        Factors on the prices of the cost set.
    years, electricity_per_kwh
        How long the network draws power, and what a kWh costs, in the cost set's currency; None: nobody
        knows.
    switch_ns
        Latency of a switch.
    """

    cost_set: str = OWN
    power_set: str = OWN
    row_pitch_mm: int | None = None
    column_pitch_mm: int | None = None
    overhead_per_end_mm: int | None = None
    inside_cabinet_mm: int | None = None
    slots_per_cabinet: int | None = None
    electrical_reach_mm: int | None = None
    taken_cabinets: tuple[str, ...] = ()
    electrical_price_factor: float = 1.0
    optical_price_factor: float = 1.0
    switch_price_factor: float = 1.0
    years: float = 1.0
    electricity_per_kwh: float | None = None
    switch_ns: float = DEFAULT_SWITCH_NS


def _number(low: float, high: float) -> Callable[[str, str], float]:
    def read(text: str, where: str) -> float:
        value = float(text) if _NUMBER.fullmatch(text) and len(text) <= _MOST_SHOWN else None
        if value is None or not low <= value <= high:
            what = f"{_shown(text)} is not usable"
            raise InputError(where, what, f"give a number from {low:g} to {high:g}")
        return value

    return read


def _metres(low: float, high: float) -> Callable[[str, str], int]:
    return lambda text, where: metres_to_mm(_number(low, high)(text, where), where)


def _whole(low: int, high: int) -> Callable[[str, str], int]:
    def read(text: str, where: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and low <= int(text) <= high):
            what = f"{_shown(text)} is not usable"
            raise InputError(where, what, f"give a whole number, {low} to {high}")
        return int(text)

    return read


def _name(text: str, where: str) -> str:
    if not text:
        raise InputError(where, "names nothing", "a shipped set or a TOML file")
    return text


def _cabinets(text: str, where: str) -> tuple[str, ...]:
    """Return cabinets joined by + or commas; ``none`` for none."""
    if text.lower() == "none":
        return ()
    names = tuple(name.strip() for name in text.replace("+", ",").split(","))
    if not all(names):
        what = f"{_shown(text)} names no cabinet"
        raise InputError(where, what, "such as R01C03, or R01C03+R02C01-R02C04")
    return names


class Key(NamedTuple):
    """One thing that can be changed: its field of `Assumptions`, and how a value is read."""

    field: str
    read: Callable[[str, str], Any]


KEYS: dict[str, Key] = {
    "row-pitch": Key("row_pitch_mm", _metres(0.001, 10_000)),
    "column-pitch": Key("column_pitch_mm", _metres(0.001, 10_000)),
    "overhead": Key("overhead_per_end_mm", _metres(0, 10_000)),
    "inside": Key("inside_cabinet_mm", _metres(0, 10_000)),
    "slots": Key("slots_per_cabinet", _whole(1, 1000)),
    "taken": Key("taken_cabinets", _cabinets),
    "reach": Key("electrical_reach_mm", _metres(0, 1_000_000)),
    "cost-set": Key("cost_set", _name),
    "power-set": Key("power_set", _name),
    "electrical-price": Key("electrical_price_factor", _number(0, 1000)),
    "optical-price": Key("optical_price_factor", _number(0, 1000)),
    "switch-price": Key("switch_price_factor", _number(0, 1000)),
    "years": Key("years", _number(0, 100)),
    "electricity": Key("electricity_per_kwh", _number(0, 1000)),
    "switch-ns": Key("switch_ns", _number(0, 1_000_000)),
}
_KNOWN = f"keys: {', '.join(KEYS)}"


@dataclass(frozen=True)
class Change:
    """One key at one value, as typed."""

    key: str
    text: str
    value: Any


@dataclass(frozen=True)
class Variation:
    """What changes at one point."""

    changes: tuple[Change, ...] = ()

    @property
    def label(self) -> str:
        """The changes as typed."""
        return " ".join(f"{change.key}={change.text}" for change in self.changes)

    def of(self, base: Assumptions) -> Assumptions:
        """Return assumptions with these changes."""
        return replace(base, **{KEYS[change.key].field: change.value for change in self.changes})


def read_variations(sets: Sequence[str], sweeps: Sequence[str]) -> list[Variation]:
    """Return what changes at every point: all of ``sets``, and the product of the sweeps' values.

    The last sweep varies fastest.

    Raises
    ------
    InputError
        For an unknown key, a value out of range, a key that comes twice, nothing to change
        or too many points.
    """
    fixed = [_read(text, _SET) for text in sets]
    swept = [_read_sweep(text) for text in sweeps]
    keys = [change.key for change in (*fixed, *(values[0] for values in swept))]
    for index, key in enumerate(keys):
        if key in keys[:index]:
            raise InputError("whatif", f"key {key!r} is given twice", f"one {_SET} or {_SWEEP} each")
    if not keys:
        raise InputError("whatif", "has nothing to change", f"give {_SET} or {_SWEEP} KEY=..., {_KNOWN}")
    points = math.prod(map(len, swept))
    if points > MOST_POINTS:
        sizes = " x ".join(str(len(values)) for values in swept)
        raise InputError(_SWEEP, f"{sizes} is {points:,} points", f"at most {MOST_POINTS:,} in one command")
    return [Variation((*fixed, *combination)) for combination in itertools.product(*swept)]


def _read_sweep(text: str) -> list[Change]:
    name, _, values = text.partition("=")
    changes = [_read(f"{name}={part.strip()}", _SWEEP) for part in values.split(",")]
    for index, change in enumerate(changes):
        if change.value in [earlier.value for earlier in changes[:index]]:
            where = f"{_SWEEP} {change.key}"
            raise InputError(where, f"{_shown(change.text)} is given twice", "each value once")
    return changes


def _read(text: str, option: str) -> Change:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise InputError(option, f"{_shown(text)} is not KEY=VALUE", f"such as row-pitch=1.8; {_KNOWN}")
    if name not in KEYS:
        close = difflib.get_close_matches(name, KEYS, n=1, cutoff=0.5)
        guess = f"did you mean {close[0]!r}? " if close else ""
        raise InputError(option, f"there is no key {_shown(name)}", guess + _KNOWN)
    return Change(name, value, KEYS[name].read(value, f"{option} {name}"))


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}...")
