"""The price of parts for listed cables, tried part by part (see `check.prices`).

Shares no code with `costmodels.objectives` or `costmodels.catalogue`: lists and catalogue are plain rows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from netfloor.costmodels.check.cords import is_power_cord
from netfloor.costmodels.check.devices import DeviceChoice
from netfloor.costmodels.check.prices import decimal, half_up, is_as_listed, lengths_of, runs_over

Row = Mapping[str, Any]
#: Form of a cage, and its link capacity.
Plug = tuple[str, int]
#: A cage at the far end of links, and these links by their index in the group.
Tail = tuple[Plug, tuple[int, ...]]
#: Copper and fibre route in mm, -1 if there is none.
Way = tuple[int, int]

#: Lanes of the usual cages, which limit the links that share a cage.
_LANES = {
    **dict.fromkeys(("RJ45", "SFP+", "SFP28", "SFP56", "SFP112"), 1),
    **dict.fromkeys(("QSFP+", "QSFP28", "QSFP56", "QSFP112"), 4),
    **dict.fromkeys(("QSFP-DD", "QSFP-DD800", "OSFP", "OSFP-RHS", "OSFP1600"), 8),
    "CXP": 12,
}
#: The single usual form of a rate; other rates have several, or none.
_USUAL = {
    **dict.fromkeys((0.1, 1.0, 2.5, 5.0), "RJ45"),
    10.0: "SFP+",
    25.0: "SFP28",
    40.0: "QSFP+",
    50.0: "SFP56",
    100.0: "QSFP28",
    1600.0: "OSFP1600",
}
#: Highest rate of a switch's management port.
_MANAGED_GBPS = 10.0
#: Highest rate of twisted pair in use.
_MAX_PAIR_GBPS = 10.0
_CLASS = ("gbps", "optics", "fibre", "fibre_connector", "fibres")


@dataclass(frozen=True)
class LinkGroup:
    """Links served by one cable, or sharing transceivers.

    ``head`` is the cage that holds all of them, ``tails`` are the cages at the far ends with their links,
    by index in ``cables``; ``listed`` are the media that the list asks for.
    """

    cables: tuple[int, ...]
    gbps: float
    head: Plug
    tails: tuple[Tail, ...]
    listed: tuple[str, ...]

    @property
    def kind(self) -> tuple[Any, ...]:
        """The properties besides length that determine its price; a single link has no direction."""
        if len(self.tails) == 1:
            return self.gbps, *sorted((self.head, self.tails[0][0])), len(self.cables), self.listed
        return self.gbps, self.head, tuple(self.tails), self.listed


class ListedParts:
    """A catalogue as a plain document, with the cages given by lists and user."""

    def __init__(
        self,
        catalogue: Row,
        criterion: tuple[str, float, float],
        cages: Mapping[float, str],
        gbps: float | None,
    ) -> None:
        self.catalogue, self.cages, self.gbps = catalogue, cages, gbps
        self.scores = DeviceChoice(catalogue, *criterion)
        self.slack_mm = int(decimal(catalogue["slack_m"]) * 1000)
        self.models = {item["part"]: item for key in ("switches", "nics") for item in catalogue[key]}
        self.score = cache(self._score)

    def groups(self, devices: Sequence[Row], cables: Sequence[Row]) -> list[LinkGroup]:
        """Return the links for which a part may be chosen, without power cords and incomplete links."""
        self.devices, self.links = devices, cables
        self.rates = {n: rate for n, cable in enumerate(cables) if (rate := self._rate(cable)) is not None}
        self.legs = self._legs()
        self.forms = {(n, side): self._form(n, side) for n in self.rates for side in "ab"}
        known = {n for n in self.rates if self.forms[n, "a"] and self.forms[n, "b"]} - self._too_many()
        pieces: dict[str, list[int]] = defaultdict(list)
        for number in self.rates:
            pieces[_column(cables[number], "piece") or f"\n{number}"].append(number)
        results: list[LinkGroup] = []
        for piece, numbers in pieces.items():
            results += self._of_piece(numbers, known, named=not piece.startswith("\n"))
        return sorted(results, key=lambda group: group.cables)

    def _rate(self, cable: Row) -> float | None:
        kinds = {self.devices[cable[end]]["kind"] for end in "ab"}
        if cable["installed"] or "panel" in kinds or is_power_cord(cable, self.devices):
            return None
        return self.gbps if cable["gbps"] is None else float(cable["gbps"])

    def _legs(self) -> dict[tuple[int, str], int]:
        """Return the number of links in the cage at each end that all links of a piece share."""
        pieces: dict[str, list[int]] = defaultdict(list)
        for number in self.rates:
            if piece := _column(self.links[number], "piece"):
                pieces[piece].append(number)
        results: dict[tuple[int, str], int] = {}
        for numbers in pieces.values():
            ends = [(number, side) for number in numbers for side in "ab"]
            times = Counter(self.links[number][side] for number, side in ends)
            results |= {
                (number, side): len(numbers)
                for number, side in ends
                if times[self.links[number][side]] == len(numbers)
            }
        return results

    def _cages_of(self, number: int, side: str, gbps: float = 0) -> tuple[str, int, int] | None:
        """Return form, links per cage and ports of a device's model for a rate, by default the cable's."""
        model = self.models.get(self.devices[self.links[number][side]]["model"])
        rates = [] if model is None else [model, *model.get("other_cages", ())]
        for rate in rates:
            if rate["gbps"] == (gbps or self.rates[number]):
                return rate["connector"], rate["links_per_cage"], rate["cages"] * rate["links_per_cage"]
        return None

    def _form(self, number: int, side: str) -> str | None:
        stated = _column(self.links[number], f"form_{side}") or _column(self.links[number], "form")
        if stated:
            known = {item.casefold(): item for item in (*self.catalogue["cage_forms"], *_LANES)}
            return known.get(stated.casefold())
        cages, leg, legs = (
            self._cages_of(number, side),
            self.rates[number],
            self.legs.get((number, side), 1),
        )
        rate = leg * (1 << (legs - 1).bit_length())  # three of four legs may be in use
        if cages is not None and _LANES.get(cages[0], legs) >= legs:
            return cages[0]
        if legs > 1 and (of_all := self._cages_of(number, side, rate)) is not None:
            return of_all[0]
        model = self.models.get(self.devices[self.links[number][side]]["model"], {})
        if legs == 1 and rate <= _MANAGED_GBPS and model.get("management_port"):
            return str(model["management_port"])
        kind = self.links[number]["kind"]
        if kind == "TP" and rate <= _MAX_PAIR_GBPS:
            usual: str | None = "RJ45"
        elif kind not in {"", "copper", "TP"} and rate == 1:
            usual = "SFP"
        else:
            usual = _USUAL.get(rate)
        given = (self.cages.get(gbps) for gbps in (rate, leg))
        return next((own for own in given if own and _LANES.get(own, legs) >= legs), usual)

    def _too_many(self) -> set[int]:
        """Return the cables of devices that have more cables of a rate than ports."""
        at: dict[tuple[int, float], list[int]] = defaultdict(list)
        ports: dict[tuple[int, float], int] = {}
        for number, rate in self.rates.items():
            for side in "ab":
                if (cages := self._cages_of(number, side)) is not None:
                    key = self.links[number][side], rate
                    at[key].append(number)
                    ports[key] = cages[2]
        return {n for key, numbers in at.items() if len(numbers) > ports[key] for n in numbers}

    def _of_piece(self, numbers: list[int], known: set[int], *, named: bool) -> Iterator[LinkGroup]:
        """Yield the group of a piece, or each cable separately; nothing if information is missing."""
        if len(numbers) == 1 or not all(self.forms[n, side] for n in numbers for side in "ab"):
            for number in numbers:
                if number in known and (named or not self._shares(number)):
                    plugs = [self._plug([(number, side)]) for side in "ab"]
                    yield self._group((number,), plugs[0], [(plugs[1], (0,))])
            return
        at: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for number in numbers:
            for side in "ab":
                at[self.links[number][side]].append((number, side))
        shared = {
            device: ends for device, ends in at.items() if len(ends) == len(numbers) and self._fit(ends)
        }
        if not shared or len({self.rates[n] for n in numbers}) > 1 or not known.issuperset(numbers):
            return
        head, *both = shared
        others = [(n, "b" if self.links[n]["a"] == head else "a") for n in numbers]
        places = tuple(range(len(numbers)))
        tails: list[Tail] = [
            (self._plug([end]), (place,)) for place, end in zip(places, others, strict=True)
        ]
        if both:
            tails = [(self._plug(others), places)]
        yield self._group(tuple(numbers), self._plug(shared[head]), tails)

    def _group(self, numbers: tuple[int, ...], head: Plug, tails: Sequence[Tail]) -> LinkGroup:
        listed = sorted({self.links[number]["kind"] for number in numbers})
        return LinkGroup(numbers, self.rates[numbers[0]], head, tuple(tails), tuple(listed))

    def _shares(self, number: int) -> bool:
        """Whether an end is in a cage of several links that no list identifies."""
        both = [(self._cages_of(number, side), self.forms[number, side]) for side in "ab"]
        return any(cages is not None and cages[1] > 1 and cages[0] == form for cages, form in both)

    def _fit(self, ends: Sequence[tuple[int, str]]) -> bool:
        forms = {self.forms[end] for end in ends}
        return len(forms) == 1 and _LANES.get(str(min(map(str, forms))), len(ends)) >= len(ends)

    def _plug(self, ends: Sequence[tuple[int, str]]) -> Plug:
        """Return the form and link capacity of a cage, from its model, else from the parts on sale."""
        form, cages, count = str(self.forms[ends[0]]), self._cages_of(*ends[0]), len(ends)
        if cages is not None and cages[0] == form and cages[1] >= count:
            return form, cages[1]
        if count == 1:
            return form, 1
        gbps, sold = self.rates[ends[0][0]], set()
        for cable in self.catalogue["cables"]:
            tail = cable["links"] // cable["tails"]
            plugs = ((cable["connector_a"], cable["links"]), (cable["connector_b"], tail))
            sold |= {links for connector, links in plugs if cable["gbps"] == gbps and connector == form}
        for module in self.catalogue["transceivers"]:
            if module["gbps"] == gbps and module["connector"] == form:
                sold.add(module["links"])
        return form, min((links for links in sold if links >= count), default=count)

    def cents(self, group: LinkGroup, ways: Sequence[Way]) -> int | None:
        """Return the total price for the links of a group, None if no part is sold."""
        return self.score(group, tuple(ways))

    def _score(self, group: LinkGroup, ways: tuple[Way, ...]) -> int | None:
        results = [*self._cables(group, ways), *self._optics(group, ways)]
        return min(results, default=None)

    def _cables(self, group: LinkGroup, ways: tuple[Way, ...]) -> Iterator[int]:
        """Yield the cents of every cable assembly that serves a group."""
        head, tails, tail = group.head, group.tails, {plug for plug, _ in group.tails}
        for cable in self.catalogue["cables"]:
            a = cable["connector_a"], cable["links"]
            b = cable["connector_b"], cable["links"] // cable["tails"]
            forwards = head == a and tail == {b} and len(tails) <= cable["tails"]
            backwards = head == b and tail == {a} and len(tails) == 1
            if not runs_over(cable, group.gbps) or not (forwards or backwards):
                continue
            if not all(is_as_listed(cable["kind"], listed) for listed in group.listed):
                continue
            own = [way[1 if cable["kind"] == "AOC" else 0] for way in ways]
            watts = decimal(cable["power_a_w"] or 0.0), decimal(cable["power_b_w"] or 0.0)
            mw = half_up(watts[0] * 1000) + cable["tails"] * half_up(watts[1] * 1000)
            for length_mm, part in lengths_of(cable):
                if min(own) >= 0 and max(own) + self.slack_mm <= length_mm:
                    yield self.scores.cents(part, cable, Fraction(mw, 1000))

    def _optics(self, group: LinkGroup, ways: tuple[Way, ...]) -> Iterator[int]:
        """Yield the cents of transceivers and cords of every class, by reach of the head's transceiver."""
        modules = [
            item
            for item in self.catalogue["transceivers"]
            if item["gbps"] == group.gbps
            and all(is_as_listed(item["fibre"], listed) for listed in group.listed)
        ]
        if min(fibre for _, fibre in ways) < 0:
            return
        for kind in {tuple(module[key] for key in _CLASS) for module in modules}:
            alike = [module for module in modules if tuple(module[key] for key in _CLASS) == kind]
            reaches = sorted({decimal(item["reach_m"]) * 1000 for item in alike})
            cords = self._cords(kind)
            for reach in reaches:
                total = self._module(alike, group.head, reach)
                for plug, places in group.tails:
                    own = [
                        self._end(
                            alike, plug, level, min(level, reach), cords, [ways[p][1] for p in places]
                        )
                        for level in reaches
                    ]
                    minimum = min((item for item in own if item is not None), default=None)
                    total = None if total is None or minimum is None else total + minimum
                if total is not None:
                    yield total

    def _cords(self, kind: tuple[Any, ...]) -> list[tuple[int, int]]:
        """Return length and cents of the cords between transceivers of a class."""
        _, _, fibre, connector, fibres = kind
        return [
            (length_mm, self.scores.cents(part, cord, Fraction(0)))
            for cord in self.catalogue["cords"]
            if (cord["fibre"], cord["connector"]) == (fibre, connector) and cord["fibres"] >= fibres
            for length_mm, part in lengths_of(cord)
        ]

    def _module(self, modules: Sequence[Row], plug: Plug, reach_mm: Fraction) -> int | None:
        """Return the cents of the cheapest transceiver for a cage with this reach."""
        return min(
            (
                self.scores.cents(module, module, decimal(module["power_w"] or 0.0))
                for module in modules
                if (module["connector"], module["links"]) == plug
                and decimal(module["reach_m"]) * 1000 >= reach_mm
            ),
            default=None,
        )

    def _end(
        self,
        modules: Sequence[Row],
        plug: Plug,
        level: Fraction,
        reach_mm: Fraction,
        cords: Sequence[tuple[int, int]],
        ways_mm: Sequence[int],
    ) -> int | None:
        """Return the cents of a tail's transceiver and the cords that end there."""
        total = self._module(modules, plug, level)
        for way_mm in ways_mm:
            fitting = [cents for length, cents in cords if way_mm + self.slack_mm <= length <= reach_mm]
            total = None if total is None or not fitting else total + min(fitting)
        return total


def _column(cable: Row, name: str) -> str:
    """Return a further column of a cable list, in any case, spaces as underscores."""
    texts = (
        text for key, text in cable["attributes"].items() if key.strip().lower().replace(" ", "_") == name
    )
    return next(texts, "").strip()
