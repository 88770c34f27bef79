"""What to order for power cords: the cheapest on sale that joins inlet and outlet and is long enough."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.cable_parts import PowerCord
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of
from netfloor.costmodels.sets.offers import metres
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.fabric.fabric import PDU, Fabric
from netfloor.fabric.power_ports import fits, form_of, outlets_for
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.wording import count_text

#: Inlet of a device where no list says its form (IEC 60320).
USUAL_INLET = "C14"


@dataclass(frozen=True)
class CordBill:
    """What is ordered for power cords, beside the parts of the network.

    Attributes
    ----------
    lines
        Each part number with its pieces and money.
    sku_of
        For each power cord, by its number among the cables, what it is bought as.
    unsold
        Cords that nothing is sold for, by what they need.
    usual
        How many cords have an inlet whose form no list says.
    """

    lines: tuple[BomLine, ...] = ()
    sku_of: Mapping[int, Sku] = field(default_factory=dict)
    unsold: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    usual: int = 0

    @property
    def net_cents(self) -> int:
        """All cords, before taxes."""
        return sum(line.purchase.total_cents for line in self.lines)

    @property
    def assumed(self) -> str:
        """What was assumed of inlets; empty for nothing."""
        if not self.usual:
            return ""
        return (
            f"The inlets of {count_text(self.usual, 'power cord')} are {USUAL_INLET}, which no list says."
        )


def order_cords(fabric: Fabric, cords: Sequence[int], rules: BuyingRules) -> CordBill:
    """Return what is bought for some power cords.

    Raises
    ------
    InfeasibleError
        If a part cannot be bought as often as it is needed.
    """
    offers = _offers(rules)
    slack_mm = exact_mm(rules.catalogue.slack_m, "slack_m")
    sku_of: dict[int, Sku] = {}
    unsold: dict[str, list[int]] = defaultdict(list)
    usual = 0
    for number in cords:
        inlet, outlet = cord_forms(fabric, number)
        usual += not inlet
        needed_mm = (fabric.cables[number].length_mm or 0) + slack_mm
        own = inlet or USUAL_INLET
        fitting = [
            (sku.buying.price_cents, sku.length_mm or 0, sku.part, sku)
            for part, sku in offers
            if _joins(part, own, outlet) and (sku.length_mm or 0) >= needed_mm
        ]
        if fitting:
            sku_of[number] = min(fitting, key=lambda one: one[:3])[-1]
        else:
            form = outlet or outlets_for(own)[0]
            unsold[f"{own} to {form}, {metres(needed_mm)}"].append(number)
    used = Counter(sku_of.values())
    lines = tuple(_line(sku, used[sku], rules) for _, sku in offers if used[sku])
    return CordBill(lines, sku_of, {what: tuple(own) for what, own in unsold.items()}, usual)


def cord_forms(fabric: Fabric, number: int) -> tuple[str, str]:
    """Return the forms of the inlet and the outlet that a power cord joins, empty where not known."""
    forms = {}
    for end in fabric.cables[number].ends:
        one = fabric.devices[end.device]
        ports = one.outlets if one.kind == PDU else one.inlets
        kind = "outlet" if one.kind == PDU else "inlet"
        forms[kind] = next((port.form for port in ports if port.label == end.port_name), "")
    return forms.get("inlet", ""), forms.get("outlet", "")


def _offers(rules: BuyingRules) -> list[tuple[PowerCord, Sku]]:
    by_part = {sku.part: sku for sku in skus_of(rules.catalogue)}
    sold = rules.catalogue.power_cords
    return [(cord, by_part[one.part]) for cord in sold for one in cord.all_lengths()]


def _joins(part: PowerCord, inlet: str, outlet: str) -> bool:
    """Return whether a part joins an inlet to an outlet; to one that is not known by the inlet's own."""
    plug, socket = form_of(part.outlet), form_of(part.inlet)
    if socket != inlet:
        return False
    own = outlets_for(inlet)[0]
    return plug == (outlet or own) or (plug == own and fits(inlet, outlet))


def _line(sku: Sku, used: int, rules: BuyingRules) -> BomLine:
    if shortage := rules.shortage(sku, used):
        raise InfeasibleError(shortage)
    terms = rules.terms(sku)
    supply = terms.supply(used)
    return BomLine(sku, used, supply.spares, supply.from_stock, supply.purchase, float(terms.spare.percent))
