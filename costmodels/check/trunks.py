"""Check of the fibre trunks of an order, link by link: served once, within reach, at the claimed cost.

Shares no code with `costmodels.catalogue` or `costmodels.buying`: it reads the catalogue as a plain
document, with parts and cabinets by number, tries every relevant quantity, and recomputes all counts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from netfloor.costmodels.check.part_money import PartMoney
from netfloor.costmodels.check.prices import decimal
from netfloor.layout.check.hall import port_lengths

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

Part = Mapping[str, Any]
Pair = tuple[int, int]
#: Cabinet and rack unit.
Port = tuple[int, int]
#: Limits of the search: links, lengths per trunk, and nodes.
MAX_LINKS, MAX_LENGTHS, MAX_NODES = 300, 2, 20
#: Trunk and cassette.
_Kit = tuple[str, str]


# Each link served once, within reach, at the claimed cost


class CordLink(NamedTuple):
    """A link between two transceivers: ports, parts, and routes in mm to the panels of both cabinets.

    A route is negative if there is none.
    """

    ports: tuple[Port, Port]
    cord: str
    modules: tuple[str, str]
    to_panel_mm: Pair

    @property
    def pair(self) -> Pair:
        """Both cabinets, the lower first."""
        low, high = sorted(cabinet for cabinet, _ in self.ports)
        return low, high


class CheckedRun(NamedTuple):
    """A trunk, the cassettes at both its ends, and its links."""

    pair: Pair
    trunk: str
    cassette: str
    links: Sequence[int]


@dataclass(frozen=True)
class CheckedTrunks:
    """The trunks of an order.

    Attributes
    ----------
    links
        Links with a cord between transceivers, by number.
    runs, cords, panels
        Trunks; cords at both ends of each link in them; panels by cabinet and part number.
    trunk_mm, free_u
        Route lengths between the panels of two cabinets, and rack units for panels.
    bill
        Pieces in use on the bill, by part number.
    without_cents, cents, bound_cents
        Cost without trunks, None if there are too few cords; cost with trunks, less the saved laying; and
        its lower bound.
    laying_cents
        Cost of laying a cable between cabinets.
    """

    links: Mapping[int, CordLink]
    runs: Sequence[CheckedRun]
    cords: Mapping[int, tuple[str, str]]
    panels: Mapping[tuple[int, str], int]
    trunk_mm: Mapping[Pair, int]
    free_u: Mapping[int, int]
    bill: Mapping[str, int]
    without_cents: int | None
    cents: int
    bound_cents: int
    laying_cents: int


def way_problems(hall: Part, order: CheckedTrunks, free: Mapping[int, Sequence[int]]) -> list[str]:
    """Return panels without a free rack unit, and routes longer than claimed.

    ``free`` are the consecutive free units of each cabinet, from the topmost.
    """
    lost = [cabinet for cabinet, units in order.free_u.items() if units > len(free.get(cabinet, ()))]
    if lost:
        return [f"panels: cabinet {hall['cabinets'][cabinet]['name']} has fewer units" for cabinet in lost]
    panels = {
        cabinet: [(cabinet, unit) for unit in free[cabinet][:units]]
        for cabinet, units in order.free_u.items()
    }
    said: list[tuple[Port, Port, int]] = []
    for (low, high), way in order.trunk_mm.items():
        said += [(entry, other, way) for entry in panels[low] for other in panels[high]]
    for link in order.links.values():
        for port, way in zip(link.ports, link.to_panel_mm, strict=True):
            if min(link.to_panel_mm) >= 0:
                said += [(port, panel, way) for panel in panels.get(port[0], ())]
    stated: dict[tuple[Port, Port], int] = {}
    for item, other, way in said:
        stated[item, other] = min(way, stated.get((item, other), way))
    ends = list(stated)
    ways = port_lengths(hall, [entry for entry, _ in ends], [other for _, other in ends], ("optical",))
    wrong = sum(way > stated[entry] for entry, way in zip(ends, ways, strict=True))
    return [f"trunks: {wrong} routes between ports and panels are longer than counted"] * bool(wrong)


class TrunkCheck:
    """An order with trunks, and its catalogue."""

    def __init__(self, order: CheckedTrunks, money: PartMoney) -> None:
        self.order, self.money = order, money
        self.slack_mm = int(decimal(money.catalogue["slack_m"]) * 1000)

    def problems(self) -> list[str]:
        """Return every fault."""
        results = [*self._served(), *self._ends(), *self._panels()]
        return list(dict.fromkeys(results or self._money()))

    def _served(self) -> Iterator[str]:
        """Yield links in two trunks, or in none although they have cords for a trunk."""
        inside = Counter(link for run in self.order.runs for link in run.links)
        if any(times > 1 for times in inside.values()):
            yield "trunks: a link is in two of them"
        if inside.keys() != self.order.cords.keys() or not inside.keys() <= self.order.links.keys():
            yield "trunks: links in them and links with cords to cassettes are not the same"

    def _ends(self) -> Iterator[str]:
        """Yield trunks with too many or unsuitable links."""
        if not self.order.cords.keys() <= self.order.links.keys():
            return
        for run in self.order.runs:
            kit = self.kit(run.trunk, run.cassette)
            if kit is None:
                yield f"trunks: {run.trunk} and {run.cassette} do not fit"
            elif not 0 < len(run.links) <= kit * self.money.part[run.cassette]["front_ports"]:
                yield f"trunks: {len(run.links)} links in a trunk {run.trunk}"
            else:
                for link in run.links:
                    if self.order.links[link].pair != run.pair or not self._suits(run, link):
                        yield f"trunks: link {link} cannot go through {run.trunk} with its cords"

    def kit(self, trunk: str, cassette: str) -> int | None:
        """Return how many cassettes a trunk has at each end, None if they do not fit."""
        cable, box = self.money.part[trunk]["series"], self.money.part[cassette]
        whole, left = divmod(cable["connectors"], box["trunk_ports"])
        fibres = box["trunk_ports"] * cable["fibres"] // cable["connectors"]
        alike = (cable["connector"], cable["fibre"]) == (box["trunk_connector"], box["fibre"])
        return whole if alike and not left and box["front_ports"] * box["fibres"] <= fibres else None

    def takes(self, link: CordLink, trunk: str, cassette: str) -> bool:
        """Whether cassettes and trunk suit a link: connectors, fibres, length and stated losses."""
        box, cable = self.money.part[cassette], self.money.part[trunk]
        modules = [self.money.part[item] for item in link.modules]
        for module in modules:
            if (box["front_connector"], box["fibre"]) != (module["fibre_connector"], module["fibre"]):
                return False
            lost = (box.get("loss_db"), cable["series"].get("loss_db_per_km"), module.get("budget_db"))
            if box["fibres"] < module["fibres"] or _is_lossy(lost, cable["length_mm"]):
                return False
        way = self.order.trunk_mm.get(link.pair)
        return way is not None and cable["length_mm"] >= way + self.slack_mm

    def suits(self, link: CordLink, end: int, cord: str) -> bool:
        """Whether a cord connects a transceiver to the panels of its cabinet."""
        own, module = self.money.part[cord], self.money.part[link.modules[end]]
        item, way = own["series"], link.to_panel_mm[end]
        alike = (item["connector"], item["fibre"]) == (module["fibre_connector"], module["fibre"])
        return alike and item["fibres"] >= module["fibres"] and 0 <= way <= own["length_mm"] - self.slack_mm

    def reach_mm(self, link: CordLink) -> int:
        """Return the shorter reach of both transceivers."""
        return min(int(decimal(self.money.part[module]["reach_m"]) * 1000) for module in link.modules)

    def _suits(self, run: CheckedRun, number: int) -> bool:
        link, cords = self.order.links[number], self.order.cords[number]
        parts = (run.trunk, *cords)
        total_mm = sum(self.money.part[part]["length_mm"] for part in parts)
        fits = all(self.suits(link, end, cord) for end, cord in enumerate(cords))
        return self.takes(link, run.trunk, run.cassette) and fits and total_mm <= self.reach_mm(link)

    def _panels(self) -> Iterator[str]:
        """Yield cabinets whose panels hold too few cassettes or need too many units."""
        cassettes: Counter[tuple[int, str]] = Counter()
        for run in self.order.runs:
            for cabinet in run.pair:
                panel = self.money.part[run.cassette]["panel"]
                cassettes[cabinet, panel] += self.kit(run.trunk, run.cassette) or 0
        for (cabinet, panel), count in cassettes.items():
            if self.order.panels.get((cabinet, panel), 0) * self.money.part[panel]["cassettes"] < count:
                yield f"panels: {panel} in cabinet {cabinet}: too few for {count} cassettes"
        units: dict[int, int] = defaultdict(int)
        for (cabinet, panel), count in self.order.panels.items():
            units[cabinet] += count * self.money.part[panel]["height_u"]
        if any(used > self.order.free_u.get(cabinet, 0) for cabinet, used in units.items()):
            yield "panels: more rack units than are free"

    def _money(self) -> Iterator[str]:
        """Yield amounts that differ from the cost of all pieces, and pieces missing on the bill."""
        order = self.order
        leads = Counter(link.cord for link in order.links.values())
        pieces = Counter(link.cord for number, link in order.links.items() if number not in order.cords)
        pieces.update(cord for cords in order.cords.values() for cord in cords)
        for run in order.runs:
            pieces[run.trunk] += 1
            pieces[run.cassette] += 2 * (self.kit(run.trunk, run.cassette) or 0)
        for (_, panel), count in order.panels.items():
            pieces[panel] += count
        if dict(pieces) != dict(order.bill):
            yield "bill: other cords, trunks, cassettes or panels than the links need"
        less = order.laying_cents * (len(order.cords) - len(order.runs))
        if self.money.cents(leads) != order.without_cents:
            yield "trunks: the cost of cords alone differs"
        if self.money.cents(pieces) != order.cents + less:
            yield "trunks: the cost with trunks differs"
        alone = order.cents if order.without_cents is None else order.without_cents
        if not order.bound_cents <= order.cents <= alone:
            yield "trunks: their cost is not between the lower bound and that of cords alone"


def _is_lossy(lost: tuple[float | None, float | None, float | None], length_mm: int) -> bool:
    """Whether two cassettes and a trunk lose more than allowed; unknown if any is not stated."""
    cassette, per_km, budget = lost
    if cassette is None or per_km is None or budget is None:
        return False
    return 2 * decimal(cassette) + decimal(per_km) * Fraction(length_mm, 10**6) > decimal(budget)


# Search for cheaper trunks


def cheaper_trunks(check: TrunkCheck) -> bool:
    """Whether a search finds trunks below the claimed lower bound.

    An integer programme with a binary unknown for each number of pieces of a part, with its cost from a
    table; equivalent links are counted together. Only small orders are searched, with the shortest
    sufficient lengths of trunks: a solution disproves the bound; finding none proves nothing.
    """
    alike: dict[CordLink, int] = Counter(_without_units(link) for link in check.order.links.values())
    kits = {link: list(_kits(check, link)) for link in alike}
    if not any(kits.values()) or sum(alike[link] for link in kits if kits[link]) > MAX_LINKS:
        return False
    from ortools.math_opt.python import mathopt  # noqa: PLC0415 - heavy, rarely needed

    search = _Search(check, alike, kits, mathopt.Model())
    search.model.minimize(search.cents())
    steps = mathopt.SolveParameters(random_seed=1, node_limit=MAX_NODES)
    result = mathopt.solve(search.model, mathopt.SolverType.HIGHS, params=steps)
    if not result.has_primal_feasible_solution():
        return False
    value: float = result.objective_value()
    return value < check.order.bound_cents - 0.5


def _without_units(link: CordLink) -> CordLink:
    """Return a link without its rack units and with its lower cabinet first, to group equal links."""
    ends = sorted(
        (cabinet, way, module)
        for (cabinet, _), way, module in zip(link.ports, link.to_panel_mm, link.modules, strict=True)
    )
    (low, way, module), (high, other_way, other) = ends
    return CordLink(((low, 0), (high, 0)), link.cord, (module, other), (way, other_way))


def _kits(check: TrunkCheck, link: CordLink) -> Iterator[_Kit]:
    """Yield the kits that a link could use."""
    parts = check.money.part
    if link.pair[0] == link.pair[1] or min(link.to_panel_mm) < 0:
        return
    for series in check.money.catalogue.get("trunks", ()):
        trunks = [
            name for name, part in parts.items() if part["table"] == "trunks" and part["series"] is series
        ]
        for cassette in (name for name, part in parts.items() if part["table"] == "cassettes"):
            if trunks and check.kit(trunks[0], cassette) is not None:
                long = [name for name in trunks if check.takes(link, name, cassette)]
                for name in long[:MAX_LENGTHS]:
                    yield name, cassette


class _Search:
    """Links in kits, cords at their ends, panels, and their total cost."""

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

    def _use(self, part: str, pieces: Any, maximum: int) -> None:
        self.pieces[part].append(pieces)
        self.most[part] += maximum

    def _add_cords(self, link: CordLink, kit: _Kit, moved: Any, count: int) -> None:
        """Add the cords of links in a kit, each at most half as long as the remaining reach."""
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
            holds, maximum = at_end * parts[cassette]["front_ports"], sum(count for _, count in links)
            maximum = -(-maximum // holds)
            trunks = self.model.add_integer_variable(lb=0, ub=maximum)
            self.model.add_linear_constraint(sum(item for item, _ in links) <= trunks * holds)
            self._use(trunk, trunks, maximum)
            self._use(cassette, 2 * at_end * trunks, 2 * at_end * maximum)
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
        """Return the cost of all parts, less the saved laying."""
        money: list[Any] = []
        for part, pieces in self.pieces.items():
            table = {count: self.check.money.least(part, count) for count in range(self.most[part] + 1)}
            many = {
                count: (self.model.add_binary_variable(), cents)
                for count, cents in table.items()
                if cents is not None
            }
            self.model.add_linear_constraint(sum(item for item, _ in many.values()) == 1)
            used = sum(count * item for count, (item, _) in many.items())
            self.model.add_linear_constraint(used == sum(pieces))
            money += [cents * item for item, cents in many.values()]
        laid = sum(self.moved) - sum(self.trunks)
        return sum(money) - self.check.order.laying_cents * laid
