"""Compare products of circulants and complete graphs with plain circulants, for ``circulant product``."""

from dataclasses import dataclass
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.reports.formats.table import Column, Table, Value, count_column
from netfloor.research.circulants.cuts import amount_of, bisections_wanted, cuts_of
from netfloor.research.circulants.engine.tasks import CirculantSearch, SearchResult, merge
from netfloor.research.circulants.isomorphism import IsomorphismClasses, isomorphism_classes
from netfloor.research.circulants.phases import Keeper, run_phases
from netfloor.research.circulants.report.estimate import estimate_search, is_long, require_short
from netfloor.research.circulants.space import SearchSpace
from netfloor.research.circulants.study.search import MAX_RADIX, MAX_ROUTERS, notes_on, spec_of
from netfloor.research.circulants.workers import RunTasks, task_runner
from netfloor.structure.bisection.interval import Bisection


@dataclass(frozen=True)
class ProductRequest:
    """The options of the command."""

    routers: int
    radix: int
    plain: bool = True
    seed: int = 0
    workers: int = 1
    most: str = "auto"

    def spaces(self) -> list[tuple[int, SearchSpace]]:
        """Return the order of the complete graph and the circulants of every product.

        Raises
        ------
        InputError
            If no product has this number of switches and radix.
        """
        bisections_wanted(self.most)
        if not 1 <= self.routers <= MAX_ROUTERS:
            raise InputError(setting("routers"), f"{self.routers} switches", f"give up to {MAX_ROUTERS:,}")
        if not 1 <= self.radix <= MAX_RADIX:
            raise InputError(setting("radix"), f"radix {self.radix}", f"give up to {MAX_RADIX}")
        every = factorisations(self.routers)
        fitting = [(r, self.radix - r + 1) for r, radices in every if self.radix - r + 1 in radices]
        if fitting:
            return [(r, SearchSpace(self.routers // r, radix)) for r, radix in fitting]
        what = f"no product C_m x K_r has {self.routers} switches of radix {self.radix}"
        if not every:
            raise InputError(setting("routers"), what, "give N = m r with m from 3 and r from 2")
        _, nearest = min((abs(c + r - 1 - self.radix), c + r - 1) for r, radices in every for c in radices)
        raise InputError(setting("radix"), what, f"nearest: {nearest}")


@dataclass(frozen=True)
class ProductRow:
    """One network: a circulant, and the order of its complete graph, 1 for none."""

    space: SearchSpace
    complete: int
    found: SearchResult
    classes: IsomorphismClasses
    bisected: int
    jumps: tuple[int, ...]
    network: str
    cut: Bisection

    @property
    def optima(self) -> int:
        """Number of equally good jump sets of the circulant, up to isomorphism."""
        return len(self.classes.representatives)

    def notes(self) -> list[str]:
        """Return the notes on the network."""
        return notes_on(self.found, self.classes, self.bisected, f" of {self.network}")

    @property
    def diameter(self) -> int:
        """Diameter of the product, the sum over its factors."""
        return self.found.diameter + (self.complete > 1)

    @property
    def mean_distance(self) -> float:
        """Mean over pairs of different switches; distances in the factors add up."""
        m, r = self.space.routers, self.complete
        return (r * self.found.total + m * (r - 1)) / (m * r - 1)

    def to_dict(self) -> dict[str, Any]:
        """Return the row of the JSON document."""
        return {
            "network": self.network,
            "circulant_routers": self.space.routers,
            "circulant_radix": self.space.radix,
            "complete_routers": self.complete,
            "jumps": list(self.jumps),
            "diameter": self.diameter,
            "mean_distance": self.mean_distance,
            "bisection_links": self.cut.links,
            "bisection_lower_links": self.cut.lower_links,
            "bisection_found_by": self.cut.method,
            "bisection_proved_by": self.cut.lower_method,
            "optima": self.optima,
            "complete": self.found.complete,
            "bisected": self.bisected,
            "isomorphism_undecided_pairs": self.classes.undecided,
        }

    def cells(self) -> tuple[Value, ...]:
        """Return the row of the table."""
        links, minimum = self.cut.links, self.cut.lower_links
        bisection = links if links == minimum else f"{minimum} to {links}"
        return (
            *(self.network, self.diameter, self.mean_distance),
            *(bisection, self.cut.lower_method, self.optima),
        )


@dataclass(frozen=True)
class ProductReport:
    """Products by diameter, then mean distance, then widest bisection; and the plain circulant."""

    routers: int
    radix: int
    products: tuple[ProductRow, ...]
    plain: ProductRow | None
    notes: tuple[str, ...]
    interrupted: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of ``circulant product``."""
        return {
            "schema": 1,
            "routers": self.routers,
            "radix": self.radix,
            "products": [row.to_dict() for row in self.products],
            "plain": self.plain.to_dict() if self.plain else None,
            "notes": list(self.notes),
        }

    @property
    def table(self) -> Table:
        """The products, then the plain circulant."""
        columns = (
            *("network", count_column("diameter"), Column("mean distance", "hops", form=".4f")),
            *(Column("bisection", "links"), "lower bound by", count_column("optima")),
        )
        rows = [row.cells() for row in (*self.products, *([self.plain] if self.plain else []))]
        return Table("Products of circulants with complete graphs", columns, rows)


def factorisations(routers: int) -> list[tuple[int, range]]:
    """Return r >= 2, and the radices of C_m, m >= 3, for every product of this size."""
    orders = [r for r in range(2, routers // 3 + 1) if routers % r == 0]
    return [(r, range(2, m, 1 + m % 2)) for r in orders for m in [routers // r]]


def run_products(request: ProductRequest, observer: Observer, interrupt: Interrupt) -> ProductReport:
    """Search the best circulant of each product, and the plain one, and bisect them.

    Raises
    ------
    InputError
        If there is no such product, or its search would exceed the time budget.
    """
    networks = request.spaces()
    n, k = request.routers, request.radix
    if request.plain:  # an odd n with a product has an even radix
        networks.append((1, SearchSpace(n, k)))
    rows: list[ProductRow] = []
    with interrupt.handle_interrupts(), task_runner(request.workers, None, interrupt) as run:
        begun = [(complete, _begun(request, space, observer, interrupt)) for complete, space in networks]
        for complete, search in begun:
            row = _row(request, complete, search, run, observer, interrupt)
            if row is None:
                break
            rows.append(row)
    products = sorted(
        (row for row in rows if row.complete > 1),
        key=lambda row: (row.diameter, row.mean_distance, -row.cut.links, row.complete),
    )
    plain = next((row for row in rows if row.complete == 1), None)
    notes = tuple(note for row in rows for note in row.notes())
    return ProductReport(n, k, tuple(products), plain, notes, interrupt.asked)


def _begun(
    request: ProductRequest, space: SearchSpace, observer: Observer, interrupt: Interrupt
) -> CirculantSearch:
    """Return a search with its incumbent; refuse it before any search runs if it takes too long."""
    search = CirculantSearch.begin(space, observer, lambda: interrupt.asked)
    if is_long(space) and not interrupt.asked:
        core_s = estimate_search(search, request.workers, lambda: interrupt.asked).core_s
        plain = space.routers == request.routers
        way = f"leave the plain one out ({setting('no-plain')})" if plain else "take a smaller one"
        require_short(search, core_s, way)
    return search


def _row(
    request: ProductRequest,
    complete: int,
    search: CirculantSearch,
    run: RunTasks,
    observer: Observer,
    interrupt: Interrupt,
) -> ProductRow | None:
    """Return the product, or plain circulant, with the widest bisection; None if interrupted."""
    space = search.space
    keeper = Keeper(None, search, {})
    if not interrupt.asked:
        run_phases(keeper, run, observer, range(search.tasks_a_phase), lambda: interrupt.asked)
    if interrupt.asked:
        return None
    result = merge(search, keeper.done.values())
    classes = isomorphism_classes(space.routers, space.with_half(result.optima))
    sets = classes.representatives
    whole = SearchSpace(request.routers, request.radix)
    sets = sets[: max(1, amount_of(whole, len(sets), request.most))]
    times = f"*complete:{complete}" if complete > 1 else ""
    networks = [spec_of(space.routers, jumps) + times for jumps in sets]
    cuts = list(cuts_of(networks, request.seed, observer, lambda: interrupt.asked))
    if interrupt.asked:
        return None
    best = max(range(len(cuts)), key=lambda i: cuts[i].links)
    return ProductRow(
        space=space,
        complete=complete,
        found=result,
        classes=classes,
        bisected=len(cuts),
        jumps=sets[best],
        network=networks[best],
        cut=cuts[best],
    )
