"""The price of the parts of one plan by kind, from a price list or by a cost set."""

from dataclasses import dataclass, replace

from netfloor.costmodels.buying.ownership import NETWORK, Purchases
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.offers import Unsold
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.owned import purchases_of
from netfloor.plans.order.warnings import formula_warnings, plan_warnings, unsourced_cents

#: The kinds of parts whose prices a lever multiplies.
KINDS_OF = {
    "optical": ("optical_cable", "cord", "transceiver"),
    "copper": ("electrical_cable",),
    "switches": ("switch",),
}


@dataclass(frozen=True)
class Quote:
    """The parts of one plan, before taxes.

    Attributes
    ----------
    copper_links, links
        Links between switches: on copper, and in all.
    copper_links_to_servers, links_to_servers
        The same for links to servers.
    bill_cents
        Total of the bill: by a catalogue with spares and taxes, by a cost set with laying if priced.
    laying_cents
        Laying within that total, None without such a price.
    lines
        Lines of the bill; empty with a cost set.
    unsold
        Links left out because no part is long enough.
    unsourced_cents
        Cost of parts whose price has no source.
    left_out
        Cables of lists for which no part can be chosen.
    devices_counted
        Whether switches, adapters and servers count, in price and power.
    warnings
        Warnings about the plan and its order.
    """

    purchases: Purchases
    copper_links: int
    links: int
    copper_links_to_servers: int
    links_to_servers: int
    bill_cents: int
    laying_cents: int | None = None
    lines: tuple[BomLine, ...] = ()
    unsold: Unsold | None = None
    unsourced_cents: int = 0
    left_out: int = 0
    devices_counted: bool = True
    warnings: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether everything has a part."""
        return self.unsold is None and not self.left_out

    @property
    def parts_cents(self) -> int:
        """Cost of all parts, including freight."""
        return sum(item.paid_cents for item in self.purchases.bought) + self.purchases.freight_cents

    def cents_of(self, lever: str, group: str | None = None) -> int:
        """Return the cost of the parts that a lever of `KINDS_OF` multiplies, in one group or in all."""
        kinds, bought = KINDS_OF[lever], self.purchases.bought
        return sum(item.paid_cents for item in bought if item.kind in kinds and group in {None, item.group})

    def server_cable_cents(self) -> int:
        """Return the cost of cables and transceivers to servers."""
        kinds = {kind for lever in ("copper", "optical") for kind in KINDS_OF[lever]}
        return sum(
            item.paid_cents for item in self.purchases.bought if item.for_servers and item.kind in kinds
        )

    @property
    def cable_cents(self) -> int:
        """Cost of cables and transceivers between switches, including spares."""
        return self.cents_of("copper", NETWORK) + self.cents_of("optical", NETWORK)

    @property
    def network_cents(self) -> int:
        """Cost of switches and of the cables and transceivers between them, with all freight."""
        return self.purchases.freight_cents + sum(
            item.paid_cents for item in self.purchases.bought if item.group == NETWORK
        )

    def power_w(self, group: str | None = None) -> float | None:
        """Return the steady power of installed parts of `NETWORK`, of `SERVERS` or of all, W.

        For `NETWORK` it equals ``network_power_w``: switches and the links between them, without parts that
        serve servers. None if the watts of a part are unknown.
        """
        return None if self.lacks_watts_of(group) else self.stated_power_w(group)

    def stated_power_w(self, group: str | None = None) -> float:
        """Return the power of the parts of a group whose watts are known, W; see `power_w`."""
        return sum(item.power_mw for item in self.purchases.bought if group in {None, item.group}) / 1000

    def lacks_watts_of(self, group: str | None = None) -> bool:
        """Return whether the watts of some parts of a group are unknown; see `power_w`."""
        return any(item.lacks_watts for item in self.purchases.bought if group in {None, item.group})

    def dearer(self, lever: str, factor: int) -> Purchases:
        """Return the purchases with the prices of one lever multiplied."""
        bought = tuple(
            replace(item, paid_cents=item.paid_cents * factor, renewal_cents=item.renewal_cents * factor)
            if item.kind in KINDS_OF[lever]
            else item
            for item in self.purchases.bought
        )
        return replace(self.purchases, bought=bought)


def quote_of_parts(
    parts: OrderedParts, *, devices: bool = True, power_set: PowerSet | None = None
) -> Quote:
    """Return the price of a bill of materials; see `purchases_of`."""
    choice = parts.choice
    copper = choice.medium == MEDIA.index("electrical")
    servers, counted = parts.links.to_servers, parts.links.is_counted
    between, to_servers = copper[counted & ~servers], copper[counted & servers]
    quote = Quote(
        purchases_of(parts, devices=devices, power_set=power_set),
        copper_links=int(between.sum()),
        links=len(between),
        copper_links_to_servers=int(to_servers.sum()),
        links_to_servers=len(to_servers),
        lines=parts.bom.lines,
        unsold=parts.unsold,
        bill_cents=parts.bom.total_cents,
        laying_cents=parts.bom.laying_cents,
        unsourced_cents=unsourced_cents(parts.bom.lines),
        left_out=sum(len(item.cables) for item in parts.left_out) if isinstance(parts, LaidParts) else 0,
        devices_counted=devices,
        warnings=plan_warnings(parts),
    )
    formula = parts.catalogue.formula
    if formula is None:
        return quote
    unsure = any(row.trust == UNVERIFIED for row in formula.coefficients())
    said = formula_warnings(parts.catalogue)  # comparisons report them once, with the prices
    return replace(
        quote,
        lines=(),
        unsourced_cents=quote.parts_cents if unsure else 0,
        warnings=tuple(warning for warning in quote.warnings if warning not in said),
    )
