"""Choose power cords: parts that fit inlet and outlet and are long enough."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from netfloor.costmodels.catalogue.choice.questions import PieceNeed
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.cable_parts import PowerCord
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of
from netfloor.costmodels.sets.offers import IntArray, metres
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.fabric.fabric import PDU, Fabric
from netfloor.fabric.power_ports import fits, form_of, outlets_for
from netfloor.foundation.wording import count_text

#: Inlet of a device with an unknown form (IEC 60320).
USUAL_INLET = "C14"


@dataclass(frozen=True)
class CordBill:
    """The order for power cords.

    Attributes
    ----------
    sku_of
        The part of each power cord, by its number among the cables.
    unsold
        Cords without a part, by their needs.
    usual
        Number of cords with an inlet of unknown form.
    groups
        The cords grouped by possible parts, and the number of each part chosen for the group.
    """

    sku_of: Mapping[int, Sku] = field(default_factory=dict)
    unsold: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    usual: int = 0
    groups: tuple[tuple["CordGroup", Mapping[str, int]], ...] = ()

    @property
    def assumed(self) -> str:
        """The assumption about inlets; empty without one."""
        if not self.usual:
            return ""
        cords = count_text(self.usual, "power cord")
        return f"{cords}: {USUAL_INLET} inlets assumed; the lists name none."


@dataclass(frozen=True)
class CordGroup:
    """Power cords with the same possible parts, shortest first.

    Attributes
    ----------
    cords
        Their numbers among the cables.
    parts
        The possible parts, cheapest piece first.
    inlet, outlets, length_mm
        Form of the inlet, forms of the plug, and minimum length, including slack.
    """

    cords: tuple[int, ...]
    parts: tuple[str, ...]
    inlet: str
    outlets: tuple[str, ...]
    length_mm: int

    @property
    def need(self) -> PieceNeed:
        """The pieces in the form of the choice of parts."""
        return PieceNeed(self.parts, len(self.cords))


class PowerCords:
    """The power cords of a plan with their possible parts."""

    def __init__(self, fabric: Fabric, cords: Sequence[int], rules: BuyingRules) -> None:
        self._fabric = fabric
        self._skus = {sku.part: sku for sku in skus_of(rules.catalogue)}
        self.usual = 0
        unsold: dict[str, list[int]] = defaultdict(list)
        grouped: dict[tuple[str, ...], list[CordGroup]] = defaultdict(list)
        offers = _offers(rules.catalogue, self._skus)
        slack_mm = exact_mm(rules.catalogue.slack_m, "slack_m")
        for number in cords:
            inlet, outlet = cord_forms(fabric, number)
            self.usual += not inlet
            needed_mm = (fabric.cables[number].length_mm or 0) + slack_mm
            own = inlet or USUAL_INLET
            usual = outlets_for(own)[0]
            plugs = tuple(dict.fromkeys((outlet or usual, *((usual,) if fits(own, outlet) else ()))))
            fitting = tuple(
                sku.part
                for part, sku in offers
                if form_of(part.inlet) == own
                and form_of(part.outlet) in plugs
                and (sku.length_mm or 0) >= needed_mm
            )
            if fitting:
                grouped[fitting].append(CordGroup((number,), fitting, own, plugs, needed_mm))
            else:
                unsold[f"{own} to {outlet or plugs[0]}, {metres(needed_mm)}"].append(number)
        self.unsold = {what: tuple(own) for what, own in unsold.items()}
        self.groups = tuple(_joined(own) for own in grouped.values())

    def bill(self, pieces: Sequence[Mapping[str, int]]) -> CordBill:
        """Assign the chosen pieces of each group to its cords: shorter pieces for shorter cords."""
        sku_of: dict[int, Sku] = {}
        for group, counts in zip(self.groups, pieces, strict=True):
            skus = [self._skus[part] for part, count in counts.items() for _ in range(count)]
            skus.sort(key=lambda sku: (sku.length_mm or 0, sku.part))
            sku_of |= dict(zip(group.cords, skus, strict=True))
        return CordBill(sku_of, self.unsold, self.usual, tuple(zip(self.groups, pieces, strict=True)))

    def bought(self, bill: CordBill) -> tuple[tuple[str, IntArray], ...]:
        """Return the part numbers with the cabinet of each piece, that of its A end."""
        cabinets: dict[str, list[int]] = defaultdict(list)
        for number, sku in bill.sku_of.items():
            first = self._fabric.cables[number].ends[0].device
            cabinets[sku.part].append(self._fabric.devices[first].cabinet or 0)
        return tuple((part, np.array(own, dtype=np.int64)) for part, own in sorted(cabinets.items()))


def _joined(groups: Sequence[CordGroup]) -> CordGroup:
    """Join groups of cords, shortest first."""
    ordered = sorted(groups, key=lambda group: (group.length_mm, group.cords))
    return replace(ordered[-1], cords=tuple(number for item in ordered for number in item.cords))


def cord_forms(fabric: Fabric, number: int) -> tuple[str, str]:
    """Return the forms of a power cord's inlet and outlet, empty if unknown."""
    forms = {}
    for end in fabric.cables[number].ends:
        item = fabric.devices[end.device]
        ports = item.outlets if item.kind == PDU else item.inlets
        kind = "outlet" if item.kind == PDU else "inlet"
        forms[kind] = next((port.form for port in ports if port.label == end.port_name), "")
    return forms.get("inlet", ""), forms.get("outlet", "")


def _offers(catalogue: Catalogue, skus: Mapping[str, Sku]) -> list[tuple[PowerCord, Sku]]:
    """Return every power cord on sale, cheapest piece first."""
    sold = [(cord, skus[length.part]) for cord in catalogue.power_cords for length in cord.all_lengths()]
    return sorted(sold, key=lambda item: (item[1].buying.price_cents, item[1].length_mm or 0, item[1].part))
