"""Cords and transceivers that may serve a link through panels, as options of the choice of parts.

A link's transceivers must reach over all its pieces together, its loss must be within their budget, and
each piece that is not installed gets a cord. Twisted pair gets patch cords instead.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from netfloor.costmodels.catalogue.choice.part_index import OpticsClass, PartIndex, ShelfLengths
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.panel_paths import PanelPath
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.link_loss import DB_PER_KM, LinkLoss, link_loss
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.costmodels.sets.offers import metres
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.fabric.media import is_covered
from netfloor.foundation.units import cents_to_money

TWISTED_PAIR = "TP"


@dataclass(frozen=True)
class PathParts:
    """The purchase for a link through panels.

    Attributes
    ----------
    cords
        Part number (index) of each piece to buy.
    modules
        Transceivers at both ends; -1 for twisted pair, which has none.
    fibre, connector
        Of the cords.
    reach_mm
        Reach of the ends.
    length_mm
        All pieces, as bought and as installed.
    loss, budget_db
        None for twisted pair, and if no transceiver states a budget.
    why
        The reason as text.
    """

    cords: tuple[int, ...]
    modules: tuple[int, int]
    fibre: str
    connector: str
    score: int
    reach_mm: int
    length_mm: int
    loss: LinkLoss | None = None
    budget_db: Fraction | None = None

    @property
    def margin_db(self) -> Fraction:
        """Budget minus loss; 0 if either is unknown."""
        known = self.loss is not None and self.budget_db is not None
        return self.budget_db - self.loss.db if known else Fraction(0)  # type: ignore[operator,union-attr]

    @property
    def why(self) -> str:
        """Why these parts serve the link, as text."""
        text = f"{metres(self.length_mm)} with its cords as bought, reach {metres(self.reach_mm)}"
        if self.loss is not None:
            budget = (
                "no budget stated" if self.budget_db is None else f"budget {float(self.budget_db):g} dB"
            )
            text += f"; loss at most {self.loss.text}, {budget}"
        return f"{text}; chosen with the whole order, {cents_to_money(self.score):,.2f} at unit prices"

    @property
    def skus(self) -> tuple[int, ...]:
        """All parts of the link as indices: its cords, then the transceivers at both ends."""
        return *self.cords, *(module for module in self.modules if module >= 0)


@dataclass(frozen=True)
class NoParts:
    """Why no part serves a link: the best attempt and its shortfall."""

    stage: int
    why: str
    remedy: str


#: Maximum number of options of a link in the choice (the cheapest); the gap allows for the others.
MAX_OPTIONS = 400
#: Maximum combinations of cords tried for each pair of transceivers of a link.
_MAX_TRIES = 4_000


class PanelPartsChoice:
    """The parts of a catalogue that may serve links through panels."""

    def __init__(
        self, catalogue: Catalogue, shelf: PartIndex, allowed: Collection[int], slack_mm: int
    ) -> None:
        self.catalogue, self.shelf, self.allowed = catalogue, shelf, allowed
        self.slack_mm = slack_mm
        self.is_cut = False
        self.budget_db = {
            transceiver.part: exact_decimal(transceiver.budget_db)
            for transceiver in catalogue.transceivers
            if transceiver.budget_db is not None
        }

    def choose(
        self, path: PanelPath, gbps: float, ends: tuple[Socket, Socket], routed_mm: Sequence[Sequence[int]]
    ) -> PathParts | NoParts:
        """Return the cheapest parts at unit prices, or why there are none; see `options`."""
        result = self.options(path, gbps, ends, routed_mm)
        return result if isinstance(result, NoParts) else result[0]

    def options(
        self, path: PanelPath, gbps: float, ends: tuple[Socket, Socket], routed_mm: Sequence[Sequence[int]]
    ) -> list[PathParts] | NoParts:
        """Return all parts that may serve a link, cheapest first, or why there are none.

        ``routed_mm`` has the length of its pieces in each medium. If there are too many combinations of
        cords, longer cords that cost no less are dropped, and `is_cut` is set.
        """
        self.is_cut = False
        tries = [*self._optics(path, gbps, ends, routed_mm[1]), *self._pair(path, gbps, ends, routed_mm[0])]
        results = [item for item in tries if isinstance(item, PathParts)]
        if results:
            return sorted(results, key=lambda item: item.score)
        forms = " to ".join(dict.fromkeys(socket.connector for socket in ends))
        nothing = NoParts(
            0,
            f"no transceivers or patch cords of {gbps:g} Gb/s for {forms}",
            "add them to the catalogue, or list the link without its panels",
        )
        return max(
            (nothing, *(item for item in tries if isinstance(item, NoParts))), key=lambda item: item.stage
        )

    def _optics(
        self, path: PanelPath, gbps: float, ends: tuple[Socket, Socket], routed_mm: Sequence[int]
    ) -> Iterator[PathParts | NoParts]:
        for kind, modules in self.shelf.modules.items():
            sides = [
                [module for module in modules if module.socket == socket and module.sku in self.allowed]
                for socket in ends
            ]
            if kind.gbps != gbps or not all(sides):
                continue
            if not is_covered(kind.fibre, path.fibre):
                yield _other_fibre(path, f"{kind.optics} needs {kind.fibre}")
                continue
            cords = self._cords(path, self.shelf.cords[kind], routed_mm)
            if isinstance(cords, NoParts):
                yield cords
                continue
            for a, b in product(*sides):
                parts = [self.shelf.skus[item.sku].part for item in (a, b)]
                budgets = [self.budget_db[part] for part in parts if part in self.budget_db]
                limits = min(a.reach_mm, b.reach_mm), min(budgets, default=None)
                yield from self._within(path, kind, cords, (a.sku, b.sku), a.score + b.score, limits)

    def _within(
        self,
        path: PanelPath,
        kind: OpticsClass,
        cords: Sequence[Sequence[tuple[int, int, int]]],
        modules: tuple[int, int],
        score: int,
        limits: tuple[int, Fraction | None],
    ) -> Iterator[PathParts | NoParts]:
        """Yield all cords within the reach and budget of two transceivers, or why there are none."""
        reach_mm, budget_db = limits
        nearest: NoParts | None = None
        any_fits = False
        for chosen in product(*cords):
            lengths = _lengths(path, [length for length, _, _ in chosen])
            loss = link_loss(lengths, path.measured_db, kind.fibre)
            total = sum(lengths)
            if total > reach_mm:
                far = (
                    f"{kind.optics} reaches {metres(reach_mm)}, the link is {metres(total)} with its cords"
                )
                nearest = nearest or NoParts(3, far, "a shorter route, or transceivers with a longer reach")
                continue
            if budget_db is not None and loss.db > budget_db:
                high = f"loss {loss.text}, and {kind.optics} allows {float(budget_db):g} dB"
                help_ = "fewer panels, measured losses in a column loss, or more budget_db"
                nearest = NoParts(4, high, help_)
                continue
            any_fits = True
            yield PathParts(
                cords=tuple(sku for _, sku, _ in chosen),
                modules=modules,
                fibre=kind.fibre,
                connector=kind.fibre_connector,
                score=score + sum(cents for _, _, cents in chosen),
                reach_mm=reach_mm,
                length_mm=total,
                loss=loss,
                budget_db=budget_db,
            )
        if not any_fits and nearest is not None:
            yield nearest

    def _pair(
        self, path: PanelPath, gbps: float, ends: tuple[Socket, Socket], routed_mm: Sequence[int]
    ) -> Iterator[PathParts | NoParts]:
        for cable, stock in self.shelf.assemblies:
            plugs = {cable.connector_a, cable.connector_b}
            fits = cable.kind == TWISTED_PAIR and cable.links == 1 and cable.carries(gbps)
            if not fits or plugs != {socket.connector for socket in ends}:
                continue
            if not is_covered(TWISTED_PAIR, path.fibre):
                yield _other_fibre(path, f"{cable.name} needs twisted pair")
                continue
            cords = self._cords(path, stock, routed_mm)
            if isinstance(cords, NoParts):
                yield cords
                continue
            reach_mm = exact_mm(cable.reach_m, "reach_m")
            for chosen in product(*cords):
                total = sum(_lengths(path, [length for length, _, _ in chosen]))
                if total > reach_mm:
                    far = f"{cable.name} reaches {metres(reach_mm)}, the link is {metres(total)}"
                    yield NoParts(3, far, "a shorter way")
                    continue
                cost, skus = sum(cents for *_, cents in chosen), tuple(sku for _, sku, _ in chosen)
                plug = ends[0].connector
                yield PathParts(
                    cords=skus,
                    modules=(-1, -1),
                    fibre=TWISTED_PAIR,
                    connector=plug,
                    score=cost,
                    reach_mm=reach_mm,
                    length_mm=total,
                )

    def _cords(
        self, path: PanelPath, stock: ShelfLengths, routed_mm: Sequence[int]
    ) -> list[list[tuple[int, int, int]]] | NoParts:
        """Return length, part number and score of the cords that fit each piece to buy."""
        rows = zip(stock.length_mm.tolist(), stock.sku.tolist(), stock.score.tolist(), strict=True)
        sold = [row for row in rows if row[1] in self.allowed]
        results = []
        for number, (is_bought, way_mm) in enumerate(zip(path.bought, routed_mm, strict=True), 1):
            if not is_bought:
                continue
            fitting = [row for row in sold if way_mm >= 0 and row[0] >= way_mm + self.slack_mm]
            if not fitting:
                longest = f"the longest is {metres(sold[-1][0])}" if sold else "none is on sale"
                what = f"its piece {number} needs a cord of {metres(way_mm + self.slack_mm)}, {longest}"
                return NoParts(2, what, "longer cords in the catalogue, or a shorter route")
            results.append(fitting)
        if prod(map(len, results)) > _MAX_TRIES:
            self.is_cut = True
            results = [_worthwhile(fitting) for fitting in results]
        return results


def _worthwhile(fitting: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Drop cords that are longer than another and cost no less."""
    kept: list[tuple[int, int, int]] = []
    for row in fitting:
        if not kept or row[2] < kept[-1][2]:
            kept.append(row)
    return kept


def _other_fibre(path: PanelPath, needs: str) -> NoParts:
    fits = ", ".join((*DB_PER_KM, TWISTED_PAIR))
    is_mixed = " and " in path.fibre
    remedy = "one kind for all pieces of a link" if is_mixed else f"parts for {path.fibre}"
    return NoParts(1, f"its cables are listed as {path.fibre}, but {needs}", f"{remedy}; known: {fits}")


def _lengths(path: PanelPath, cords: Sequence[int]) -> list[int]:
    """Return the length of each piece: cords as bought, the others as installed."""
    bought = iter(cords)
    pieces = zip(path.bought, path.installed_mm, strict=True)
    return [next(bought) if is_bought else own for is_bought, own in pieces]
