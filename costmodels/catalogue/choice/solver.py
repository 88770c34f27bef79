"""The choice of parts as an integer programme: how many groups go which way, and what is bought.

Every price of a part, from its smallest order and from each break, is a facility that is open
or not (a binary unknown). Pieces for a demand come from open facilities only, demand by demand, which
makes the linear relaxation tight (as in plant location, Balinski 1965, Management Science 12); an open
facility buys its least quantity at its price. What is bought counts spares, packs and pieces at hand.
Solved by HiGHS through OR-Tools' MathOpt: counts are large and prices many, which branch and bound
over linear programmes handles in seconds and a search over domains (CP-SAT) does not.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import floor, inf
from typing import TYPE_CHECKING, Any

from netfloor.costmodels.catalogue.choice.menu import OpticsWay
from netfloor.costmodels.catalogue.choice.programme import Answer, CordKey, ModuleKey, Programme, most_used
from netfloor.foundation.errors import InfeasibleError

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

#: Nodes of the search after which the best choice found is taken, with the gap that remains.
MOST_NODES = 10_000
#: Up to so many unknowns a choice of no gap is searched for first, for `SMALL_WORK` nodes by unknowns: the
#: last cents of a programme of hundreds take ten thousand nodes and often stay. Else, and of larger ones, a
#: choice within `LARGE_GAP` of the bound will do, whose gap is stated.
SMALL_UNKNOWNS, SMALL_WORK, LARGE_GAP = 1_000, 200_000, 1e-4
#: From so many unknowns on within `HUGE_GAP`: of 49,152 cables (11,223 unknowns) a choice within 0.03 % is
#: found in seconds, one within 0.01 % takes minutes.
HUGE_UNKNOWNS, HUGE_GAP = 5_000, 5e-4
#: Unknown and coefficient.
Terms = list[tuple[Any, float]]


def cheapest(programme: Programme) -> Answer | None:
    """Return the choice of least money; None if there is none.

    Raises
    ------
    InfeasibleError
        If within `MOST_NODES` none was found and none ruled out.
    """
    model = _Model(programme)
    return model.solve(model.money)


def fewest_kinds(programme: Programme, counted: Collection[int]) -> Answer | None:
    """Return a choice with the fewest of the counted part numbers; None and errors as for `cheapest`."""
    model = _Model(programme, counted)
    return model.solve([(is_open, 1.0) for sku in sorted(counted) for is_open in model.open[sku]])


def fewest_unserved(programme: Programme) -> Answer | None:
    """Return a choice that leaves the fewest links without parts; None and errors as for `cheapest`."""
    model = _Model(programme, may_fail=True)
    sizes = [template.links.shape[1] for template in programme.menu.templates]
    return model.solve([(fails, float(sizes[t])) for t, fails in model.unserved.items()])


class _Model:
    """Unknowns and constraints, added demand by demand, then part by part."""

    def __init__(
        self, programme: Programme, counted: Collection[int] = (), *, may_fail: bool = False
    ) -> None:
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        self.model: mathopt.Model = mathopt.Model()
        self.programme = programme
        self.money: Terms = []
        self.open: dict[int, list[Any]] = defaultdict(list)
        self.unserved: dict[int, Any] = {}
        self._counted = frozenset(counted).union(*(limit.skus for limit in programme.limits))
        self._pieces: dict[int, list[tuple[Any, Any, int]]] = {}
        self._used: dict[Any, Terms] = defaultdict(list)
        self._assemblies: dict[int, dict[int, Terms]] = {}
        self._ways: dict[tuple[int, int], tuple[Any, dict[tuple[int, int], Any]]] = {}
        self._cords: dict[CordKey, dict[int, Terms]] = {}
        self._modules: dict[ModuleKey, dict[int, Terms]] = {}
        most = most_used(programme.menu)
        for sku in sorted(most):
            self._add_part(sku, most[sku])
        self._add_templates(may_fail=may_fail)
        for pieces, sources in self._used.items():
            self._row([(pieces, 1.0), *((one, -factor) for one, factor in sources)], 0, 0)
        for limit in programme.limits:
            self._row([(one, 1.0) for sku in sorted(limit.skus) for one in self.open[sku]], 0, limit.most)

    def _whole(self, most: float) -> Any:
        return self.model.add_integer_variable(lb=0, ub=most)

    def _row(self, terms: Terms, least: float, most: float) -> None:
        row = self.model.add_linear_constraint(lb=least, ub=most)
        sums: dict[Any, float] = defaultdict(float)
        for unknown, factor in terms:
            sums[unknown] += factor
        for unknown, factor in sums.items():
            row.set_coefficient(unknown, factor)

    def _add_part(self, sku: int, most: int) -> None:
        """Add what may be bought of a part: pieces used at each of its prices."""
        terms = self.programme.terms[sku]
        prices, energy = terms.prices, self.programme.energy_cents[sku]
        whole = 1 + terms.spare.percent / 100
        needed = most + terms.spare.count(most)
        plain = len(prices.quantities) == 1 == prices.quantities[0] and not terms.owned
        plain = plain and not terms.spare.pieces and prices.most is None and sku not in self._counted
        facilities = []
        for start, cents in zip(prices.quantities, prices.unit_cents, strict=True):
            packs = -(-max(start, needed) // prices.pack)
            if prices.most is not None:
                packs = min(packs, prices.most // prices.pack)
            least = -(-start // prices.pack)
            if packs < least:
                continue
            is_open, pieces, bought = self._open(sku, plain=plain), self._whole(most), self._whole(packs)
            self.money += [(bought, float(cents * prices.pack)), (pieces, float(energy))]
            facilities.append((pieces, is_open, most))
            fixed = [] if is_open is None else [(is_open, float(terms.owned - terms.spare.pieces))]
            self._row([(bought, float(prices.pack)), (pieces, -float(whole)), *fixed], 0, inf)
            if is_open is not None:
                self._row([(bought, 1.0), (is_open, -float(least))], 0, inf)
                self._row([(bought, 1.0), (is_open, -float(packs))], -inf, 0)
        if terms.owned > terms.spare.pieces:
            at_hand = min(most, floor((terms.owned - terms.spare.pieces) / whole))
            is_open, pieces = self._open(sku, plain=False), self._whole(at_hand)
            self.money.append((pieces, float(energy)))
            facilities.append((pieces, is_open, at_hand))
            self._row([(pieces, 1.0), (is_open, -float(at_hand))], -inf, 0)
        if self.open[sku]:
            self._row([(one, 1.0) for one in self.open[sku]], 0, 1)
        self._pieces[sku] = facilities

    def _open(self, sku: int, *, plain: bool) -> Any:
        """Return the unknown that says whether a facility is open, None if that makes no difference."""
        if plain:
            return None
        self.open[sku].append(self.model.add_binary_variable())
        return self.open[sku][-1]

    def _draw(self, skus: Sequence[int], most: int) -> dict[int, Terms]:
        """Return for each part what a demand of at most ``most`` pieces draws from its facilities."""
        drawn: dict[int, Terms] = {}
        for sku in skus:
            drawn[sku] = []
            for pieces, is_open, limit in self._pieces[sku]:
                one = self._whole(min(most, limit))
                self._used[pieces].append((one, 1.0))
                drawn[sku].append((one, 1.0))
                if is_open is not None:
                    self._row([(one, 1.0), (is_open, -float(min(most, limit)))], -inf, 0)
        return drawn

    def _add_templates(self, *, may_fail: bool) -> None:
        shared: dict[CordKey, Terms] = defaultdict(list)
        modules: dict[ModuleKey, dict[int, Terms]] = defaultdict(lambda: defaultdict(list))
        sizes: dict[Any, int] = {}
        for number, template in enumerate(self.programme.menu.templates):
            count = len(template.groups)
            self._assemblies[number] = self._draw(template.assemblies, count)
            served = [one for drawn in self._assemblies[number].values() for one in drawn]
            for place, way in enumerate(template.optics):
                going = self._whole(count)
                sizes[going] = count
                served.append((going, 1.0))
                levels = self._add_way(number, place, way, going, count, shared)
                self._ways[number, place] = going, levels
                self._want_modules(way, going, levels, count, modules, sizes)
            if may_fail:
                self.unserved[number] = self._whole(count)
                served.append((self.unserved[number], 1.0))
            self._row(served, count, count)
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
        loose = [
            e for e in range(len(way.links)) if menu.allowed[way.highest(e)] > menu.allowed[way.level(e)]
        ]
        raised = {cage for e in loose for cage in way.links[e][:2]}
        levels: dict[tuple[int, int], Any] = {}
        for cage in sorted(raised):
            below = going
            for level in range(way.least[cage] + 1, way.most[cage] + 1):
                levels[cage, level] = self._whole(count)
                self._row([(levels[cage, level], 1.0), (below, -1.0)], -inf, 0)
                below = levels[cage, level]
        for link, (a, b, first) in enumerate(way.links):
            if link not in loose:
                shared["shared", way.kind, first, menu.allowed[way.level(link)]].append((going, 1.0))
                continue
            allowed = menu.allowed
            drawn = self._draw(menu.cords[first : allowed[way.highest(link)]], count)
            self._cords["of one link", number, place, link] = drawn
            self._row([*(one for own in drawn.values() for one in own), (going, -1.0)], 0, 0)
            for level in range(way.level(link) + 1, way.highest(link) + 1):
                longer = menu.cords[allowed[level - 1] : allowed[way.highest(link)]]
                high = [one for sku in longer for one in drawn.get(sku, ())]
                for cage in (a, b):
                    if level > way.least[cage]:
                        self._row([*high, (levels[cage, level], -1.0)], -inf, 0)
        return levels

    def _want_modules(
        self,
        way: OpticsWay,
        going: Any,
        levels: dict[tuple[int, int], Any],
        count: int,
        modules: dict[ModuleKey, dict[int, Terms]],
        sizes: dict[Any, int],
    ) -> None:
        """Add to the transceivers of at least each level that are wanted by class and kind of cage."""
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
            most = sum(sizes[going] for going, _ in wanted)
            drawn = self._draw(self.programme.menu.optics[kind].cords[first:allowed], most)
            self._cords[key] = drawn
            terms = [one for own in drawn.values() for one in own]
            self._row([*terms, *((going, -factor) for going, factor in wanted)], 0, 0)

    def _add_modules(self, modules: dict[ModuleKey, dict[int, Terms]], sizes: dict[Any, int]) -> None:
        for (kind, socket), wanted in modules.items():
            menu = self.programme.menu.optics[kind]
            offered = [one for one in menu.modules[socket] if one[0] >= menu.reach_mm[0]]
            most = sum(sizes[going] for going, _ in wanted[0])
            drawn = self._draw([sku for _, sku in offered], most)
            self._modules[kind, socket] = drawn
            for level, demand in wanted.items():
                reaching = [
                    one for reach, sku in offered if reach >= menu.reach_mm[level] for one in drawn[sku]
                ]
                wants = [(going, -factor) for going, factor in demand]
                self._row([*reaching, *wants], 0, 0 if level == 0 else inf)

    def solve(self, objective: Terms) -> Answer | None:
        """Return the choice with the least of an objective."""
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        for unknown, factor in objective:
            self.model.objective.set_linear_coefficient(
                unknown, self.model.objective.get_linear_coefficient(unknown) + factor
            )
        unknowns = self.model.get_num_variables()
        result = None
        if unknowns <= SMALL_UNKNOWNS:
            result = self._search(min(MOST_NODES, SMALL_WORK // max(unknowns, 1)), 0.0)
        if result is None or not _is_settled(result):
            result = self._search(MOST_NODES, LARGE_GAP if unknowns < HUGE_UNKNOWNS else HUGE_GAP)
        if result.has_primal_feasible_solution():
            return self._answer(result)
        reason = result.termination.reason
        if reason in {
            mathopt.TerminationReason.INFEASIBLE,
            mathopt.TerminationReason.INFEASIBLE_OR_UNBOUNDED,
        }:
            return None
        what = f"no choice of parts was found in {MOST_NODES:,} steps, and none was proved impossible"
        raise InfeasibleError(f"{what}: leave out a limit")

    def _search(self, nodes: int, gap: float) -> "mathopt.SolveResult":
        """Return what HiGHS finds within so many nodes, or at a gap relative to the objective."""
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        parameters = mathopt.SolveParameters(
            random_seed=1, node_limit=nodes, relative_gap_tolerance=gap, absolute_gap_tolerance=0.1
        )
        return mathopt.solve(self.model, mathopt.SolverType.HIGHS, params=parameters)

    def _answer(self, result: "mathopt.SolveResult") -> Answer:
        values = result.variable_values()

        def counted(drawn: dict[int, Terms]) -> dict[int, int]:
            counts = {sku: sum(round(values[one]) for one, _ in own) for sku, own in drawn.items()}
            return {sku: count for sku, count in counts.items() if count}

        return Answer(
            result.best_objective_bound(),
            {number: counted(drawn) for number, drawn in self._assemblies.items()},
            {
                key: (round(values[going]), {place: round(values[one]) for place, one in levels.items()})
                for key, (going, levels) in self._ways.items()
            },
            {key: counted(drawn) for key, drawn in self._cords.items()},
            {key: counted(drawn) for key, drawn in self._modules.items()},
            {number: round(values[fails]) for number, fails in self.unserved.items()},
        )


def _is_settled(result: "mathopt.SolveResult") -> bool:
    """Return whether a search ended by proof, or with a choice within `LARGE_GAP` of its bound."""
    from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

    if not result.has_primal_feasible_solution():
        return bool(result.termination.reason != mathopt.TerminationReason.NO_SOLUTION_FOUND)
    found = result.objective_value()
    return bool(found - result.best_objective_bound() <= LARGE_GAP * abs(found))
