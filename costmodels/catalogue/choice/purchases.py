"""Purchases as unknowns of an integer programme: pieces of each part at each of its prices.

Every price of a part, at its minimum order and at each break, is a facility that is open or closed (a
binary unknown). Pieces for a demand come only from open facilities, demand by demand, which makes the
linear relaxation tight (as in plant location, Balinski 1965, Management Science 12); an open facility buys
at least its minimum quantity at its price. Purchases include spares, packs and stock on hand. The solver is
HiGHS through OR-Tools' MathOpt: counts are large and prices many, which branch and bound over linear
programmes handles in seconds and a search over domains (CP-SAT) does not.
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

#: Nodes after which the search stops with the best choice found and its remaining gap.
MAX_NODES = 10_000
#: Up to this many unknowns, the search first aims for a gap of zero, for `SMALL_WORK` divided by the
#: unknowns in nodes: the last cents of a programme with hundreds of unknowns take ten thousand nodes and
#: often remain open. Otherwise, and for larger programmes, a choice within `LARGE_GAP` of the bound
#: suffices, and its gap is reported.
SMALL_UNKNOWNS, SMALL_WORK, LARGE_GAP = 1_000, 200_000, 1e-4
#: From this many unknowns the gap is `HUGE_GAP`: for 49,152 cables (11,223 unknowns), a choice within 0.03
#: % is found in seconds, within 0.01 % in minutes.
HUGE_UNKNOWNS, HUGE_GAP = 5_000, 5e-4
#: Unknown and coefficient.
Terms = list[tuple[Any, float]]


class UndecidedError(InfeasibleError):
    """No choice was found within `MAX_NODES`, and infeasibility was not proved either."""


@dataclass(eq=False)
class _Order:
    """A supplier's order: whether it is placed, which charges end at which goods value, and that value."""

    terms: SupplierTerms
    is_placed: Any
    ends: list[tuple[Any, int]]
    goods: Terms = field(default_factory=list)


class PurchaseProgramme:
    """An integer programme built in two steps: first the parts, then the demands that draw on them.

    Attributes
    ----------
    money
        Cost of all purchases, including electricity.
    open
        The facility unknowns of each part that is ``counted`` or has more than one price.
    bought
        The packs bought of each part as unknowns, each with its pack size.
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

    def whole(self, maximum: float) -> Any:
        """Return a non-negative integer unknown."""
        return self.model.add_integer_variable(lb=0, ub=maximum)

    def row(self, terms: Terms, least: float, maximum: float) -> None:
        """Add a constraint on a sum, in which an unknown may occur several times."""
        row = self.model.add_linear_constraint(lb=least, ub=maximum)
        sums: dict[Any, float] = defaultdict(float)
        for unknown, factor in terms:
            sums[unknown] += factor
        for unknown, factor in sums.items():
            row.set_coefficient(unknown, factor)

    def add_part(self, sku: int, maximum: int) -> None:
        """Add the possible purchases of a part: pieces used at each of its prices."""
        terms = self._terms[sku]
        prices, energy = terms.prices, self._energy_cents[sku]
        order = None if terms.supplier is None else self._order(terms.supplier)
        whole = 1 + terms.spare.percent / 100
        needed = maximum + terms.spare.count(maximum)
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
            minimum = -(-start // prices.pack)
            if packs < minimum:
                continue
            is_open, pieces, bought = self._open(sku, plain=plain), self.whole(maximum), self.whole(packs)
            self.money += [(bought, float(cents * prices.pack)), (pieces, float(energy))]
            self.bought[sku].append((bought, float(prices.pack)))
            facilities.append((pieces, is_open, maximum))
            fixed = [] if is_open is None else [(is_open, float(terms.owned - terms.spare.pieces))]
            self.row([(bought, float(prices.pack)), (pieces, -float(whole)), *fixed], 0, inf)
            if is_open is not None:
                self.row([(bought, 1.0), (is_open, -float(minimum))], 0, inf)
                self.row([(bought, 1.0), (is_open, -float(packs))], -inf, 0)
            if order is not None:
                order.goods.append((bought, float(cents * prices.pack)))
                self.row([(is_open, 1.0), (order.is_placed, -1.0)], -inf, 0)
                self.row([(pieces, 1.0), (is_open, -1.0)], 0, inf)
        if terms.owned > terms.spare.pieces:
            at_hand = min(maximum, floor((terms.owned - terms.spare.pieces) / whole))
            is_open, pieces = self._open(sku, plain=False), self.whole(at_hand)
            self.money.append((pieces, float(energy)))
            facilities.append((pieces, is_open, at_hand))
            self.row([(pieces, 1.0), (is_open, -float(at_hand))], -inf, 0)
        if self.open[sku]:
            self.row([(item, 1.0) for item in self.open[sku]], 0, 1)
        self._pieces[sku] = facilities

    def _order(self, terms: SupplierTerms) -> _Order:
        """Return the order of a supplier, adding its charges to the cost."""
        if terms.name not in self._orders:
            is_placed, ends = self.model.add_binary_variable(), []
            for cents, free_from in terms.charges:
                self.money.append((is_placed, float(cents)))
                if free_from is not None:
                    is_free = self.model.add_binary_variable()
                    self.money.append((is_free, -float(cents)))
                    self.row([(is_free, 1.0), (is_placed, -1.0)], -inf, 0)
                    ends.append((is_free, free_from))
            self._orders[terms.name] = _Order(terms, is_placed, ends)
        return self._orders[terms.name]

    def _close_orders(self) -> None:
        """Add the constraints on the goods value of each order."""
        for order in self._orders.values():
            terms = order.terms
            self.row([*order.goods, (order.is_placed, -float(terms.min_cents))], 0, inf)
            for is_free, free_from in order.ends:
                self.row([*order.goods, (is_free, -float(free_from))], 0, inf)

    def _open(self, sku: int, *, plain: bool) -> Any:
        """Return the unknown that opens a facility, None if it is irrelevant."""
        if plain:
            return None
        self.open[sku].append(self.model.add_binary_variable())
        return self.open[sku][-1]

    def draw(self, skus: Sequence[int], maximum: int) -> dict[int, Terms]:
        """Return the pieces of each part that a demand of at most ``maximum`` draws from its facilities."""
        drawn: dict[int, Terms] = {}
        for sku in skus:
            drawn[sku] = []
            for pieces, is_open, limit in self._pieces[sku]:
                item = self.whole(min(maximum, limit))
                self._used[pieces].append((item, 1.0))
                drawn[sku].append((item, 1.0))
                if is_open is not None:
                    self.row([(item, 1.0), (is_open, -float(min(maximum, limit)))], -inf, 0)
        return drawn

    def least(self, objective: Terms) -> "mathopt.SolveResult | None":
        """Minimise an objective; return None if the constraints are infeasible.

        Raise `UndecidedError` if `MAX_NODES` nodes yield neither a solution nor a proof of infeasibility.
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
        raise UndecidedError(f"{what}: drop a limit")

    def _close(self, objective: Terms) -> None:
        """Add the totals drawn from each part, the order constraints, and the objective."""
        self._close_orders()
        for facilities in self._pieces.values():
            for pieces, _, _ in facilities:  # empty if no demand draws on the part
                self.row([(pieces, 1.0), *((item, -factor) for item, factor in self._used[pieces])], 0, 0)
        for unknown, factor in objective:
            self.model.objective.set_linear_coefficient(
                unknown, self.model.objective.get_linear_coefficient(unknown) + factor
            )

    def relaxed_bound(self, objective: Terms) -> float:
        """Return the minimum of an objective for fractional pieces, a lower bound on every choice.

        Raise `InfeasibleError` if even fractional pieces violate the constraints.
        """
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        self._close(objective)
        for unknown in self.model.variables():
            unknown.integer = False
        result = mathopt.solve(self.model, mathopt.SolverType.HIGHS)
        if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
            raise InfeasibleError("no choice of parts satisfies the limits of the order")
        return float(result.objective_value())

    def _search(self, nodes: int, gap: float) -> "mathopt.SolveResult":
        """Run HiGHS up to a number of nodes or a relative gap."""
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

        parameters = mathopt.SolveParameters(
            random_seed=1, node_limit=nodes, relative_gap_tolerance=gap, absolute_gap_tolerance=0.1
        )
        return mathopt.solve(self.model, mathopt.SolverType.HIGHS, params=parameters)


def _packs_for_order(terms: SupplierTerms, needed: int, pack_cents: int, end: int | None, pack: int) -> int:
    """Return the most packs that may be useful at a price: the need, or enough to reach an order threshold.

    It is at most the quantity sold at that price, since more would have a lower price and the order less
    value than assumed.
    """
    beyond = [ceil(cents / pack_cents) for cents in terms.thresholds] if pack_cents else []
    packs = needed + max(beyond, default=0)
    return packs if end is None else min(packs, end // pack)


def _is_settled(result: "mathopt.SolveResult") -> bool:
    """Whether a search ended with a proof, or with a choice within `LARGE_GAP` of its bound."""
    from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

    if not result.has_primal_feasible_solution():
        return bool(result.termination.reason != mathopt.TerminationReason.NO_SOLUTION_FOUND)
    outcome = result.objective_value()
    return bool(outcome - result.best_objective_bound() <= LARGE_GAP * abs(outcome))
