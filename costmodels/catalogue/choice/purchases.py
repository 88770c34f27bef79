"""What is bought, as unknowns of an integer programme: pieces of each part at each of its prices.

Every price of a part, from its smallest order and from each break, is a facility that is open
or not (a binary unknown). Pieces for a demand come from open facilities only, demand by demand, which
makes the linear relaxation tight (as in plant location, Balinski 1965, Management Science 12); an open
facility buys its least quantity at its price. What is bought counts spares, packs and pieces at hand.
Solved by HiGHS through OR-Tools' MathOpt: counts are large and prices many, which branch and bound
over linear programmes handles in seconds and a search over domains (CP-SAT) does not.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Any

from netfloor.costmodels.buying.supplier_orders import SupplierTerms
from netfloor.costmodels.catalogue.part_terms import PartTerms
from netfloor.foundation.errors import InfeasibleError

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

#: Nodes of the search after which the best choice found is taken, with the gap that remains.
MAX_NODES = 10_000
#: Up to so many unknowns a choice of no gap is searched for first, for `SMALL_WORK` nodes by unknowns: the
#: last cents of a programme of hundreds take ten thousand nodes and often stay. Else, and of larger ones, a
#: choice within `LARGE_GAP` of the bound will do, whose gap is stated.
SMALL_UNKNOWNS, SMALL_WORK, LARGE_GAP = 1_000, 200_000, 1e-4
#: From so many unknowns on within `HUGE_GAP`: of 49,152 cables (11,223 unknowns) a choice within 0.03 % is
#: found in seconds, one within 0.01 % takes minutes.
HUGE_UNKNOWNS, HUGE_GAP = 5_000, 5e-4
#: Unknown and coefficient.
Terms = list[tuple[Any, float]]


class UndecidedError(InfeasibleError):
    """Nothing was found within `MAX_NODES`, and nothing was proved impossible."""


@dataclass(eq=False)
class _Order:
    """The order of a supplier: whether there is one, whether its freight is free, money for goods."""

    terms: SupplierTerms
    is_placed: Any
    is_free: Any | None
    goods: Terms = field(default_factory=list)


class PurchaseProgramme:
    """A programme to which parts are added first, then what is drawn of them, demand by demand.

    Attributes
    ----------
    money
        What everything bought costs, with its energy.
    open
        Of each part that is ``counted`` or has more than one price, the unknowns of its facilities.
    bought
        Of each part the unknown packs that are bought, each with the pieces in a pack.
    """

    def __init__(
        self,
        terms: Mapping[int, PartTerms],
        energy_cents: Mapping[int, int],
        counted: Collection[int] = (),
    ) -> None:
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        self.model: mathopt.Model = mathopt.Model()
        self.money: Terms = []
        self.open: dict[int, list[Any]] = defaultdict(list)
        self.bought: dict[int, Terms] = defaultdict(list)
        self._orders: dict[str, _Order] = {}
        self._terms, self._energy_cents, self._counted = terms, energy_cents, frozenset(counted)
        self._pieces: dict[int, list[tuple[Any, Any, int]]] = {}
        self._used: dict[Any, Terms] = defaultdict(list)

    def whole(self, most: float) -> Any:
        """Return a whole unknown from 0 on."""
        return self.model.add_integer_variable(lb=0, ub=most)

    def row(self, terms: Terms, least: float, most: float) -> None:
        """Add a constraint on a sum; an unknown may be in it several times."""
        row = self.model.add_linear_constraint(lb=least, ub=most)
        sums: dict[Any, float] = defaultdict(float)
        for unknown, factor in terms:
            sums[unknown] += factor
        for unknown, factor in sums.items():
            row.set_coefficient(unknown, factor)

    def add_part(self, sku: int, most: int) -> None:
        """Add what may be bought of a part: pieces used at each of its prices."""
        terms = self._terms[sku]
        prices, energy = terms.prices, self._energy_cents[sku]
        order = None if terms.supplier is None else self._order(terms.supplier)
        whole = 1 + terms.spare.percent / 100
        needed = most + terms.spare.count(most)
        plain = len(prices.quantities) == 1 == prices.quantities[0] and not terms.owned
        plain = plain and not terms.spare.pieces and prices.most is None and sku not in self._counted
        plain = plain and order is None
        facilities = []
        ends = [*(start - 1 for start in prices.quantities[1:]), None]
        for start, cents, end in zip(prices.quantities, prices.unit_cents, ends, strict=True):
            packs = -(-max(start, needed) // prices.pack)
            if order is not None:
                packs = _packs_for_order(order.terms, packs, cents * prices.pack, end, prices.pack)
            if prices.most is not None:
                packs = min(packs, prices.most // prices.pack)
            least = -(-start // prices.pack)
            if packs < least:
                continue
            is_open, pieces, bought = self._open(sku, plain=plain), self.whole(most), self.whole(packs)
            self.money += [(bought, float(cents * prices.pack)), (pieces, float(energy))]
            self.bought[sku].append((bought, float(prices.pack)))
            facilities.append((pieces, is_open, most))
            fixed = [] if is_open is None else [(is_open, float(terms.owned - terms.spare.pieces))]
            self.row([(bought, float(prices.pack)), (pieces, -float(whole)), *fixed], 0, inf)
            if is_open is not None:
                self.row([(bought, 1.0), (is_open, -float(least))], 0, inf)
                self.row([(bought, 1.0), (is_open, -float(packs))], -inf, 0)
            if order is not None:
                order.goods.append((bought, float(cents * prices.pack)))
                self.row([(is_open, 1.0), (order.is_placed, -1.0)], -inf, 0)
                self.row([(pieces, 1.0), (is_open, -1.0)], 0, inf)
        if terms.owned > terms.spare.pieces:
            at_hand = min(most, floor((terms.owned - terms.spare.pieces) / whole))
            is_open, pieces = self._open(sku, plain=False), self.whole(at_hand)
            self.money.append((pieces, float(energy)))
            facilities.append((pieces, is_open, at_hand))
            self.row([(pieces, 1.0), (is_open, -float(at_hand))], -inf, 0)
        if self.open[sku]:
            self.row([(one, 1.0) for one in self.open[sku]], 0, 1)
        self._pieces[sku] = facilities

    def _order(self, terms: SupplierTerms) -> _Order:
        """Return the order of a supplier, its freight counted."""
        if terms.name not in self._orders:
            is_placed, is_free = self.model.add_binary_variable(), None
            if terms.freight_cents:
                self.money.append((is_placed, float(terms.freight_cents)))
                if terms.free_from_cents is not None:
                    is_free = self.model.add_binary_variable()
                    self.money.append((is_free, -float(terms.freight_cents)))
                    self.row([(is_free, 1.0), (is_placed, -1.0)], -inf, 0)
            self._orders[terms.name] = _Order(terms, is_placed, is_free)
        return self._orders[terms.name]

    def _close_orders(self) -> None:
        """Add what the goods of each order must come to."""
        for order in self._orders.values():
            terms = order.terms
            self.row([*order.goods, (order.is_placed, -float(terms.min_cents))], 0, inf)
            if order.is_free is not None:
                self.row([*order.goods, (order.is_free, -float(terms.free_from_cents or 0))], 0, inf)

    def _open(self, sku: int, *, plain: bool) -> Any:
        """Return the unknown that says whether a facility is open, None if that makes no difference."""
        if plain:
            return None
        self.open[sku].append(self.model.add_binary_variable())
        return self.open[sku][-1]

    def draw(self, skus: Sequence[int], most: int) -> dict[int, Terms]:
        """Return for each part what a demand of at most ``most`` pieces draws from its facilities."""
        drawn: dict[int, Terms] = {}
        for sku in skus:
            drawn[sku] = []
            for pieces, is_open, limit in self._pieces[sku]:
                one = self.whole(min(most, limit))
                self._used[pieces].append((one, 1.0))
                drawn[sku].append((one, 1.0))
                if is_open is not None:
                    self.row([(one, 1.0), (is_open, -float(min(most, limit)))], -inf, 0)
        return drawn

    def least(self, objective: Terms) -> "mathopt.SolveResult | None":
        """Return what has the least of an objective, None if nothing keeps the constraints.

        Raises
        ------
        UndecidedError
            If within `MAX_NODES` nothing was found and nothing ruled out.
        """
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        self._close(objective)
        unknowns = self.model.get_num_variables()
        result = None
        if unknowns <= SMALL_UNKNOWNS:
            result = self._search(min(MAX_NODES, SMALL_WORK // max(unknowns, 1)), 0.0)
        if result is None or not _is_settled(result):
            result = self._search(MAX_NODES, LARGE_GAP if unknowns < HUGE_UNKNOWNS else HUGE_GAP)
        if result.has_primal_feasible_solution():
            return result
        reason = result.termination.reason
        if reason in {
            mathopt.TerminationReason.INFEASIBLE,
            mathopt.TerminationReason.INFEASIBLE_OR_UNBOUNDED,
        }:
            return None
        what = f"no choice of parts was found in {MAX_NODES:,} steps, and none was proved impossible"
        raise UndecidedError(f"{what}: leave out a limit")

    def _close(self, objective: Terms) -> None:
        """Add what all demands draw of each part and what orders must come to, and the objective."""
        self._close_orders()
        for facilities in self._pieces.values():
            for pieces, _, _ in facilities:  # none where no demand draws the part
                self.row([(pieces, 1.0), *((one, -factor) for one, factor in self._used[pieces])], 0, 0)
        for unknown, factor in objective:
            self.model.objective.set_linear_coefficient(
                unknown, self.model.objective.get_linear_coefficient(unknown) + factor
            )

    def relaxed_bound(self, objective: Terms) -> float:
        """Return the least of an objective where pieces may be fractions: no choice has less.

        Raises
        ------
        InfeasibleError
            If not even fractions keep the constraints.
        """
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        self._close(objective)
        for unknown in self.model.variables():
            unknown.integer = False
        result = mathopt.solve(self.model, mathopt.SolverType.HIGHS)
        if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
            raise InfeasibleError("no choice of parts keeps the limits of the order")
        return float(result.objective_value())

    def _search(self, nodes: int, gap: float) -> "mathopt.SolveResult":
        """Return what HiGHS finds within so many nodes, or at a gap relative to the objective."""
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        parameters = mathopt.SolveParameters(
            random_seed=1, node_limit=nodes, relative_gap_tolerance=gap, absolute_gap_tolerance=0.1
        )
        return mathopt.solve(self.model, mathopt.SolverType.HIGHS, params=parameters)


def _packs_for_order(terms: SupplierTerms, needed: int, pack_cents: int, end: int | None, pack: int) -> int:
    """Return how many packs may be of use at a price: those needed, and as many as make the order large.

    No more than are sold at that price: more would be cheaper, and the order smaller than it is counted.
    """
    beyond = [ceil(cents / pack_cents) for cents in terms.thresholds] if pack_cents else []
    packs = needed + max(beyond, default=0)
    return packs if end is None else min(packs, end // pack)


def _is_settled(result: "mathopt.SolveResult") -> bool:
    """Return whether a search ended by proof, or with a choice within `LARGE_GAP` of its bound."""
    from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

    if not result.has_primal_feasible_solution():
        return bool(result.termination.reason != mathopt.TerminationReason.NO_SOLUTION_FOUND)
    found = result.objective_value()
    return bool(found - result.best_objective_bound() <= LARGE_GAP * abs(found))
