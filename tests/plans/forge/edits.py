"""Edits that a forger plants: of one field, and of two that then agree, every checksum redone."""

import copy
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from netfloor.foundation.files import canonical_sha256
from tests.fixtures.rows import columns_of, rows_of, whole_columns
from tests.plans.forge.pairs import PAIRS

Document = dict[str, Any]
#: Share of the edits that change several fields so that they agree.
AGREEING = 1 / 3
Place = tuple[str | int, ...]

WORDS = ["slimfly:3", "paper:18", "R01C01", "B04", "file:star.edges", "room.toml", "gone.toml", "b", ""]
WORDS += [
    "length",
    "money",
    "parts",
    "longest",
    "optimal",
    "bounded",
    "heuristic",
    "USD",
    "m",
    "random:8,3",
]
NUMBERS = [-1, 0, 1, 2, 3, 7, 40, 1000, 10**6, 10**18, -(10**40), 0.5, 1e-9, 1e300]


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every scalar, and of every object and list that holds nothing."""
    if isinstance(value, dict | list) and value:
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*place, key))
    else:
        yield place


def field_of(place: Place) -> str:
    """Return the field that a place is in, as `verify` names fields."""
    return ".".join(str(key) for key in place if isinstance(key, str))


def fields_that_differ(one: Any, other: Any, place: Place = ()) -> Iterator[str]:
    """Yield every field in which two plans differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from fields_that_differ(one.get(key), other.get(key), (*place, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, pair in enumerate(zip(one, other, strict=True)):
            yield from fields_that_differ(*pair, (*place, index))
    elif one != other or isinstance(one, bool) != isinstance(other, bool):
        yield field_of(place)


class Forger:
    """Plants edits in a plan: in each field as often, whether a plan has it once or in every cable.

    In half of the plans each column has a value for every row, those of defaults too.
    """

    def __init__(self, plan: Document, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - no secret
        self._plan = whole_columns(plan) if self._dice.random() < 0.5 else plan
        by_field: dict[str, list[Place]] = {}
        for place in leaves(self._plan):
            by_field.setdefault(field_of(place), []).append(place)
        del by_field["sha256"]
        self._places = by_field

    def forged(self) -> Document:
        """Return the plan with something else in it: in a third of them several fields that then agree."""
        while True:
            changed = copy.deepcopy(self._plan)
            ways = (self._one, self._one, self._pair, self._pair, self._box, self._exchange, self._row)
            if self._dice.random() < AGREEING:
                with suppress(IndexError, KeyError):  # none of what the edit is about
                    if not self._dice.choice(PAIRS)(changed, self._dice):
                        continue
            else:
                self._dice.choice(ways)(changed)
            self._redo(changed)
            if changed != self._plan:
                return changed

    def _place(self, like: Place | None = None) -> Place:
        fields = list(self._places)
        if like is not None:  # a field of the same part
            part = like[: max(1, len(like) - self._dice.randint(1, 3))]
            fields = [name for name in fields if self._places[name][0][: len(part)] == part] or fields
        return self._dice.choice(self._places[self._dice.choice(fields)])

    def _one(self, plan: Document) -> None:
        place = self._place()
        box = _box(plan, place)
        box[place[-1]] = self._other(box[place[-1]])

    def _pair(self, plan: Document) -> None:
        """Change two numbers by the same amount or factor, or two fields of one part."""
        first = self._place()
        both = [first, self._place(first)]
        old = [_box(plan, place)[place[-1]] for place in both]
        share, times = self._dice.choice(NUMBERS[:8]), self._dice.random() < 0.5
        for place, value in zip(both, old, strict=True):
            if isinstance(value, int | float) and not isinstance(value, bool):
                new: Any = value * share if times else value + share
            else:
                new = self._other(value)
            _box(plan, place)[place[-1]] = new

    def _box(self, plan: Document) -> None:
        """Leave a part out, put an unknown field into it, or list something twice."""
        place = self._place()
        place = place[: self._dice.randint(1, len(place))]
        box = _box(plan, place)
        if isinstance(box, list):
            box.insert(int(place[-1]), box[int(place[-1])]) if self._dice.random() < 0.5 else box.pop()
        elif self._dice.random() < 0.5:
            del box[place[-1]]
        else:
            box[self._dice.choice(["unheard-of", "price", "proof", "flow", "groups", "detours"])] = 1

    def _exchange(self, plan: Document) -> None:
        """Exchange two values of one kind."""
        one = self._place()
        other = self._place(one)
        a, b = _box(plan, one), _box(plan, other)
        a[one[-1]], b[other[-1]] = b[other[-1]], a[one[-1]]

    def _row(self, plan: Document) -> None:
        """Leave a device or cable out, list one twice, or exchange two but for one column."""
        table = self._dice.choice(["devices", "cables"])
        rows = rows_of(plan[table])
        if not rows:
            return
        one, other = self._dice.randrange(len(rows)), self._dice.randrange(len(rows))
        way = self._dice.choice(["leave out", "twice", "exchange"])
        if way == "leave out":
            del rows[one]
        elif way == "twice":
            rows.insert(other, rows[one])
        else:
            stays = self._dice.choice(list(rows[one]))
            swapped = rows[other] | {stays: rows[one][stays]}, rows[one] | {stays: rows[other][stays]}
            rows[one], rows[other] = swapped
        plan[table] = columns_of(rows, plan[table], table)

    def _other(self, value: Any) -> Any:
        """Return another value, mostly of the same kind."""
        if isinstance(value, bool) or self._dice.random() < 0.1:
            return self._dice.choice([None, True, False, [], {}, 1, "x"])
        if isinstance(value, int | float):
            near = [value + 1, value - 1, value * 10, value // 2, -value, value * 1.01, value + 0.5]
            return self._dice.choice([*near, *NUMBERS])
        if isinstance(value, str):
            return self._dice.choice([value + "x", value[:-1], value.upper(), *WORDS])
        return self._dice.choice(NUMBERS + WORDS)  # type: ignore[operator]

    def _redo(self, plan: Document) -> None:
        """Redo sums and hashes, mostly; the checksum of the whole always."""
        if self._dice.random() < 0.7:
            with suppress(TypeError, ValueError, LookupError, AttributeError):  # too broken for a forger
                _reseal(plan)
        plan["sha256"] = canonical_sha256({key: value for key, value in plan.items() if key != "sha256"})


def _reseal(plan: Document) -> None:
    floor = plan["inputs"]["room"]
    floor["definition_sha256"] = canonical_sha256(floor["definition"])
    lengths = [row["length_mm"] for row in rows_of(plan["cables"])[: plan["totals"]["cables"]]]
    plan["totals"] |= {"total_cable_mm": sum(lengths), "max_cable_mm": max(lengths, default=0)}


def _box(plan: Document, place: Place) -> Any:
    box: Any = plan
    for key in place[:-1]:
        box = box[key]
    return box
