"""What ``netfloor whatif`` can change about a plan: keys, their units, and how values are read."""

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
    prices
        A catalogue's name or file; None: the prices that the plan was made by, if any.
    power_set
        A shipped name or a file; `OWN`: that of the plan. A catalogue of parts has its own watts.
    row_pitch_mm, column_pitch_mm, overhead_per_end_mm, inside_cabinet_mm, slots_per_cabinet
        The room; the overhead is that of each end of a cable, slots are those of a cabinet.
        A hall has neither pitches nor one number of slots: None.
    taken_cabinets
        Cabinets, or blocks of them, that others use besides those of the room.
    order_slack_mm
        Added to every route before a cable is chosen from a catalogue; None: as the catalogue has it.
    electrical_reach_mm
        Longest copper cable of prices by formula; None: the formula's own.
    price_factors
        Factors on prices, by the kind of part or part number in lower case.
    exchange_rates
        What one unit of a currency is in the currency of the prices.
    years, electricity_per_kwh
        How long the network draws power, and what a kWh costs, in the currency of the prices; None: the
        price is not known.
    switch_ns
        Latency of a switch.
    """

    prices: str | None = None
    power_set: str = OWN
    row_pitch_mm: int | None = None
    column_pitch_mm: int | None = None
    overhead_per_end_mm: int | None = None
    inside_cabinet_mm: int | None = None
    slots_per_cabinet: int | None = None
    order_slack_mm: int | None = None
    electrical_reach_mm: int | None = None
    taken_cabinets: tuple[str, ...] = ()
    price_factors: tuple[tuple[str, float], ...] = ()
    exchange_rates: tuple[tuple[str, float], ...] = ()
    years: float = 1.0
    electricity_per_kwh: float | None = None
    switch_ns: float = DEFAULT_SWITCH_NS


class Relative(NamedTuple):
    """A value that is typed with a sign: so much, or so many per cent, more or less than now."""

    amount: str
    is_share: bool

    def of(self, own: float) -> float:
        """Return the value that comes of the present one, by the decimal numbers as they are written."""
        now, amount = Decimal(repr(own)), Decimal(self.amount)
        try:
            return float(now * (1 + amount / 100) if self.is_share else now + amount)
        except Overflow:
            return math.inf


class NumberRange(NamedTuple):
    """How the value of a number is read: between which limits, whether it is a length or a factor."""

    low: float
    high: float
    in_metres: bool = False
    is_factor: bool = False

    def read(self, text: str, where: str) -> Any:
        """Return a number, a length in mm, or a `Relative`."""
        bare = text.removesuffix("%").rstrip()
        is_share = bare != text
        if not _NUMBER.fullmatch(bare) or len(text) > _MOST_SHOWN:
            raise self._refusal(text, where)
        if text[0] in "+-" and (is_share or not self.is_factor):
            return Relative(bare, is_share)
        if is_share or text[0] in "+-":
            raise self._refusal(text, where)
        return self.checked(float(text), text, where)

    def checked(self, value: float, text: str, where: str) -> Any:
        """Return a number between the limits, a length in mm."""
        if not self.low <= value <= self.high:
            raise self._refusal(text, where)
        return metres_to_mm(value, where) if self.in_metres else value

    def _refusal(self, text: str, where: str) -> InputError:
        more = "+20% for a fifth more" if self.is_factor else "+5 or +5% for that much more"
        what = f"{_shown(text)} is not usable"
        return InputError(where, what, f"give a number from {self.low:g} to {self.high:g}, or {more}")

    def resolved(self, change: Relative, own: float | None, text: str, where: str) -> Any:
        """Return the value that a relative change comes to."""
        if own is None:
            what = f"{_shown(text)} is a change, by its sign, of a value that is not known"
            raise InputError(where, what, "give the value itself")
        value = change.of(own / MM_PER_M if self.in_metres else own)
        if not self.low <= value <= self.high:
            what = f"{_shown(text)} makes it {value:g}"
            raise InputError(where, what, f"the value may be from {self.low:g} to {self.high:g}")
        return self.checked(value, text, where)


def _whole(text: str, where: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= _MOST_SLOTS):
        raise InputError(where, f"{_shown(text)} is not usable", f"give a whole number, 1 to {_MOST_SLOTS}")
    return int(text)


_MOST_SLOTS = 1000


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
#: Keys with a name behind the dot: a kind of part or a part number, and a currency.
NAMED_KEYS: dict[str, Key] = {
    "price": _amount("price_factors", 0, 1000, is_factor=True),
    "exchange": _amount("exchange_rates", 1e-9, 1e9),
}
_KNOWN = f"keys: {', '.join((*KEYS, 'price.PART', 'exchange.CURRENCY'))}"


@dataclass(frozen=True)
class Change:
    """One key at one value, as typed."""

    key: str
    text: str
    value: Any

    @property
    def member(self) -> str:
        """What follows the dot of a key: a part or a currency; empty without a dot."""
        return self.key.partition(".")[2]

    @property
    def rule(self) -> Key:
        """What its key changes."""
        return KEYS.get(self.key) or NAMED_KEYS[self.key.partition(".")[0]]

    def of(self, own: float | None) -> Any:
        """Return the value, a relative one from the present value ``own``."""
        if isinstance(self.value, Relative) and self.rule.amount is not None:
            return self.rule.amount.resolved(self.value, own, self.text, self.key)
        return self.value


@dataclass(frozen=True)
class Variation:
    """What changes at one point."""

    changes: tuple[Change, ...] = ()

    @property
    def label(self) -> str:
        """The changes as typed."""
        return " ".join(f"{change.key}={change.text}" for change in self.changes)

    def named(self, base: Assumptions) -> Assumptions:
        """Return assumptions that say what changes; what it changes to counts for nothing in them."""
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

        ``own``: present values that are not in ``base``, by their keys: what the prices of the plan have.
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
    """Return what changes at every point: all of ``sets``, and the product of the sweeps' values.

    The last sweep varies fastest.

    Raises
    ------
    InputError
        For an unknown key, a value out of range, a key that comes twice, nothing to change
        or too many points; of several wrong changes all are named.
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
            raise InputError("whatif", f"key {key!r} is given twice", f"one {_SET} or {_SWEEP} each")
    if not keys:
        raise InputError("whatif", "has nothing to change", f"give {_SET} or {_SWEEP} KEY=..., {_KNOWN}")
    points = math.prod(map(len, swept))
    if points > MOST_POINTS:
        sizes = " x ".join(str(len(values)) for values in swept)
        raise InputError(_SWEEP, f"{sizes} is {points:,} points", f"at most {MOST_POINTS:,} in one command")
    return [Variation((*fixed, *combination)) for combination in itertools.product(*swept)]


def raise_problems(problems: Sequence[InputError]) -> None:
    """Raise all problems of a command as one error, if there are any."""
    found = {problem.message: problem for problem in problems}
    if len(found) == 1:
        raise problems[0]
    if problems:
        raise ManyProblemsError("whatif", tuple(found))


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
    family, dot, member = name.partition(".")
    if dot and family in NAMED_KEYS:
        if not member:
            raise InputError(option, f"{_shown(name)} names nothing", "such as price.AOC or exchange.USD")
        return Change(name, value, NAMED_KEYS[family].read(value, f"{option} {name}"))
    if name not in KEYS:
        known = (*KEYS, *(f"{one}.NAME" for one in NAMED_KEYS))
        raise InputError(option, f"there is no key {_shown(name)}", meant_text(name, known) + _KNOWN)
    return Change(name, value, KEYS[name].read(value, f"{option} {name}"))


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}...")
