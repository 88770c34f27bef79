"""Trunks with cassettes instead of cords from cage to cage, where they cost less.

The transceivers and cords of every link are given. A link between two cabinets may replace its cord by a
place in a kit (a trunk with cassettes at both ends) between these cabinets and a cord at each end, from the
cage to the front of the cassette. Kits are bought whole, their cassettes go into panels, and panels into
free rack units. An integer programme (see `purchases`) decides the purchase of each part, including the
remaining cords; its solution without kits is the original order, so the cost never increases. The cost of
laying a cable between two cabinets is included if given. Both cords of a link are at most half as long as
the reach left by the trunk; the loss of a link is checked if transceivers, cassettes and trunk state
theirs.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.choose import whole_above
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.part_index import OpticsClass
from netfloor.costmodels.catalogue.choice.purchases import PurchaseProgramme, Terms
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.trunks.case import LinkKind, Pair, TrunkCase, TrunkWays
from netfloor.costmodels.catalogue.trunks.kits import Kit, Length
from netfloor.costmodels.catalogue.trunks.unsuited import unsuited_links
from netfloor.costmodels.sets.offers import IntArray

_CORDS_COST_NO_MORE = "cords from switch to switch cost no more than trunks"


@dataclass(frozen=True)
class TrunkRun:
    """A trunk with its cassettes, and its links; part numbers are indices."""

    cabinets: Pair
    trunk: int
    cassette: int
    cassettes: int
    links: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class TrunkChoice:
    """The trunks, and the cords and panels that go with them.

    Attributes
    ----------
    runs
        Trunks, by cabinets.
    jumper_sku
        Cords at both ends of the links in trunks, (m, 2) int64, -1 for a link that keeps its cord.
    panels
        By cabinet and part number.
    without_cents, cents, bound_cents
        Cost of all cords without any trunk, None if too few are available; cost of all cords, trunks,
        cassettes and panels, less ``laying_cents`` for each cable between cabinets that is saved; and a
        lower bound on the latter for these transceivers and cage-to-cage cords.
    laying_cents
        Cost of laying a cable between two cabinets.
    unsuited
        Number of links between cabinets that no trunk can serve, by reason.
    suited
        Links that a trunk could serve.
    """

    runs: tuple[TrunkRun, ...]
    jumper_sku: IntArray
    panels: Mapping[Pair, int]
    without_cents: int | None
    cents: int
    bound_cents: int
    laying_cents: int = 0
    unsuited: Mapping[str, int] = field(default_factory=dict)
    suited: int = 0

    @staticmethod
    def none(links: int) -> "TrunkChoice":
        """Return an empty choice for this many links."""
        return TrunkChoice((), np.full((links, 2), -1, dtype=np.int64), {}, 0, 0, 0)

    @property
    def why_none(self) -> str | None:
        """Why no trunk is bought; None if some are."""
        others = "; ".join(f"{links:,}: {why}" for why, links in sorted(self.unsuited.items()))
        if self.runs:
            return None
        if not self.suited:
            return f"no trunk fits any link between cabinets ({others or 'there are none'})"
        links = "1 link" if self.suited == 1 else f"{self.suited:,} links"
        result = "no cheaper use of trunks was found" if self.gap_cents else _CORDS_COST_NO_MORE
        told = f"for the {links} that could use a trunk, {result}"
        return f"{told}; no trunk fits the others ({others})" if others else told

    @property
    def parts_cents(self) -> int:
        """Cost of all cords, trunks, cassettes and panels."""
        return self.cents + self.laying_saved_cents

    @property
    def laying_saved_cents(self) -> int:
        """Saving on laying: a trunk is laid as one cable."""
        return self.laying_cents * (int(self.inside.sum()) - len(self.runs))

    @property
    def inside(self) -> npt.NDArray[np.bool_]:
        """Which links are in trunks, (m,)."""
        inside: npt.NDArray[np.bool_] = np.any(self.jumper_sku >= 0, axis=1)
        return inside

    @property
    def jumpers(self) -> int:
        """Cords from cages to cassettes."""
        return int((self.jumper_sku >= 0).sum())

    @property
    def cassettes(self) -> int:
        """Cassettes at both ends of all trunks."""
        return 2 * sum(run.cassettes for run in self.runs)

    @property
    def gap_cents(self) -> int:
        """The most that another use of trunks could save."""
        return self.cents - self.bound_cents

    @property
    def saved_cents(self) -> int | None:
        """Saving from the trunks, None if there is no order without them."""
        return None if self.without_cents is None else self.without_cents - self.cents

    def rows(self, choice: LinkChoice) -> IntArray:
        """Return cabinet, part number and first link of every cord, trunk, cassette and panel, (n, 3).

        Remaining cords and trunks are counted in the cabinet of their first end; panels have link -1.
        """
        cabinets = choice.needs.cage_cabinet[choice.needs.cage]
        keeps = np.flatnonzero((self.jumper_sku < 0).all(axis=1) & choice.is_cord[choice.link_cable])
        lead_sku = choice.cable_sku[choice.link_cable]
        rows = [(int(cabinets[link, 0]), int(lead_sku[link]), link) for link in keeps.tolist()]
        for link, end in np.argwhere(self.jumper_sku >= 0).tolist():
            rows.append((int(cabinets[link, end]), int(self.jumper_sku[link, end]), link))
        for run in self.runs:
            rows.append((run.cabinets[0], run.trunk, run.links[0]))
            for cabinet in run.cabinets:
                rows += [(cabinet, run.cassette, run.links[0])] * run.cassettes
        for (cabinet, panel), count in self.panels.items():
            rows += [(cabinet, panel, -1)] * count
        return np.array(rows, dtype=np.int64).reshape(-1, 3)


def choose_trunks(
    choice: LinkChoice, rules: BuyingRules, ways: TrunkWays, laying_cents: int = 0
) -> TrunkChoice | None:
    """Return the trunks with the largest saving; an empty choice if none saves money.

    Return None if the order's cords are not available, with or without trunks.

    ``laying_cents`` is the cost of laying a cable between two cabinets, the same for trunks and cords.

    Raise `InfeasibleError` if the solver reaches its node limit without a solution.
    """
    case = TrunkCase(choice, rules, ways)
    without = case.cents(case.leads)
    unsuited = unsuited_links(case)
    suited = int(case.apart.sum()) - sum(unsuited.values())
    no_cords = np.full((len(choice.needs), 2), -1, dtype=np.int64)
    minimum = without or 0
    nothing = TrunkChoice(
        runs=(),
        jumper_sku=no_cords,
        panels={},
        without_cents=without,
        cents=minimum,
        bound_cents=minimum,
        laying_cents=laying_cents,
        unsuited=unsuited,
        suited=suited,
    )
    if not case.options:
        return None if without is None else nothing
    model = _Model(case)
    result = model.least([*model.money, *((item, many * laying_cents) for item, many in model.laid())])
    if result is None:
        return None
    outcome = _PartAssignment(model, result.variable_values()).choice(nothing)
    sku, count = np.unique(outcome.rows(choice)[:, 1], return_counts=True)
    bought = case.cents(dict(zip(sku.tolist(), count.tolist(), strict=True)))
    if bought is None:
        raise ValueError("the programme bought more of a part than there are")
    cents = bought - outcome.laying_saved_cents
    bound = min(whole_above(result.best_objective_bound()), cents, cents if without is None else without)
    if without is not None and cents >= without:
        return replace(nothing, bound_cents=bound)
    return replace(outcome, cents=cents, bound_cents=bound)


#: A range of a class's cords: index of the first long enough, and number of those short enough.
_JumperKey = tuple[OpticsClass, int, int]


@dataclass(frozen=True, eq=False)
class _Run:
    """A kit between two cabinets: its trunks, links by kind, and number of cords each kind may use."""

    pair: Pair
    kit: Kit
    length: Length
    trunks: Terms
    inside: dict[LinkKind, Any]
    allowed: Mapping[LinkKind, int]

    def jumpers(self, kind: LinkKind) -> tuple[_JumperKey, _JumperKey]:
        """Return the cords that links of a kind need at both ends."""
        low, high = ((kind.optics, first, self.allowed[kind]) for first in kind.first)
        return low, high


class _Model(PurchaseProgramme):
    """The programme: kits between cabinets, their links, panels in cabinets, and all purchases."""

    def __init__(self, case: TrunkCase) -> None:
        super().__init__(case.terms, dict.fromkeys(case.terms, 0))
        self.case = case
        self.runs: list[_Run] = []
        self.jumpers: dict[_JumperKey, dict[int, Terms]] = {}
        for sku, maximum in sorted(self._max_used().items()):
            self.add_part(sku, maximum)
        self._add_kits()
        self._add_jumpers()
        add_cassettes(self, self.runs, case.ways.free_u)

    def laid(self) -> Terms:
        """Return the cables between cabinets, relative to the order without trunks."""
        trunks = [(item, 1.0) for run in self.runs for item, _ in run.trunks]
        return trunks + [(item, -1.0) for run in self.runs for item in run.inside.values()]

    def _max_used(self) -> dict[int, int]:
        maximum: dict[int, int] = defaultdict(int, self.case.leads)
        cords = {kind.optics: 0 for kind in self.case.kinds}
        for kind, links in self.case.kinds.items():
            cords[kind.optics] += 2 * len(links)
        for optics, count in cords.items():
            for item in self.case.cords[optics]:
                maximum[item.sku] += count
        for option in self.case.options.values():
            for (kit, length), kinds in option:
                kits = self._max_kits(kit, kinds)
                maximum[length.sku] += kits
                maximum[kit.sku] += 2 * kit.cassettes * kits
                maximum[kit.panel] += 2 * kit.cassettes * kits
        return maximum

    def _max_kits(self, kit: Kit, kinds: Mapping[LinkKind, int]) -> int:
        return -(-sum(len(self.case.kinds[kind]) for kind in kinds) // kit.links)

    def _add_kits(self) -> None:
        """Add the trunks between each pair of cabinets and their links of each kind."""
        moved: dict[LinkKind, Terms] = defaultdict(list)
        for pair, option in self.case.options.items():
            for (kit, length), kinds in option:
                trunks = self.draw([length.sku], self._max_kits(kit, kinds))[length.sku]
                inside = {kind: self.whole(len(self.case.kinds[kind])) for kind in kinds}
                carried = [(entry, -float(kit.links)) for entry, _ in trunks]
                self.row([*((entry, 1.0) for entry in inside.values()), *carried], -float("inf"), 0)
                self.runs.append(_Run(pair, kit, length, trunks, inside, kinds))
                for kind, item in inside.items():
                    moved[kind].append((item, 1.0))
        left: dict[int, Terms] = defaultdict(list)
        for kind, terms in moved.items():
            self.row(terms, 0, len(self.case.kinds[kind]))
            left[kind.lead] += terms
        for sku, count in self.case.leads.items():
            self.row([*self.draw([sku], count)[sku], *left[sku]], count, count)

    def _add_jumpers(self) -> None:
        wanted: dict[_JumperKey, Terms] = defaultdict(list)
        maximum: dict[_JumperKey, int] = defaultdict(int)
        for run in self.runs:
            for kind, item in run.inside.items():
                for key in run.jumpers(kind):
                    wanted[key].append((item, -1.0))
                    maximum[key] += len(self.case.kinds[kind])
        for key, terms in wanted.items():
            optics, first, last = key
            skus = [entry.sku for entry in self.case.cords[optics][first:last]]
            self.jumpers[key] = self.draw(skus, maximum[key])
            self.row([*(entry for own in self.jumpers[key].values() for entry in own), *terms], 0, 0)


class TrunkUse(Protocol):
    """The trunks of a kit between two cabinets in a programme."""

    @property
    def pair(self) -> Pair:
        """The cabinets, the lower number first."""

    @property
    def kit(self) -> Kit:
        """The trunk with its cassettes."""

    @property
    def trunks(self) -> Terms:
        """The number of trunks."""


def add_cassettes(model: PurchaseProgramme, runs: Sequence[TrunkUse], free_u: Mapping[int, int]) -> None:
    """Add the cassettes of trunks, the panels needed in each cabinet, and their rack units."""
    cassettes: dict[int, Terms] = defaultdict(list)
    inside: dict[Pair, Terms] = defaultdict(list)
    panels = {run.kit.panel: run.kit for run in runs}
    for run in runs:
        for cabinet in run.pair:
            own = [(item, -float(run.kit.cassettes)) for item, _ in run.trunks]
            cassettes[run.kit.sku] += own
            inside[cabinet, run.kit.panel] += own
    for sku, terms in cassettes.items():
        model.row([*model.draw([sku], 10**6)[sku], *terms], 0, 0)
    rows: dict[int, Terms] = defaultdict(list)
    bought: dict[int, Terms] = defaultdict(list)
    for (cabinet, sku), terms in inside.items():
        panel = model.whole(free_u.get(cabinet, 0))
        model.row([(panel, float(panels[sku].panel_holds)), *terms], 0, float("inf"))
        rows[cabinet].append((panel, float(panels[sku].panel_u)))
        bought[sku].append((panel, -1.0))
    for cabinet, terms in rows.items():
        model.row(terms, 0, free_u.get(cabinet, 0))
    for sku, terms in bought.items():
        model.row([*model.draw([sku], 10**6)[sku], *terms], 0, 0)


class _PartAssignment:
    """Assigns the counts of a solution to links, in their order."""

    def __init__(self, model: _Model, values: Mapping[Any, float]) -> None:
        self.model, self.values = model, values
        self.left = {kind: iter(links) for kind, links in model.case.kinds.items()}
        self.jumpers = {
            key: iter([sku for sku, own in drawn.items() for _ in range(self._count(own))])
            for key, drawn in model.jumpers.items()
        }

    def _count(self, terms: Terms) -> int:
        return sum(round(self.values[item]) for item, _ in terms)

    def choice(self, nothing: TrunkChoice) -> TrunkChoice:
        """Return trunks, cords and panels."""
        jumper_sku, runs = nothing.jumper_sku.copy(), []
        held: dict[tuple[int, int, int], int] = defaultdict(int)
        for run in self.model.runs:
            links = list(self._links(run, jumper_sku))
            for start in range(0, len(links), run.kit.links):
                own = tuple(sorted(links[start : start + run.kit.links]))
                runs.append(TrunkRun(run.pair, run.length.sku, run.kit.sku, run.kit.cassettes, own))
                for cabinet in run.pair:
                    held[cabinet, run.kit.panel, run.kit.panel_holds] += run.kit.cassettes
        panels = {(cabinet, sku): -(-count // holds) for (cabinet, sku, holds), count in held.items()}
        return replace(nothing, runs=tuple(runs), jumper_sku=jumper_sku, panels=panels)

    def _links(self, run: _Run, jumper_sku: IntArray) -> Iterator[int]:
        """Yield the links in a kit and record their cords."""
        needs = self.model.case.choice.needs
        cabinets = needs.cage_cabinet[needs.cage]
        for kind, unknown in run.inside.items():
            for _ in range(round(self.values[unknown])):
                link = next(self.left[kind])
                ends = (0, 1) if cabinets[link, 0] < cabinets[link, 1] else (1, 0)
                for end, key in zip(ends, run.jumpers(kind), strict=True):
                    jumper_sku[link, end] = next(self.jumpers[key])
                yield link
