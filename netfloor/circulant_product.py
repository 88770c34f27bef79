"""Products of circulants with complete graphs beside plain circulants: what ``circulant product`` runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from foundation.errors import InputError
from foundation.observer import Observer
from layout.stop import Interrupt
from netfloor.circulant_phases import Keeper, run_phases
from netfloor.circulant_run import MOST_BISECTED, spec_of
from netfloor.circulant_workers import RunTasks, task_runner
from netfloor.progress import watching
from netfloor.signals import interruptible
from structure.bisection import Bisection, bisection
from structure.circulants import CirculantSearch, Found, SearchSpace, merge
from structure.circulants.isomorphism import isomorphism_classes
from topologies.spec import build

HEADINGS = ("network", "diameter", "mean distance", "bisection links", "lower bound by", "optima")


@dataclass(frozen=True)
class ProductRequest:
    """What the user asked for; see the command's options."""

    routers: int
    radix: int
    plain: bool = True
    seed: int = 0
    workers: int = 1

    def spaces(self) -> list[tuple[int, SearchSpace]]:
        """Return the order of the complete graph and the circulants of every product.

        Raises
        ------
        InputError
            If there is no product of so many routers and that radix.
        """
        every = factorisations(self.routers)
        fitting = [(r, self.radix - r + 1) for r, radices in every if self.radix - r + 1 in radices]
        if fitting:
            return [(r, SearchSpace(self.routers // r, radix)) for r, radix in fitting]
        what = f"no product C_m x K_r has {self.routers} routers of radix {self.radix}"
        if not every:
            raise InputError("--routers", what, "give N = m r with m from 3 and r from 2")
        _, nearest = min((abs(c + r - 1 - self.radix), c + r - 1) for r, radices in every for c in radices)
        raise InputError("--radix", what, f"nearest: {nearest}")


@dataclass(frozen=True)
class ProductRow:
    """One network: a circulant, and the order of the complete graph beside it, 1 for none."""

    space: SearchSpace
    complete: int
    found: Found
    optima: int
    jumps: tuple[int, ...]
    network: str
    cut: Bisection

    @property
    def diameter(self) -> int:
        """Diameters of factors add up."""
        return self.found.diameter + (self.complete > 1)

    @property
    def mean_distance(self) -> float:
        """Mean over pairs of different routers: distances in the factors add up."""
        m, r = self.space.routers, self.complete
        return (r * self.found.total + m * (r - 1)) / (m * r - 1)

    def to_dict(self) -> dict[str, Any]:
        """Return the row of ``circulant product --json``."""
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
        }

    def cells(self) -> list[str]:
        """Return the row of the table."""
        links, least = self.cut.links, self.cut.lower_links
        return [
            self.network,
            str(self.diameter),
            f"{self.mean_distance:.4f}",
            f"{links}" if links == least else f"{least} to {links}",
            self.cut.lower_method,
            str(self.optima),
        ]


@dataclass(frozen=True)
class ProductReport:
    """Products, least diameter first, then least mean distance, then widest cut; and the plain one."""

    routers: int
    radix: int
    products: tuple[ProductRow, ...]
    plain: ProductRow | None
    notes: tuple[str, ...]
    interrupted: bool

    def to_dict(self) -> dict[str, Any]:
        """Return what ``circulant product --json`` prints."""
        return {
            "schema": 1,
            "routers": self.routers,
            "radix": self.radix,
            "products": [row.to_dict() for row in self.products],
            "plain": self.plain.to_dict() if self.plain else None,
            "notes": list(self.notes),
        }

    def rows(self) -> list[list[str]]:
        """Return the table's rows."""
        return [row.cells() for row in (*self.products, *([self.plain] if self.plain else []))]


def factorisations(routers: int) -> list[tuple[int, range]]:
    """Return r, from 2, and the radices of C_m, m from 3, for every product of so many routers."""
    orders = [r for r in range(2, routers // 3 + 1) if routers % r == 0]
    return [(r, range(2, m, 1 + m % 2)) for r in orders for m in [routers // r]]


def run_products(request: ProductRequest, *, quiet: bool) -> ProductReport:
    """Search the best circulant of each product, and the plain one, and bisect them.

    Raises
    ------
    InputError
        If there is no such product.
    """
    networks, notes = request.spaces(), []
    n, k = request.routers, request.radix
    if request.plain:  # an odd n with a product has an even radix
        networks.append((1, SearchSpace(n, k)))
    rows: list[ProductRow] = []
    with (
        interruptible() as interrupt,
        watching(quiet=quiet) as observer,
        task_runner(request.workers, None, interrupt) as run,
    ):
        for complete, space in networks:
            found = _best(space, run, observer, interrupt)
            classes = _classes(space, found)
            cuts = _cuts(space, complete, classes[:MOST_BISECTED], request.seed, interrupt)
            if interrupt.asked or not cuts:
                break
            if len(classes) > MOST_BISECTED:
                notes.append(
                    f"the first {MOST_BISECTED} of {len(classes)} optima of {cuts[0][1]} were bisected"
                )
            jumps, network, cut = max(cuts, key=lambda one: one[2].links)
            rows.append(ProductRow(space, complete, found, len(classes), jumps, network, cut))
    products = sorted(
        (row for row in rows if row.complete > 1),
        key=lambda row: (row.diameter, row.mean_distance, -row.cut.links, row.complete),
    )
    plain = next((row for row in rows if row.complete == 1), None)
    return ProductReport(n, k, tuple(products), plain, tuple(notes), interrupt.asked)


def _best(space: SearchSpace, run: RunTasks, observer: Observer, interrupt: Interrupt) -> Found:
    """Return the best circulants of a space."""
    search = CirculantSearch.begin(space)
    keeper = Keeper(None, search, {})
    run_phases(keeper, run, observer, range(search.tasks_a_phase), lambda: interrupt.asked)
    return merge(search, keeper.done.values())


def _classes(space: SearchSpace, found: Found) -> tuple[tuple[int, ...], ...]:
    """Return the optima up to isomorphism, with n / 2 where the radix is odd."""
    half = (space.routers // 2,) if space.radix % 2 else ()
    return isomorphism_classes(space.routers, [(*jumps, *half) for jumps in found.optima]).representatives


def _cuts(
    space: SearchSpace, complete: int, classes: Sequence[tuple[int, ...]], seed: int, interrupt: Interrupt
) -> list[tuple[tuple[int, ...], str, Bisection]]:
    """Return jumps, network and bisection of each product."""
    cuts = []
    for jumps in classes:
        network = spec_of(space.routers, jumps) + (f"*complete:{complete}" if complete > 1 else "")
        if not interrupt.asked:
            cuts.append((jumps, network, bisection(build(network), seed=seed)))
    return cuts
