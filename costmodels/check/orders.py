"""Check of an order, link by link and supplier by supplier: links served, parts bought, costs as claimed.

Shares no code with `costmodels.catalogue` or `costmodels.buying`: the catalogue is a plain document, and
parts and cages are identified by number. Compatible parts, purchase prices and suppliers' terms are
recomputed; small orders are also searched for a cheaper one with CP-SAT.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from netfloor.costmodels.check.order_roles import OrderedRole
from netfloor.costmodels.check.panel_orders import PANEL_PORT, OrderedPath, path_problems
from netfloor.costmodels.check.part_money import PartMoney
from netfloor.costmodels.check.prices import decimal, half_up, is_as_listed, runs_over

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Part = Mapping[str, Any]
#: The properties that two transceivers and the cord between them must share.
_CLASS = ("gbps", "optics", "fibre", "fibre_connector", "fibres")
#: Limits of the search: links of an order, pieces above the need, and solver work.
MAX_LINKS, MAX_MORE, MAX_WORK = 40, 60, 5.0


class OrderedLink(NamedTuple):
    """A link: rate, cages, routes in mm (negative if there is none), and its part.

    ``cable`` numbers the piece of ``part``; links of one cable share it. ``listed`` is the medium that the
    list asks for, empty if any.
    """

    gbps: float
    cages: tuple[int, int]
    copper_mm: int
    fibre_mm: int
    cable: int
    part: str
    listed: str = ""


class OrderedLine(NamedTuple):
    """A line of the bill: pieces in use, spare, from stock and bought, and their cost in cents."""

    used: int
    spares: int
    from_stock: int
    bought: int
    cents: int


@dataclass(frozen=True)
class CheckedOrder:
    """The content of an order.

    Attributes
    ----------
    cages
        Form and link capacity of each cage.
    modules
        Transceivers by cage.
    links
        All links.
    roles
        Devices and power cords, by purpose.
    lines
        The bill by part number.
    freight_cents
        By supplier.
    tax_cents, total_cents
        Taxes and total of the order.
    choice_cents, bound_cents
        Objective value of all parts with freight, and its lower bound; None if electricity is included or
        part numbers are limited.
    paths
        Links through panels.
    laid
        Cables inside cabinets and between two.
    """

    cages: Sequence[tuple[str, int]]
    modules: Mapping[int, str]
    links: Sequence[OrderedLink]
    roles: Sequence[OrderedRole]
    lines: Mapping[str, OrderedLine]
    freight_cents: Mapping[str, int]
    tax_cents: int
    total_cents: int
    choice_cents: int | None = None
    bound_cents: int | None = None
    paths: Sequence[OrderedPath] = ()
    laid: tuple[int, int] = (0, 0)


class OrderCheck:
    """An order with its catalogue."""

    def __init__(self, order: CheckedOrder, money: PartMoney) -> None:
        self.order, self.money = order, money
        self.slack_mm = int(decimal(money.catalogue["slack_m"]) * 1000)
        self.through = {number for path in order.paths for number in path.links}
        self.cables: dict[int, list[OrderedLink]] = defaultdict(list)
        for link in order.links:
            self.cables[link.cable].append(link)

    def problems(self) -> list[str]:
        """Return every fault."""
        results = [
            *self._served(),
            *self._through_panels(),
            *self._pieces(),
            *self._bought(),
            *self._money(),
        ]
        return list(dict.fromkeys(results))

    def _served(self) -> Iterator[str]:
        """Yield cables that do not connect their cages, and cages with two plugs or none."""
        plugged = Counter(list(self.order.modules))
        pieces = {self.order.links[number].cable for number in self.through}
        for number, links in self.cables.items():
            if number in pieces:
                plugged.update(self._plugs_at_panels(links))
                continue
            parts = {link.part for link in links}
            part = self.money.part.get(links[0].part)
            if len(parts) > 1 or part is None or part["table"] not in {"cables", "cords"}:
                yield f"cable {number}: is of several parts, or of none that joins cages"
            elif part["table"] == "cables":
                plugged.update({cage for link in links for cage in link.cages})
                if not self.joins(part, links):
                    yield f"cable {number}: {links[0].part} does not join its cages"
            elif len(links) > 1 or not self.leads(part, links[0]):
                yield f"cable {number}: {links[0].part} does not join transceivers in its cages"
        used = {cage for link in self.order.links for cage in link.cages}
        if set(plugged) != used or any(count > 1 for count in plugged.values()):
            yield "cages: one in use has two plugs or none, or one not in use has a transceiver"

    def _plugs_at_panels(self, links: Sequence[OrderedLink]) -> Iterator[int]:
        """Yield the cages and panel ports into which a piece of a link through panels plugs directly."""
        part = self.money.part.get(links[0].part)
        has_plugs = part is not None and part["table"] == "cables"
        for cage in links[0].cages:
            if has_plugs or self.order.cages[cage][0] == PANEL_PORT:
                yield cage

    def _through_panels(self) -> Iterator[str]:
        """Yield links through panels whose parts do not connect them."""
        for number, path in enumerate(self.order.paths):
            pieces = [self.order.links[link] for link in path.links]
            order, parts = self.order, self.money.part
            result = path_problems(path, pieces, order.cages, order.modules, parts, slack_mm=self.slack_mm)
            yield from (f"link {number} through panels: {item}" for item in result)

    def joins(self, part: Part, links: Sequence[OrderedLink]) -> bool:
        """Whether a cable assembly carries all links of the cages that it plugs into."""
        cable, cages = part["series"], {cage for link in links for cage in link.cages}
        plug_a = cable["connector_a"], cable["links"]
        plug_b = cable["connector_b"], cable["links"] // cable["tails"]
        kind = 1 if cable["kind"] == "AOC" else 0
        if not all(is_as_listed(cable["kind"], link.listed) for link in links):
            return False
        ways = [(link.copper_mm, link.fibre_mm)[kind] for link in links]
        if min(ways) < 0 or max(ways) + self.slack_mm > part["length_mm"]:
            return False
        if not all(runs_over(cable, link.gbps) for link in links):
            return False
        at = Counter(cage for link in links for cage in link.cages)
        for head in (cage for cage in cages if at[cage] == len(links)):
            tails = [self.order.cages[cage] for cage in cages - {head}]
            forwards = self.order.cages[head] == plug_a and set(tails) == {plug_b}
            if forwards and len(tails) <= cable["tails"]:
                return True
        return False

    def leads(self, part: Part, link: OrderedLink) -> bool:
        """Whether a cord connects the transceivers in the cages of a link."""
        ends = [self.money.part.get(self.order.modules.get(cage, "")) for cage in link.cages]
        return all(item is not None for item in ends) and self.fits(
            part, link, [item for item in ends if item]
        )

    def fits(self, part: Part, link: OrderedLink, ends: Sequence[Part]) -> bool:
        """Whether two transceivers and a cord connect the cages of a link."""
        for item, cage in zip(ends, link.cages, strict=True):
            if (
                item["table"] != "transceivers"
                or (item["connector"], item["links"]) != self.order.cages[cage]
            ):
                return False
        near, far = ends
        if not is_as_listed(near["fibre"], link.listed):
            return False
        if any(near[key] != far[key] for key in _CLASS) or near["gbps"] != link.gbps:
            return False
        cord, length_mm = part["series"], part["length_mm"]
        alike = (cord["fibre"], cord["connector"]) == (near["fibre"], near["fibre_connector"])
        reach_mm = min(decimal(entry["reach_m"]) * 1000 for entry in ends)
        long = 0 <= link.fibre_mm <= length_mm - self.slack_mm
        return alike and cord["fibres"] >= near["fibres"] and long and length_mm <= reach_mm

    def _pieces(self) -> Iterator[str]:
        """Yield parts whose use differs from the need of links and devices, or that are unsuitable."""
        yield from filter(None, (role.problem(self.money.part) for role in self.order.roles))
        pieces = Counter(links[0].part for links in self.cables.values())
        pieces.update(self.order.modules.values())
        for role in self.order.roles:
            pieces.update(role.parts)
        said = {part: line.used for part, line in self.order.lines.items()}
        if dict(pieces) != said:
            wrong = sorted(part for part in {*pieces, *said} if pieces[part] != said.get(part, 0))
            yield f"bill: pieces differ from those that links and devices need: {', '.join(wrong[:5])}"

    def _bought(self) -> Iterator[str]:
        """Yield lines with too small a quantity, an unavailable quantity, or a wrong price."""
        for name, line in self.order.lines.items():
            part = self.money.part.get(name)
            if part is None:
                yield f"bill: {name} is not in the catalogue"
                continue
            spares = self.money.spare(part, line.used)
            there = min(part["owned"], line.used + spares)
            if (line.spares, line.from_stock) != (spares, there):
                yield f"bill: spares or owned pieces of {name}"
            elif line.bought + there < line.used + spares:
                yield f"bill: too few pieces of {name} are bought"
            elif self.money.cost(name, line.bought) != line.cents:
                yield f"bill: the money for {name}, or so many are not sold"

    def _laying(self) -> int:
        """Return the cost of laying all cables, 0 if the catalogue has no price for it."""
        own, formula = self.money.catalogue.get("laying"), self.money.catalogue.get("formula")
        if own:
            each = [own["inside_cabinet"], own["between_cabinets"]]
        elif formula and formula["installation"]:
            works = formula["installation"]
            each = [works["inside_cabinet"]["value"], works["between_cabinets"]["value"]]
        else:
            return 0
        prices = [half_up(decimal(item) * 100) for item in each]
        return sum(cables * cents for cables, cents in zip(self.order.laid, prices, strict=True))

    def _money(self) -> Iterator[str]:
        """Yield orders below a supplier's minimum, and wrong freight, taxes or sums."""
        goods, placed = Counter[str](), set[str]()
        for name, line in self.order.lines.items():
            if line.bought and name in self.money.part:
                goods[self.money.supplier(name)] += line.cents
                placed.add(self.money.supplier(name))
        freight = {}
        for supplier in sorted(placed):
            minimum, asked, free_from, fee, small = self.terms(supplier)
            if goods[supplier] < minimum:
                yield f"orders: that of {supplier} is below its minimum"
            freight[supplier] = 0 if free_from is not None and goods[supplier] >= free_from else asked
            freight[supplier] += fee if goods[supplier] < small else 0
        if dict(self.order.freight_cents) != freight:
            yield "orders: freight differs from the suppliers' terms"
        goods_cents = sum(line.cents for line in self.order.lines.values()) + sum(freight.values())
        untaxed = goods_cents + self._laying()
        taxes = self._laying() * self._tax_percent("") + sum(
            (goods[supplier] + freight[supplier]) * self._tax_percent(supplier) for supplier in placed
        )
        tax = half_up(taxes / 100)
        if (self.order.tax_cents, self.order.total_cents) != (tax, untaxed + tax):
            yield "bill: taxes or total"
        order = self.order
        if order.choice_cents is not None and order.bound_cents is not None:
            if goods_cents != order.choice_cents:
                yield "choice: its cost differs from its parts and freight"
            if order.bound_cents > order.choice_cents:
                yield "choice: its lower bound is above its cost"

    def _tax_percent(self, supplier: str) -> Fraction:
        """Return the supplier's tax rate, or the catalogue's if it has none."""
        catalogue = self.money.catalogue
        own = [
            item["tax_percent"]
            for item in catalogue.get("suppliers", ())
            if item["name"] == supplier and item.get("tax_percent") is not None
        ]
        return decimal(own[0] if own else catalogue["tax_percent"])

    def terms(self, supplier: str) -> tuple[int, int, int | None, int, int]:
        """Return a supplier's least value, freight and its end, surcharge and its end, in cents."""
        for item in self.money.catalogue.get("suppliers", ()):
            if item["name"] == supplier:
                names = (
                    "min_order_value",
                    "freight",
                    "freight_free_from",
                    "small_order_fee",
                    "small_order_below",
                )
                minimum, freight, free, fee, small = (
                    None
                    if item.get(name) is None
                    else self.money.converted({"price": item[name], "currency": item["currency"]})
                    for name in names
                )
                return minimum or 0, freight or 0, free, fee or 0, small or 0
        return 0, 0, None, 0, 0


def cheaper_order(check: OrderCheck) -> bool:
    """Whether a search finds a choice below the claimed lower bound.

    CP-SAT models each number of pieces of a part with its cost from a table. Links that share no cage may
    use any part that connects them, all others keep theirs; devices may be any model with the same cages
    that needs no more of its cabinet. A solution disproves the bound; finding none proves nothing.
    """
    order = check.order
    if order.bound_cents is None or not 0 < len(order.links) <= MAX_LINKS:
        return False
    from ortools.sat.python import cp_model  # noqa: PLC0415 - heavy, rarely needed

    search = _Search(check, cp_model.CpModel())
    money = search.cents()
    search.model.minimize(money)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, 1
    solver.parameters.max_deterministic_time = MAX_WORK
    solver.parameters.catch_sigint_signal = False  # Ctrl-C ends the command, not only this search
    if solver.solve(search.model) not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return False
    return round(solver.objective_value) < order.bound_cents


class _Search:
    """The ways to connect links, the pieces bought of each part, and the orders of suppliers."""

    def __init__(self, check: OrderCheck, model: "cp_model.CpModel") -> None:
        self.check, self.model = check, model
        self.pieces: dict[str, list[Any]] = defaultdict(list)
        self.most: Counter[str] = Counter()
        for role in check.order.roles:
            self._add_role(role)
        shared = Counter(cage for link in check.order.links for cage in link.cages)
        alone = [
            link
            for number, link in enumerate(check.order.links)
            if number not in check.through and all(shared[cage] == 1 for cage in link.cages)
        ]
        alike: Counter[Any] = Counter(self._kind(check, link) for link in alone)
        one_of = {self._kind(check, link): link for link in alone}
        for kind, count in alike.items():
            self._choose(one_of[kind], count)
        single = set(alone)
        kept = [link for link in check.order.links if link not in single]
        for part, count in Counter(part for _, part in {(link.cable, link.part) for link in kept}).items():
            self.pieces[part].append(count)
        cages = {cage for link in kept for cage in link.cages}
        for cage, part in check.order.modules.items():
            if cage in cages:
                self.pieces[part].append(1)

    def _add_role(self, role: OrderedRole) -> None:
        """Add the parts that may fill a role."""
        counts = []
        for part in role.others(self.check.money.part):
            many = self.model.new_int_var(0, role.pieces, "")
            if role.alike:
                self.model.add(many == role.pieces * self.model.new_bool_var(""))
            counts.append(many)
            self.pieces[part].append(many)
            self.most[part] += role.pieces
        self.model.add(sum(counts) == role.pieces)

    @staticmethod
    def _kind(check: OrderCheck, link: OrderedLink) -> tuple[Any, ...]:
        """Return the properties that determine the parts of a link with cages of its own."""
        cages = (check.order.cages[cage] for cage in link.cages)
        return link.gbps, *cages, link.copper_mm, link.fibre_mm, link.listed

    def _choose(self, link: OrderedLink, count: int) -> None:
        """Add the parts that may connect a number of equivalent links."""
        ways = []
        for parts in self._ways(link):
            way = self.model.new_int_var(0, count, "")
            ways.append(way)
            for part, pieces in Counter(parts).items():
                self.pieces[part].append(pieces * way)
        self.model.add(sum(ways) == count)

    def _ways(self, link: OrderedLink) -> Iterator[tuple[str, ...]]:
        check, parts = self.check, self.check.money.part
        for name, part in parts.items():
            if part["table"] == "cables" and check.joins(part, [link]):
                yield (name,)
        modules = [item for item in parts.values() if item["table"] == "transceivers"]
        fitting = [
            [
                module
                for module in modules
                if (module["connector"], module["links"]) == check.order.cages[cage]
            ]
            for cage in link.cages
        ]
        cords = [(name, part) for name, part in parts.items() if part["table"] == "cords"]
        for near, far in product(*fitting):
            for name, part in cords:
                if check.fits(part, link, (near, far)):
                    yield near["part"], far["part"], name

    def cents(self) -> Any:
        """Return the cost of all parts plus the freight of their orders."""
        check, money = self.check, self.check.money
        goods: dict[str, list[Any]] = defaultdict(list)
        max_goods: Counter[str] = Counter()
        placed: dict[str, list[Any]] = defaultdict(list)
        for part, used in self.pieces.items():
            maximum = 2 * len(check.order.links) + self.most[part]
            supplier = money.supplier(part)
            is_plain = check.terms(supplier) == (0, 0, None, 0, 0)
            rows = []
            for count in range(maximum + 1):
                needed = money.needed(part, count)
                more = range(needed, needed + (1 if is_plain or not count else MAX_MORE))
                bought = {
                    pieces: cents for pieces in more if (cents := money.cost(part, pieces)) is not None
                }
                if is_plain:
                    minimum = money.least(part, count)
                    rows += [] if minimum is None else [(count, minimum, int(minimum > 0))]
                else:
                    rows += [(count, cents, int(pieces > 0)) for pieces, cents in bought.items()]
            if not rows:
                self.model.add(sum(used) == 0)
                continue
            in_use, paid = self.model.new_int_var(0, maximum, ""), self.model.new_int_var(0, 10**13, "")
            is_bought = self.model.new_bool_var("")
            self.model.add_allowed_assignments([in_use, paid, is_bought], rows)
            self.model.add(in_use == sum(used))
            goods[supplier].append(paid)
            placed[supplier].append(is_bought)
            max_goods[supplier] += max(row[1] for row in rows)
        total = [item for own in goods.values() for item in own]
        return sum(total) + sum(self._freight(name, goods[name], placed[name]) for name in goods)

    def _freight(self, supplier: str, goods: list[Any], placed: list[Any]) -> Any:
        minimum, asked, free_from, fee, small = self.check.terms(supplier)
        is_placed, is_free = self.model.new_bool_var(""), self.model.new_bool_var("")
        for item in placed:
            self.model.add_implication(item, is_placed)
        self.model.add(sum(goods) >= minimum).only_enforce_if(is_placed)
        if free_from is None:
            self.model.add(is_free == 0)
        else:
            self.model.add(sum(goods) >= free_from).only_enforce_if(is_free)
        paid = self.model.new_bool_var("")
        self.model.add(paid >= is_placed - is_free)
        is_large, is_small = self.model.new_bool_var(""), self.model.new_bool_var("")
        self.model.add(sum(goods) >= small).only_enforce_if(is_large)
        self.model.add(is_small >= is_placed - is_large)
        return asked * paid + fee * is_small
