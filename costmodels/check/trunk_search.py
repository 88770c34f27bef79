"""A search for trunks that cost less than the lower bound of a choice, by an integer programme.

Each number of pieces of a part is an unknown of its own (bought or not) with the money of a table; links
that are alike are counted. Small orders alone are searched, with the shortest lengths of trunks that reach:
whatever is found disproves the bound, and nothing found proves nothing more than that.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from netfloor.costmodels.check.trunks import CordLink, Pair, TrunkCheck

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

#: Links that are searched at most, lengths of each trunk, and nodes of the search.
MOST_LINKS, MOST_LENGTHS, MOST_NODES = 300, 2, 20
#: Trunk and cassette.
_Kit = tuple[str, str]


def cheaper_trunks(check: TrunkCheck) -> bool:
    """Return whether trunks were found that cost less than the lower bound that is claimed."""
    alike: dict[CordLink, int] = Counter(_without_units(link) for link in check.order.links.values())
    kits = {link: list(_kits(check, link)) for link in alike}
    if not any(kits.values()) or sum(alike[link] for link in kits if kits[link]) > MOST_LINKS:
        return False
    from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

    search = _Search(check, alike, kits, mathopt.Model())
    search.model.minimize(search.cents())
    steps = mathopt.SolveParameters(random_seed=1, node_limit=MOST_NODES)
    result = mathopt.solve(search.model, mathopt.SolverType.HIGHS, params=steps)
    if not result.has_primal_feasible_solution():
        return False
    found: float = result.objective_value()
    return found < check.order.bound_cents - 0.5


def _without_units(link: CordLink) -> CordLink:
    """Return what is the same of all links with equal cabinets, ways and parts, the lower cabinet first."""
    ends = sorted(
        (cabinet, way, module)
        for (cabinet, _), way, module in zip(link.ports, link.to_panel_mm, link.modules, strict=True)
    )
    (low, way, module), (high, other_way, other) = ends
    return CordLink(((low, 0), (high, 0)), link.cord, (module, other), (way, other_way))


def _kits(check: TrunkCheck, link: CordLink) -> Iterator[_Kit]:
    """Yield the kits that a link could go through."""
    parts = check.money.part
    if link.pair[0] == link.pair[1] or min(link.to_panel_mm) < 0:
        return
    for series in check.money.catalogue.get("trunks", ()):
        trunks = [
            name for name, one in parts.items() if one["table"] == "trunks" and one["series"] is series
        ]
        for cassette in (name for name, one in parts.items() if one["table"] == "cassettes"):
            if trunks and check.kit(trunks[0], cassette) is not None:
                long = [name for name in trunks if check.takes(link, name, cassette)]
                for name in long[:MOST_LENGTHS]:
                    yield name, cassette


class _Search:
    """Links in kits, cords at their ends, panels, and what all of it costs."""

    def __init__(
        self,
        check: TrunkCheck,
        alike: Mapping[CordLink, int],
        kits: Mapping[CordLink, list[_Kit]],
        model: "mathopt.Model",
    ) -> None:
        self.check, self.model = check, model
        self.pieces: dict[str, list[Any]] = defaultdict(list)
        self.most: Counter[str] = Counter()
        self.moved: list[Any] = []
        self.trunks: list[Any] = []
        inside: dict[tuple[Pair, _Kit], list[tuple[Any, int]]] = defaultdict(list)
        for link, count in alike.items():
            stay = model.add_integer_variable(lb=0, ub=count)
            self._use(link.cord, stay, count)
            own = []
            for kit in kits[link]:
                own.append(model.add_integer_variable(lb=0, ub=count))
                inside[link.pair, kit].append((own[-1], count))
                self._add_cords(link, kit, own[-1], count)
            model.add_linear_constraint(stay + sum(own) == count)
            self.moved += own
        self._add_kits(inside)

    def _use(self, part: str, pieces: Any, most: int) -> None:
        self.pieces[part].append(pieces)
        self.most[part] += most

    def _add_cords(self, link: CordLink, kit: _Kit, moved: Any, count: int) -> None:
        """Add the cords of links in a kit, each at most half as long as what reach leaves."""
        parts = self.check.money.part
        half_mm = (self.check.reach_mm(link) - parts[kit[0]]["length_mm"]) // 2
        for end in (0, 1):
            cords = []
            for name, part in parts.items():
                suits = part["table"] == "cords" and part["length_mm"] <= half_mm
                if suits and self.check.suits(link, end, name):
                    cords.append(self.model.add_integer_variable(lb=0, ub=count))
                    self._use(name, cords[-1], count)
            self.model.add_linear_constraint(sum(cords) == moved)

    def _add_kits(self, inside: Mapping[tuple[Pair, _Kit], list[tuple[Any, int]]]) -> None:
        """Add trunks, cassettes and panels."""
        parts = self.check.money.part
        held: dict[tuple[int, str], list[Any]] = defaultdict(list)
        for (pair, (trunk, cassette)), links in inside.items():
            at_end = self.check.kit(trunk, cassette) or 0
            holds, most = at_end * parts[cassette]["front_ports"], sum(count for _, count in links)
            most = -(-most // holds)
            trunks = self.model.add_integer_variable(lb=0, ub=most)
            self.model.add_linear_constraint(sum(one for one, _ in links) <= trunks * holds)
            self._use(trunk, trunks, most)
            self._use(cassette, 2 * at_end * trunks, 2 * at_end * most)
            self.trunks.append(trunks)
            for cabinet in pair:
                held[cabinet, parts[cassette]["panel"]].append(at_end * trunks)
        units: dict[int, list[Any]] = defaultdict(list)
        for (cabinet, panel), cassettes in held.items():
            free, high = self.check.order.free_u.get(cabinet, 0), parts[panel]["height_u"]
            panels = self.model.add_integer_variable(lb=0, ub=free // high)
            self.model.add_linear_constraint(sum(cassettes) <= panels * parts[panel]["cassettes"])
            self._use(panel, panels, free // high)
            units[cabinet].append(high * panels)
        for cabinet, used in units.items():
            self.model.add_linear_constraint(sum(used) <= self.check.order.free_u.get(cabinet, 0))

    def cents(self) -> Any:
        """Return the money of all parts, less the laying that is saved."""
        money: list[Any] = []
        for part, pieces in self.pieces.items():
            table = {count: self.check.money.least(part, count) for count in range(self.most[part] + 1)}
            many = {
                count: (self.model.add_binary_variable(), cents)
                for count, cents in table.items()
                if cents is not None
            }
            self.model.add_linear_constraint(sum(one for one, _ in many.values()) == 1)
            used = sum(count * one for count, (one, _) in many.items())
            self.model.add_linear_constraint(used == sum(pieces))
            money += [cents * one for one, cents in many.values()]
        laid = sum(self.moved) - sum(self.trunks)
        return sum(money) - self.check.order.laying_cents * laid
