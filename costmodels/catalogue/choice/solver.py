"""The choice of parts as an integer programme: the number of groups served in each way; see `purchases`."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from netfloor.costmodels.catalogue.choice.menu import Menu, OpticsWay
from netfloor.costmodels.catalogue.choice.purchases import PurchaseProgramme, Terms
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.part_terms import PartTerms

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

#: A demand for cords: the class, first cord and number of allowed cords; or the template, its way and link.
CordKey = tuple[Literal["shared", "of one link"], int, int, int]
#: A class of transceivers and a form of cage.
ModuleKey = tuple[int, Socket]


@dataclass(frozen=True)
class KindLimit:
    """A limit on how many of some part numbers may be bought."""

    skus: frozenset[int]
    most: int


@dataclass(frozen=True)
class PieceDemand:
    """A number of pieces, each of any of some part numbers; with ``alike`` all of the same part number."""

    skus: tuple[int, ...]
    pieces: int
    alike: bool = False


@dataclass(frozen=True)
class BundleDemand:
    """A number of links of several parts each, each with one of several options: pieces by part number."""

    options: tuple[Mapping[int, int], ...]
    links: int


@dataclass(frozen=True)
class Programme:
    """The integer programme to solve.

    Attributes
    ----------
    terms, energy_cents
        For each part number that may be bought.
    limits
        Limits on the number of part numbers.
    pieces
        Devices and power cords to buy as well.
    bundles
        Links through panels.
    """

    menu: Menu
    terms: Mapping[int, PartTerms]
    energy_cents: Mapping[int, int]
    limits: tuple[KindLimit, ...] = ()
    pieces: tuple[PieceDemand, ...] = ()
    bundles: tuple[BundleDemand, ...] = ()


@dataclass(frozen=True, eq=False)
class Answer:
    """The solution of the programme."""

    bound: float  # lower bound on the minimised objective
    assemblies: dict[int, dict[int, int]]  # for each template the pieces of each part number
    # for each template and place in its ``optics``, the groups served in this way; and for each cage and
    # level above the lowest, how many of them have it
    optics: dict[tuple[int, int], tuple[int, dict[tuple[int, int], int]]]
    cords: dict[CordKey, dict[int, int]]  # pieces by demand
    modules: dict[ModuleKey, dict[int, int]]  # pieces by class and form of cage
    unserved: dict[int, int]  # unserved groups of each template, if requested
    bought: dict[int, int]  # pieces of each part number
    # for each template, way and link, the reach level and the number of groups whose link is in a trunk
    inside: dict[tuple[int, int, int], tuple[tuple[int, int], ...]]
    pieces: tuple[Mapping[int, int], ...]  # for each demand for devices and power cords
    bundles: tuple[tuple[int, ...], ...]  # for each demand for bundles, the links with each option


def max_used(menu: Menu) -> dict[int, int]:
    """Return the most pieces of each part that could be used."""
    maximum: dict[int, int] = defaultdict(int)
    for template in menu.templates:
        count = len(template.groups)
        for sku in template.assemblies:
            maximum[sku] += count
        for way in template.optics:
            own = menu.optics[way.kind]
            for socket in way.sockets:
                for _, sku in own.modules[socket]:
                    maximum[sku] += count
            for link, (_, _, first) in enumerate(way.links):
                for sku in own.cords[first : own.allowed[way.highest(link)]]:
                    maximum[sku] += count
    return maximum


def _max_of(demand: BundleDemand) -> dict[int, int]:
    """Return the most pieces of each part that a link of a demand has."""
    maximum: dict[int, int] = defaultdict(int)
    for option in demand.options:
        for sku, many in option.items():
            maximum[sku] = max(maximum[sku], many)
    return maximum


def cheapest(programme: Programme) -> Answer | None:
    """Return the cheapest choice, or None if there is none.

    Raise `InfeasibleError` if the node limit of `purchases` yields neither a choice nor a proof of
    infeasibility.
    """
    model = ChoiceModel(programme)
    return model.solve(model.money)


def fewest_kinds(programme: Programme, counted: Collection[int]) -> Answer | None:
    """Return a choice with the fewest counted part numbers; None and errors as for `cheapest`."""
    model = ChoiceModel(programme, counted)
    return model.solve([(is_open, 1.0) for sku in sorted(counted) for is_open in model.open[sku]])


def fewest_unserved(programme: Programme) -> Answer | None:
    """Return a choice that leaves the fewest links without parts; None and errors as for `cheapest`."""
    model = ChoiceModel(programme, may_fail=True)
    sizes = [template.links.shape[1] for template in programme.menu.templates]
    return model.solve([(fails, float(sizes[t])) for t, fails in model.unserved.items()])


class ChoiceModel(PurchaseProgramme):
    """The unknowns and constraints, added demand by demand, then part by part."""

    def __init__(
        self, programme: Programme, counted: Collection[int] = (), *, may_fail: bool = False
    ) -> None:
        limited = frozenset(counted).union(*(limit.skus for limit in programme.limits))
        super().__init__(programme.terms, programme.energy_cents, limited)
        self.programme = programme
        self.unserved: dict[int, Any] = {}
        self.assemblies: dict[int, dict[int, Terms]] = {}
        self.ways: dict[tuple[int, int], tuple[Any, dict[tuple[int, int], Any]]] = {}
        self._cords: dict[CordKey, dict[int, Terms]] = {}
        self._inside: dict[tuple[int, int, int], list[tuple[int, Any]]] = {}
        self._modules: dict[ModuleKey, dict[int, Terms]] = {}
        maximum = Counter(self.max_used())
        for demand in programme.pieces:
            maximum.update(dict.fromkeys(demand.skus, demand.pieces))
        for bundle in programme.bundles:
            maximum.update({sku: many * bundle.links for sku, many in _max_of(bundle).items()})
        for sku in sorted(maximum):
            self.add_part(sku, maximum[sku])
        self._add_templates(may_fail=may_fail)
        self._pieces_drawn = [self._add_pieces(piece) for piece in programme.pieces]
        self._bundles_going = [self._add_bundles(item) for item in programme.bundles]
        for limit in programme.limits:
            self.row([(item, 1.0) for sku in sorted(limit.skus) for item in self.open[sku]], 0, limit.most)

    def max_used(self) -> dict[int, int]:
        """Return the most pieces of each part that could be used."""
        return max_used(self.programme.menu)

    def _add_pieces(self, demand: PieceDemand) -> dict[int, Terms]:
        """Add the pieces that devices or power cords draw of their part numbers."""
        drawn = self.draw(demand.skus, demand.pieces)
        self.row([part for own in drawn.values() for part in own], demand.pieces, demand.pieces)
        if demand.alike and len(demand.skus) > 1:
            picked = {sku: self.model.add_binary_variable() for sku in demand.skus}
            self.row([(pick, 1.0) for pick in picked.values()], 1, 1)
            for sku, pick in picked.items():
                self.row([*drawn[sku], (pick, -float(demand.pieces))], 0, 0)
        return drawn

    def _add_bundles(self, demand: BundleDemand) -> list[Any]:
        """Add the number of links served by each option, and the pieces they draw."""
        going = [self.whole(demand.links) for _ in demand.options]
        self.row([(item, 1.0) for item in going], demand.links, demand.links)
        for sku, maximum in _max_of(demand).items():
            drawn = self.draw([sku], maximum * demand.links)[sku]
            wanted = [
                (item, -float(option[sku]))
                for item, option in zip(going, demand.options, strict=True)
                if sku in option
            ]
            self.row([*drawn, *wanted], 0, 0)
        return going

    def _add_templates(self, *, may_fail: bool) -> None:
        shared: dict[CordKey, Terms] = defaultdict(list)
        modules: dict[ModuleKey, dict[int, Terms]] = defaultdict(lambda: defaultdict(list))
        sizes: dict[Any, int] = {}
        for number, template in enumerate(self.programme.menu.templates):
            count = len(template.groups)
            self.assemblies[number] = self.draw(template.assemblies, count)
            served = [item for drawn in self.assemblies[number].values() for item in drawn]
            for place, way in enumerate(template.optics):
                going = self.whole(count)
                sizes[going] = count
                served.append((going, 1.0))
                levels = self._add_way(number, place, way, going, count, shared)
                self.ways[number, place] = going, levels
                self._want_modules(way, going, levels, count, modules, sizes)
            if may_fail:
                self.unserved[number] = self.whole(count)
                served.append((self.unserved[number], 1.0))
            self.row(served, count, count)
        self._add_cords(shared, sizes)
        self._add_modules(modules, sizes)

    def _add_way(
        self,
        number: int,
        place: int,
        way: OpticsWay,
        going: Any,
        count: int,
        shared: dict[CordKey, Terms],
    ) -> dict[tuple[int, int], Any]:
        """Add the cords of a way; return the unknowns of higher levels by cage and level."""
        menu = self.programme.menu.optics[way.kind]
        inside = [self.add_inside(way, e, going, count) for e in range(len(way.links))]
        self._inside |= {(number, place, e): own for e, own in enumerate(inside) if own}
        loose = [
            e
            for e in range(len(way.links))
            if menu.allowed[way.highest(e)] > menu.allowed[way.level(e)]
            or any(level > way.level(e) for level, _ in inside[e])
        ]
        raised = {cage for e in loose for cage in way.links[e][:2]}
        levels: dict[tuple[int, int], Any] = {}
        for cage in sorted(raised):
            below = going
            for level in range(way.least[cage] + 1, way.most[cage] + 1):
                levels[cage, level] = self.whole(count)
                self.row([(levels[cage, level], 1.0), (below, -1.0)], -inf, 0)
                below = levels[cage, level]
        for link, (a, b, first) in enumerate(way.links):
            in_trunks = [(item, 1.0) for _, item in inside[link]]
            if link not in loose:
                wanted = [(going, 1.0), *((item, -1.0) for item, _ in in_trunks)]
                shared["shared", way.kind, first, menu.allowed[way.level(link)]] += wanted
                continue
            allowed = menu.allowed
            drawn = self.draw(menu.cords[first : allowed[way.highest(link)]], count)
            self._cords["of one link", number, place, link] = drawn
            cords = [item for own in drawn.values() for item in own]
            self.row([*cords, *in_trunks, (going, -1.0)], 0, 0)
            for level in range(way.level(link) + 1, way.highest(link) + 1):
                longer = menu.cords[allowed[level - 1] : allowed[way.highest(link)]]
                high = [item for sku in longer for item in drawn.get(sku, ())]
                high += [(item, 1.0) for needed, item in inside[link] if needed >= level]
                for cage in (a, b):
                    if level > way.least[cage]:
                        self.row([*high, (levels[cage, level], -1.0)], -inf, 0)
        return levels

    def add_inside(self, way: OpticsWay, link: int, going: Any, count: int) -> list[tuple[int, Any]]:  # noqa: ARG002
        """Add the links of a way that are in trunks, with the reach level of each; none by default."""
        return []

    def _want_modules(
        self,
        way: OpticsWay,
        going: Any,
        levels: dict[tuple[int, int], Any],
        count: int,
        modules: dict[ModuleKey, dict[int, Terms]],
        sizes: dict[Any, int],
    ) -> None:
        """Add to the demand for transceivers of at least each level, by class and form of cage."""
        for cage, socket in enumerate(way.sockets):
            wanted = modules[way.kind, socket]
            for level in range(way.least[cage] + 1):
                wanted[level].append((going, 1.0))
            for level in range(way.least[cage] + 1, way.most[cage] + 1):
                if (cage, level) in levels:
                    wanted[level].append((levels[cage, level], 1.0))
                    sizes[levels[cage, level]] = count

    def _add_cords(self, shared: dict[CordKey, Terms], sizes: dict[Any, int]) -> None:
        for key, wanted in shared.items():
            _, kind, first, allowed = key
            maximum = sum(sizes[going] for going, factor in wanted if factor > 0)
            drawn = self.draw(self.programme.menu.optics[kind].cords[first:allowed], maximum)
            self._cords[key] = drawn
            terms = [item for own in drawn.values() for item in own]
            self.row([*terms, *((going, -factor) for going, factor in wanted)], 0, 0)

    def _add_modules(self, modules: dict[ModuleKey, dict[int, Terms]], sizes: dict[Any, int]) -> None:
        for (kind, socket), wanted in modules.items():
            menu = self.programme.menu.optics[kind]
            offered = [item for item in menu.modules[socket] if item[0] >= menu.reach_mm[0]]
            maximum = sum(sizes[going] for going, _ in wanted[0])
            drawn = self.draw([sku for _, sku in offered], maximum)
            self._modules[kind, socket] = drawn
            for level, demand in wanted.items():
                reaching = [
                    item for reach, sku in offered if reach >= menu.reach_mm[level] for item in drawn[sku]
                ]
                wants = [(going, -factor) for going, factor in demand]
                self.row([*reaching, *wants], 0, 0 if level == 0 else inf)

    def solve(self, objective: Terms) -> Answer | None:
        """Return the choice that minimises an objective."""
        result = self.least(objective)
        return None if result is None else self._answer(result)

    def _answer(self, result: "mathopt.SolveResult") -> Answer:
        values = result.variable_values()

        def counted(drawn: dict[int, Terms]) -> dict[int, int]:
            counts = {sku: sum(round(values[item]) for item, _ in own) for sku, own in drawn.items()}
            return {sku: count for sku, count in counts.items() if count}

        return Answer(
            bound=result.best_objective_bound(),
            assemblies={number: counted(drawn) for number, drawn in self.assemblies.items()},
            optics={
                key: (
                    round(values[going]),
                    {place: round(values[level]) for place, level in levels.items()},
                )
                for key, (going, levels) in self.ways.items()
            },
            cords={key: counted(drawn) for key, drawn in self._cords.items()},
            modules={key: counted(drawn) for key, drawn in self._modules.items()},
            unserved={number: round(values[fails]) for number, fails in self.unserved.items()},
            bought={
                sku: sum(round(values[packs]) * round(pack) for packs, pack in own)
                for sku, own in self.bought.items()
            },
            inside={
                key: tuple((level, round(values[item])) for level, item in own)
                for key, own in self._inside.items()
            },
            pieces=tuple(counted(drawn) for drawn in self._pieces_drawn),
            bundles=tuple(tuple(round(values[item]) for item in going) for going in self._bundles_going),
        )
