"""Purchases for every cable of a plan, from the parts chosen in a catalogue."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA, LinkChoice
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.fabric.fabric import Cable, Fabric
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.trunks.layout import TrunkLayout, TrunkRoute


@dataclass(frozen=True)
class CablePurchase:
    """The purchase for one link.

    Attributes
    ----------
    medium, part, ordered_mm
        ``electrical`` or ``optical``, the part number and the length of the piece.
    routed_mm
        Length of the route in this medium; None for the plan's length.
    kind, modules, cages
        As in `fabric.fabric.Cable`.
    piece
        Index of the first purchase that shares this piece of cable; None if
        the piece serves this link only.
    """

    medium: str
    part: str
    ordered_mm: int
    routed_mm: int | None = None
    kind: str = ""
    modules: tuple[str, str] = ("", "")
    cages: tuple[str, str] = ("", "")
    piece: int | None = None
    cage_numbers: tuple[int, int] = (-1, -1)


@dataclass(frozen=True, repr=False)
class Orders:
    """Purchases for the first cables of a fabric in order, or for those at indices ``cables``."""

    purchases: tuple[CablePurchase, ...]
    cables: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        return f"Orders({len(self.purchases)} links)"

    def applied_to(self, cables: Sequence[Cable]) -> tuple[Cable, ...]:
        """Return the cables with their purchases; cables without a purchase stay unchanged."""
        bought = list(cables)
        places = range(len(self.purchases)) if self.cables is None else self.cables
        for number, purchase in zip(places, self.purchases, strict=True):
            cable = cables[number]
            bought[number] = replace(
                cable,
                length_mm=cable.length_mm if purchase.routed_mm is None else purchase.routed_mm,
                medium=purchase.medium,
                part=purchase.part,
                ordered_mm=purchase.ordered_mm,
                kind=purchase.kind,
                modules=purchase.modules,
                cages=purchase.cages,
                piece="" if purchase.piece is None else cables[places[purchase.piece]].id,
                cage_numbers=purchase.cage_numbers,
            )
        return tuple(bought)

    def renumbered(self, fabric: Fabric, other: Fabric) -> "Orders":
        """Return the purchases re-indexed for another fabric with the same cable ids."""
        places = range(len(self.purchases)) if self.cables is None else self.cables
        return replace(self, cables=tuple(other.cable_of_id[fabric.cables[number].id] for number in places))

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the purchases: several links may share a piece of cable."""
        shared = [purchase.piece for purchase in self.purchases if purchase.piece is not None]
        if not shared:
            return ()
        return (
            f"{len(shared):,} links share {len(set(shared)):,} cables (breakout or twin): each link "
            "shows its cable's part",
        )


def with_orders(fabric: Fabric, orders: Orders | None) -> Fabric:
    """Return a fabric with the parts purchased for its cables, or the fabric itself without orders."""
    if orders is None:
        return fabric
    notes = (*fabric.notes, *orders.notes)
    return replace(fabric, cables=orders.applied_to(fabric.cables), notes=notes)


def orders_of_parts(parts: OrderedParts) -> Orders:
    """Return the purchases of an order per link; a link in a trunk gets all its pieces together."""
    bought = list(purchases_of_choice(parts.choice, parts.catalogue))
    if (trunks := parts.trunk_layout) is not None:
        for link, route in trunks.routes.items():
            bought[link] = _through(bought[link], trunks, route)
    if not isinstance(parts, LaidParts):
        return Orders(tuple(bought))
    cords = parts.power.sku_of
    bought += [CablePurchase("", sku.part, sku.length_mm or 0, kind="") for sku in cords.values()]
    return Orders(tuple(bought), (*parts.cables.tolist(), *cords))


def _through(bought: CablePurchase, trunks: TrunkLayout, route: TrunkRoute) -> CablePurchase:
    """Return the purchase of a link in a trunk."""
    return replace(
        bought,
        part=trunks.parts(route),
        ordered_mm=trunks.ordered_mm(route),
        routed_mm=trunks.routed_mm(route),
        kind=route.jumpers[0].fibre,
    )


def purchases_of_choice(choice: LinkChoice, catalogue: Catalogue) -> Iterator[CablePurchase]:
    """Yield the catalogue part chosen for each link, without considering trunks."""
    fibre = {cord.part: sold.fibre for sold in catalogue.cords for cord in sold.all_lengths()}
    first, links_of = np.unique(choice.link_cable, return_index=True, return_counts=True)[1:]
    needs = choice.needs
    modules, sockets = choice.cage_module[needs.cage], needs.cage_socket[needs.cage]
    columns = (choice.medium, choice.link_cable, choice.routed_mm, modules, sockets, needs.cage)
    ordered_mm = choice.ordered_mm.tolist()
    by_formula = catalogue.formula is not None  # whose part numbers encode the length, in the bill only
    for medium, cable, routed_mm, ends, (a, b), (item, other) in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        sku = choice.skus[int(choice.cable_sku[cable])]
        first_module, second_module = ("" if end < 0 else choice.skus[end].part for end in ends)
        yield CablePurchase(
            medium=MEDIA[medium],
            part=sku.buying.order_number if by_formula else sku.part,
            ordered_mm=ordered_mm[cable],
            routed_mm=None if by_formula else routed_mm,
            kind=fibre[sku.part] if choice.is_cord[cable] else sku.kind,
            modules=(first_module, second_module),
            cages=(needs.sockets[a].connector, needs.sockets[b].connector),
            piece=int(first[cable]) if links_of[cable] > 1 else None,
            cage_numbers=(item, other),
        )
