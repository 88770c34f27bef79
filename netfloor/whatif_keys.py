"""What ``netfloor whatif`` can change about a plan: keys, their units, and how values are read."""

import difflib
import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from foundation.errors import InputError
from foundation.units import metres_to_mm

#: Points that one command works out.
MOST_POINTS = 1000
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_NOTHING = "none"
#: Longest text of a user's that a message repeats.
_MOST_SHOWN = 60


@dataclass(frozen=True)
class Settings:
    """Everything besides network and placement that a plan's figures depend on.

    Attributes
    ----------
    row_pitch_mm, column_pitch_mm, overhead_mm, inside_mm, slots
        The room; the overhead is that of each end of a cable, slots are those of a cabinet.
        A hall has neither pitches nor one number of slots: None.
    taken
        Cabinets, or blocks of them, that others use besides those of the room.
    reach_mm
        Longest electrical cable; None: the cost set's own.
    cost_set, power_set
        Shipped names or files.
    electrical_price, optical_price, switch_price
        Factors on the prices of the cost set.
    years, electricity
        How long the network draws power, and what a kWh costs; None: nobody knows.
    switch_ns
        Latency of a switch.
    """

    cost_set: str
    power_set: str
    row_pitch_mm: int | None = None
    column_pitch_mm: int | None = None
    overhead_mm: int | None = None
    inside_mm: int | None = None
    slots: int | None = None
    reach_mm: int | None = None
    taken: tuple[str, ...] = ()
    electrical_price: float = 1.0
    optical_price: float = 1.0
    switch_price: float = 1.0
    years: float = 1.0
    electricity: float | None = None
    switch_ns: float = 100.0


@dataclass(frozen=True)
class Key:
    """One thing that can be changed: its field of `Settings`, what it is, how a value is read."""

    field: str
    meaning: str
    read: Callable[[str, str], Any]


def _number(low: float, high: float) -> Callable[[str, str], float]:
    def read(text: str, where: str) -> float:
        value = float(text) if _NUMBER.fullmatch(text) and len(text) <= _MOST_SHOWN else None
        if value is None or not low <= value <= high:
            raise InputError(
                where, f"{_shown(text)} is not usable", f"give a number from {low:g} to {high:g}"
            )
        return value

    return read


def _metres(low: float, high: float) -> Callable[[str, str], int]:
    def read(text: str, where: str) -> int:
        return metres_to_mm(_number(low, high)(text, where), where)

    return read


def _whole(low: int, high: int) -> Callable[[str, str], int]:
    def read(text: str, where: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and low <= int(text) <= high):
            raise InputError(
                where, f"{_shown(text)} is not usable", f"give a whole number, {low} to {high}"
            )
        return int(text)

    return read


def _name(text: str, where: str) -> str:
    if not text:
        raise InputError(where, "names nothing", "a shipped set or a TOML file")
    return text


def _cabinets(text: str, where: str) -> tuple[str, ...]:
    """Return cabinets joined by + or commas; ``none`` for none."""
    if text.lower() == _NOTHING:
        return ()
    names = tuple(name.strip() for name in text.replace("+", ",").split(","))
    if not all(names):
        raise InputError(
            where, f"{_shown(text)} names no cabinet", "such as R01C03, or R01C03+R02C01-R02C04"
        )
    return names


KEYS: dict[str, Key] = {
    "row-pitch": Key("row_pitch_mm", "m from one row to the next", _metres(0.001, 10_000)),
    "column-pitch": Key("column_pitch_mm", "m from one cabinet to the next", _metres(0.001, 10_000)),
    "overhead": Key("overhead_mm", "m of slack at each end of a cable", _metres(0, 10_000)),
    "inside": Key("inside_mm", "m of a cable within a cabinet", _metres(0, 10_000)),
    "slots": Key("slots", "routers that a cabinet holds", _whole(1, 1000)),
    "taken": Key("taken", "cabinets that others use as well, joined by +", _cabinets),
    "reach": Key("reach_mm", "m of the longest electrical cable", _metres(0, 1_000_000)),
    "cost-set": Key("cost_set", "a shipped cost set or a TOML file", _name),
    "power-set": Key("power_set", "a shipped power set or a TOML file", _name),
    "electrical-price": Key("electrical_price", "factor on electrical cables", _number(0, 1000)),
    "optical-price": Key("optical_price", "factor on optical cables", _number(0, 1000)),
    "switch-price": Key("switch_price", "factor on switches", _number(0, 1000)),
    "years": Key("years", "years of 8760 h at full power", _number(0, 100)),
    "electricity": Key("electricity", "price of a kWh in the cost set's currency", _number(0, 1000)),
    "switch-ns": Key("switch_ns", "ns of a switch", _number(0, 1_000_000)),
}


@dataclass(frozen=True)
class Change:
    """One key at one value, as typed."""

    key: str
    text: str
    value: Any

    def apply(self, settings: Settings) -> Settings:
        """Return the settings with this value."""
        return replace(settings, **{KEYS[self.key].field: self.value})


Changes = tuple[Change, ...]


def read_points(sets: Sequence[str], sweeps: Sequence[str]) -> list[Changes]:
    """Return what changes at every point: all of ``sets``, and the product of the sweeps' values.

    The last sweep varies fastest.

    Raises
    ------
    InputError
        For an unknown key, a value out of range, a key that comes twice, nothing to change
        or too many points.
    """
    fixed = [_read(text, "--set") for text in sets]
    swept = [_read_sweep(text) for text in sweeps]
    _refuse_repeated([change.key for change in fixed] + [values[0].key for values in swept])
    if not fixed and not swept:
        raise InputError("whatif", "has nothing to change", f"give --set or --sweep KEY=..., {_known()}")
    points = 1
    for values in swept:
        points *= len(values)
    if points > MOST_POINTS:
        sizes = " x ".join(str(len(values)) for values in swept)
        raise InputError(
            "--sweep", f"{sizes} is {points:,} points", f"at most {MOST_POINTS:,} in one command"
        )
    return [(*fixed, *combination) for combination in itertools.product(*swept)]


def _read_sweep(text: str) -> list[Change]:
    name, _, values = text.partition("=")
    parts = [part.strip() for part in values.split(",")]
    changes = [_read(f"{name}={part}", "--sweep") for part in parts]
    for index, change in enumerate(changes):
        if change.value in [other.value for other in changes[:index]]:
            raise InputError(
                f"--sweep {change.key}", f"{_shown(change.text)} stands twice", "each value once"
            )
    return changes


def _read(text: str, option: str) -> Change:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise InputError(option, f"{_shown(text)} is not KEY=VALUE", f"such as row-pitch=1.8; {_known()}")
    if name not in KEYS:
        close = difflib.get_close_matches(name, KEYS, n=1, cutoff=0.5)
        guess = f"did you mean {close[0]!r}? " if close else ""
        raise InputError(option, f"there is no key {_shown(name)}", guess + _known())
    return Change(name, value, KEYS[name].read(value, f"{option} {name}"))


def _refuse_repeated(keys: Sequence[str]) -> None:
    for index, key in enumerate(keys):
        if key in keys[:index]:
            raise InputError("whatif", f"key {key!r} comes twice", "one --set or one --sweep for each")


def _known() -> str:
    return f"keys: {', '.join(KEYS)}"


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}...")
