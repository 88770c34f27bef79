"""The assumptions that ``netfloor whatif`` can change: keys, units, and parsing of values."""

import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, Overflow
from typing import Any, NamedTuple

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.foundation.errors import InputError, ManyProblemsError, setting
from netfloor.foundation.units import MM_PER_M, metres_to_mm
from netfloor.foundation.wording import meant_text

#: Name of the plan's own set.
OWN = ""
#: Maximum points of a command.
MAX_POINTS = 1000
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_SET, _SWEEP = setting("set"), setting("sweep")
#: Longest user text that a message repeats.
_MAX_SHOWN = 60


@dataclass(frozen=True)
class Assumptions:
    """All inputs of a plan's figures except network and placement."""

    prices: str | None = None  # name or file of a catalogue; None: the prices of the plan, if any
    # shipped name or file; `OWN`: that of the plan. A catalogue of parts has its own watts.
    power_set: str = OWN
    row_pitch_mm: int | None = None  # of a grid; None in a hall
    column_pitch_mm: int | None = None  # of a grid; None in a hall
    overhead_per_end_mm: int | None = None  # of each end of a cable
    inside_cabinet_mm: int | None = None
    slots_per_cabinet: int | None = None  # of a grid; None in a hall
    # added to every route before a cable is chosen from a catalogue; None: the catalogue's
    order_slack_mm: int | None = None
    electrical_reach_mm: int | None = None  # longest copper cable of a price formula; None: the formula's
    taken_cabinets: tuple[str, ...] = ()  # additional occupied cabinets, or blocks of cabinets
    price_factors: tuple[tuple[str, float], ...] = ()  # by kind of part or part number in lower case
    # value of a unit of a currency in the currency of the prices
    exchange_rates: tuple[tuple[str, float], ...] = ()
    years: float = 1.0  # of operation
    electricity_per_kwh: float | None = None  # in the currency of the prices; None: unknown
    switch_ns: float = DEFAULT_SWITCH_NS  # latency of a switch


class Relative(NamedTuple):
    """A value typed with a sign: a change by an amount or by per cent."""

    amount: str
    is_share: bool

    def of(self, own: float) -> float:
        """Return the changed value, calculated with the decimal numbers as written."""
        now, amount = Decimal(repr(own)), Decimal(self.amount)
        try:
            return float(now * (1 + amount / 100) if self.is_share else now + amount)
        except Overflow:
            return math.inf


class NumberRange(NamedTuple):
    """The limits of a numeric value, and whether it is a length or a factor."""

    low: float
    high: float
    in_metres: bool = False
    is_factor: bool = False

    def read(self, text: str, where: str) -> Any:
        """Return a number, a length in mm, or a `Relative`."""
        bare = text.removesuffix("%").rstrip()
        is_share = bare != text
        if not _NUMBER.fullmatch(bare) or len(text) > _MAX_SHOWN:
            raise self._refusal(text, where)
        if text[0] in "+-" and (is_share or not self.is_factor):
            return Relative(bare, is_share)
        if is_share or text[0] in "+-":
            raise self._refusal(text, where)
        return self.checked(float(text), text, where)

    def checked(self, value: float, text: str, where: str) -> Any:
        """Return a number within the limits; lengths in mm."""
        if not self.low <= value <= self.high:
            raise self._refusal(text, where)
        return metres_to_mm(value, where) if self.in_metres else value

    def _refusal(self, text: str, where: str) -> InputError:
        more = (
            "+20% for an increase by a fifth"
            if self.is_factor
            else "+5 or +5% for an increase by that amount"
        )
        what = f"{_shown(text)} is not usable"
        return InputError(where, what, f"give a number from {self.low:g} to {self.high:g}, or {more}")

    def resolved(self, change: Relative, own: float | None, text: str, where: str) -> Any:
        """Return the result of a relative change."""
        if own is None:
            what = f"{_shown(text)} is a change (it has a sign), but the present value is unknown"
            raise InputError(where, what, "give the value itself")
        value = change.of(own / MM_PER_M if self.in_metres else own)
        if not self.low <= value <= self.high:
            what = f"{_shown(text)} makes it {value:g}"
            raise InputError(where, what, f"the value may be from {self.low:g} to {self.high:g}")
        return self.checked(value, text, where)


def _whole(text: str, where: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= _MAX_SLOTS):
        raise InputError(where, f"{_shown(text)} is not usable", f"give a whole number, 1 to {_MAX_SLOTS}")
    return int(text)


_MAX_SLOTS = 1000


def _name(text: str, where: str) -> str:
    if not text:
        raise InputError(where, "has no name", "give a shipped set or a TOML file")
    return text


def _cabinets(text: str, where: str) -> tuple[str, ...]:
    """Return cabinets joined by + or commas; ``none`` for none."""
    if text.lower() == "none":
        return ()
    names = tuple(name.strip() for name in text.replace("+", ",").split(","))
    if not all(names):
        what = f"{_shown(text)} has an empty name"
        raise InputError(where, what, "such as R01C03, or R01C03+R02C01-R02C04")
    return names


class Key(NamedTuple):
    """An assumption that can be changed: its field of `Assumptions`, and the parser of its values."""

    field: str
    read: Callable[[str, str], Any]
    amount: NumberRange | None = None


def _amount(field: str, low: float, high: float, **more: bool) -> Key:
    amount = NumberRange(low, high, **more)
    return Key(field, amount.read, amount)


KEYS: dict[str, Key] = {
    "row-pitch": _amount("row_pitch_mm", 0.001, 10_000, in_metres=True),
    "column-pitch": _amount("column_pitch_mm", 0.001, 10_000, in_metres=True),
    "overhead": _amount("overhead_per_end_mm", 0, 10_000, in_metres=True),
    "inside": _amount("inside_cabinet_mm", 0, 10_000, in_metres=True),
    "slots": Key("slots_per_cabinet", _whole),
    "taken": Key("taken_cabinets", _cabinets),
    "slack": _amount("order_slack_mm", 0, 1000, in_metres=True),
    "catalogue": Key("prices", _name),
    "power-set": Key("power_set", _name),
    "reach": _amount("electrical_reach_mm", 0, 1_000_000, in_metres=True),
    "years": _amount("years", 0, 100),
    "electricity": _amount("electricity_per_kwh", 0, 1000),
    "switch-ns": _amount("switch_ns", 0, 1_000_000),
}
#: Keys with a name after the dot: a kind of part or part number, or a currency.
NAMED_KEYS: dict[str, Key] = {
    "price": _amount("price_factors", 0, 1000, is_factor=True),
    "exchange": _amount("exchange_rates", 1e-9, 1e9),
}
_KNOWN = f"keys: {', '.join((*KEYS, 'price.PART', 'exchange.CURRENCY'))}"


@dataclass(frozen=True)
class Change:
    """A key with its new value."""

    key: str
    text: str  # as typed
    value: Any

    @property
    def member(self) -> str:
        """The part or currency after the dot of a key; empty without a dot."""
        return self.key.partition(".")[2]

    @property
    def rule(self) -> Key:
        """The definition of its key."""
        return KEYS.get(self.key) or NAMED_KEYS[self.key.partition(".")[0]]

    def of(self, own: float | None) -> Any:
        """Return the new value; a relative one is applied to the present value ``own``."""
        if isinstance(self.value, Relative) and self.rule.amount is not None:
            return self.rule.amount.resolved(self.value, own, self.text, self.key)
        return self.value


@dataclass(frozen=True)
class Variation:
    """The changes of one point."""

    changes: tuple[Change, ...] = ()

    @property
    def label(self) -> str:
        """The changes as typed."""
        return " ".join(f"{change.key}={change.text}" for change in self.changes)

    def named(self, base: Assumptions) -> Assumptions:
        """Return assumptions that mark the changed keys; the values in them are placeholders."""
        for change in self.changes:
            amount, field = change.rule.amount, change.rule.field
            value = change.value
            if amount is not None and isinstance(value, Relative):
                value = int(amount.low) if amount.in_metres else amount.low
            if change.member:
                value = (*getattr(base, field), (change.member, value))
            base = replace(base, **{field: value})
        return base

    def of(self, base: Assumptions, own: Mapping[str, float]) -> Assumptions:
        """Return assumptions with these changes.

        ``own`` has present values that are not in ``base``, by key: those of the plan's prices.
        """
        for change in self.changes:
            field, key = change.rule.field, change.key
            now = None if change.member else getattr(base, field)
            if not isinstance(now, int | float):
                now = 1.0 if field == "price_factors" else own.get(key)
            value = change.of(now)
            if change.member:
                value = (*getattr(base, field), (change.member, value))
            base = replace(base, **{field: value})
        return base


def read_variations(sets: Sequence[str], sweeps: Sequence[str]) -> list[Variation]:
    """Return the changes of every point: all of ``sets``, and the product of the sweeps' values.

    The last sweep varies fastest. `InputError` for an unknown or repeated key, a value out of range,
    nothing to change or too many points, with all wrong changes.
    """
    fixed, swept, problems = [], [], []
    for text in sets:
        try:
            fixed.append(_read(text, _SET))
        except InputError as error:
            problems.append(error)
    for text in sweeps:
        try:
            swept.append(_read_sweep(text))
        except InputError as error:
            problems.append(error)
    raise_problems(problems)
    keys = [change.key.lower() for change in (*fixed, *(values[0] for values in swept))]
    for index, key in enumerate(keys):
        if key in keys[:index]:
            raise InputError(
                "whatif", f"key {key!r} is given twice", f"give one {_SET} or {_SWEEP} for each key"
            )
    if not keys:
        raise InputError("whatif", "has nothing to change", f"give {_SET} or {_SWEEP} KEY=..., {_KNOWN}")
    points = math.prod(map(len, swept))
    if points > MAX_POINTS:
        sizes = " x ".join(str(len(values)) for values in swept)
        raise InputError(
            _SWEEP, f"{sizes} is {points:,} points", f"give at most {MAX_POINTS:,} in one command"
        )
    return [Variation((*fixed, *combination)) for combination in itertools.product(*swept)]


def raise_problems(problems: Sequence[InputError]) -> None:
    """Raise all problems of a command as one error, if there are any."""
    result = {problem.message: problem for problem in problems}
    if len(result) == 1:
        raise problems[0]
    if problems:
        raise ManyProblemsError("whatif", tuple(result))


def _read_sweep(text: str) -> list[Change]:
    name, _, values = text.partition("=")
    changes = [_read(f"{name}={part.strip()}", _SWEEP) for part in values.split(",")]
    for index, change in enumerate(changes):
        if change.value in [earlier.value for earlier in changes[:index]]:
            where = f"{_SWEEP} {change.key}"
            raise InputError(where, f"{_shown(change.text)} is given twice", "give each value once")
    return changes


def _read(text: str, option: str) -> Change:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise InputError(option, f"{_shown(text)} is not KEY=VALUE", f"such as row-pitch=1.8; {_KNOWN}")
    family, dot, member = name.partition(".")
    if dot and family in NAMED_KEYS:
        if not member:
            raise InputError(
                option, f"{_shown(name)} has no name after the dot", "such as price.AOC or exchange.USD"
            )
        return Change(name, value, NAMED_KEYS[family].read(value, f"{option} {name}"))
    if name not in KEYS:
        known = (*KEYS, *(f"{key}.NAME" for key in NAMED_KEYS))
        raise InputError(option, f"there is no key {_shown(name)}", meant_text(name, known) + _KNOWN)
    return Change(name, value, KEYS[name].read(value, f"{option} {name}"))


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}...")
