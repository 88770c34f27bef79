"""What the parts of one plan come to, by what they are: from a price list, or by a cost set."""

from dataclasses import dataclass, replace

from netfloor.costmodels.buying.ownership import NETWORK, Purchases
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.offers import Unsold
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.owned import purchases_of
from netfloor.plans.order.parts_list import OrderedParts
from netfloor.plans.order.warnings import formula_warnings, plan_warnings, unsourced_cents

#: Kinds of parts whose prices a lever multiplies, by the lever.
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
        Links between switches: on copper, and all.
    copper_links_to_servers, links_to_servers
        The same of links to servers.
    bill_cents
        Total of the bill: by a catalogue with spares and taxes, by a cost set with laying if it has that.
    laying_cents
        The laying in it, None where the prices have none.
    lines
        Part numbers; none by a cost set.
    unsold
        Links that are left out as nothing is sold for them.
    unsourced_cents
        Money for parts whose price has no source.
    left_out
        Cables of lists that no part can be chosen for.
    devices_counted
        Whether switches, adapters and servers are counted, and what they draw.
    warnings
        Those of the plan with its order.
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
        """Whether there is a part for everything."""
        return self.unsold is None and not self.left_out

    @property
    def parts_cents(self) -> int:
        """All parts, with their freight."""
        return sum(one.paid_cents for one in self.purchases.bought) + self.purchases.freight_cents

    def cents_of(self, lever: str, group: str | None = None) -> int:
        """Return the money for the kinds of parts of a lever of `KINDS_OF`, of one group or of all."""
        kinds, bought = KINDS_OF[lever], self.purchases.bought
        return sum(one.paid_cents for one in bought if one.kind in kinds and group in {None, one.group})

    def server_cable_cents(self) -> int:
        """Return the money for cables and transceivers to servers."""
        kinds = {kind for lever in ("copper", "optical") for kind in KINDS_OF[lever]}
        return sum(one.paid_cents for one in self.purchases.bought if one.for_servers and one.kind in kinds)

    @property
    def cable_cents(self) -> int:
        """Cables and transceivers between switches, spares included."""
        return self.cents_of("copper", NETWORK) + self.cents_of("optical", NETWORK)

    @property
    def network_cents(self) -> int:
        """Switches, and the cables and transceivers between them, with all freight."""
        return self.purchases.freight_cents + sum(
            one.paid_cents for one in self.purchases.bought if one.group == NETWORK
        )

    def power_w(self, group: str | None = None) -> float:
        """Return the steady draw of what is installed, of `NETWORK`, of `SERVERS` or of all.

        Of `NETWORK` it is what ``network_power_w`` means everywhere: switches and the links between them,
        nothing that serves servers.
        """
        return sum(one.power_mw for one in self.purchases.bought if group in {None, one.group}) / 1000

    def dearer(self, lever: str, factor: int) -> Purchases:
        """Return what is bought with the prices of one lever multiplied."""
        bought = tuple(
            replace(one, paid_cents=one.paid_cents * factor, renewal_cents=one.renewal_cents * factor)
            if one.kind in KINDS_OF[lever]
            else one
            for one in self.purchases.bought
        )
        return replace(self.purchases, bought=bought)


def quote_of_parts(
    parts: OrderedParts, *, devices: bool = True, power_set: PowerSet | None = None
) -> Quote:
    """Return what a bill of materials comes to; see `purchases_of`."""
    choice = parts.choice
    copper = choice.medium == MEDIA.index("electrical")
    servers, counted = parts.links.to_servers, parts.links.is_counted
    between, to_servers = copper[counted & ~servers], copper[counted & servers]
    found = Quote(
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
        left_out=sum(len(one.cables) for one in parts.left_out) if isinstance(parts, LaidParts) else 0,
        devices_counted=devices,
        warnings=plan_warnings(parts),
    )
    formula = parts.catalogue.formula
    if formula is None:
        return found
    unsure = any(row.trust == UNVERIFIED for row in formula.coefficients())
    said = formula_warnings(parts.catalogue)  # comparisons say it once, with the prices
    return replace(
        found,
        lines=(),
        unsourced_cents=found.parts_cents if unsure else 0,
        warnings=tuple(one for one in found.warnings if one not in said),
    )
