"""The cost of owning the parts of a plan."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from netfloor.costmodels.buying.ownership import (
    BoughtKind,
    Ownership,
    Purchases,
    cost_of_ownership,
    exchange_of,
)
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, exact, load_ownership_terms
from netfloor.costmodels.catalogue.bom import Bom, BomLine
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA, LinkChoice
from netfloor.costmodels.catalogue.part_terms import STRUCTURED
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Switch
from netfloor.costmodels.catalogue.parts.skus import POWER_CORD, thousandths
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.costmodels.sets.rates import Exchange, find_exchange
from netfloor.fabric.fabric import PANEL, PDU, SWITCH, Device
from netfloor.foundation.wording import count_text
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.order.terms import OrderTerms

#: Kinds of part numbers by failure rate; others are copper cables.
#: Trunks, cassettes and panels contain no wearing parts and have no published rate: they count as cords.
_KINDS = {
    "switch": "switch",
    "NIC": "adapter",
    "server": "server",
    "transceiver": "transceiver",
    "cord": "cord",
    **dict.fromkeys(STRUCTURED, "cord"),
    "AOC": "optical_cable",
}
LAYING = "The cost of laying cables follows the hours of the ownership terms, else the catalogue."
_NO_CORDS = "Power cords are on the bill but not in the cost of ownership."
NO_SERVERS = "The catalogue has no servers, so their price and electricity are excluded."
NO_WATTS = "Prices by formula have no watts, so electricity is excluded."
_NO_HOST_PORTS = "The power set has no figure for server ports, so their electricity is excluded."
_NEED_POWER = {
    "switch": "switches",
    "adapter": "adapters",
    "server": "servers",
    "transceiver": "transceivers",
    "optical_cable": "optical cables",
    "electrical_cable": "active copper cables",
}


def ownership_terms_for(
    file: Path | None, catalogue: Catalogue, years: float | None = None, kwh_price: float | None = None
) -> OwnershipTerms | None:
    """Return the terms of a file, or the shipped ones, with the given years and price of a kWh.

    The price of a kWh is in the catalogue's currency. None if no file is given and the shipped terms have
    another currency.

    Raises
    ------
    InputError
        If the file cannot be used, or has another currency without an exchange rate.
    """
    terms = load_ownership_terms(file)
    exchange = find_exchange(terms.currency, catalogue.currency, terms.rates, catalogue.rates)
    if exchange is None and file is None:
        return None
    return terms.asked(years, kwh_price, exchange or _exchange(catalogue, terms))


def with_tariff(asked: OrderTerms, terms: OwnershipTerms, catalogue: Catalogue) -> OrderTerms:
    """Return an order's terms with missing years and tariff taken from a file.

    ``price+power`` needs both, and a price of a kWh needs years. Given values override the file.
    """
    if asked.criterion != "price+power" and asked.years is None and asked.kwh_price is None:
        return asked
    exchange = _exchange(catalogue, terms)
    years = terms.years.value if asked.years is None else asked.years
    kwh_price = (
        float(exact(terms.kwh_price) * exchange.factor) if asked.kwh_price is None else asked.kwh_price
    )
    return replace(asked, years=years, kwh_price=kwh_price)


def _exchange(catalogue: Catalogue, terms: OwnershipTerms) -> Exchange:
    """Return the exchange from the terms' to the catalogue's currency.

    Raise `InputError` without a rate.
    """
    return exchange_of(catalogue.currency, catalogue.rates, terms)


def ownership_of(
    parts: OrderedParts, terms: OwnershipTerms, power_set: PowerSet | None = None
) -> Ownership:
    """Return the cost of owning a plan's parts, by year.

    A power set says the watts where prices are by formula; see `own_prices.power_set_for`.

    Raises
    ------
    InputError
        If the terms have another currency than the catalogue and no dated rate is known.
    """
    return cost_of_ownership(purchases_of(parts, power_set=power_set), terms)


def purchases_of(
    parts: OrderedParts, *, devices: bool = True, power_set: PowerSet | None = None
) -> Purchases:
    """Return the purchases behind a cost of ownership, with the figures that the catalogue lacks.

    With ``devices`` False, neither price nor power of a list's devices is counted. ``power_set`` gives the
    watts where prices come from a formula, which states none.
    """
    by_kind = _by_kind(parts.bom)
    inside, between = parts.bom.laid
    bought = Purchases(
        parts.bom.currency,
        (
            *bought_kinds(parts.bom),
            *(_there(parts) if devices else ()),
        ),
        cables_inside=inside,
        cables_between=between,
        unknown=_unknown(parts, by_kind, devices=devices),
        rates=parts.catalogue.rates,
        freight_cents=parts.bom.freight_cents,
        laying_cents=parts.bom.laying_cents or 0,
    )
    if parts.catalogue.formula is None or power_set is None:
        return bought
    return with_watts(bought, parts.links, parts.choice, power_set)


def _by_kind(bom: Bom) -> dict[str, list[BomLine]]:
    by_kind: dict[str, list[BomLine]] = defaultdict(list)
    for line in (item for item in bom.lines if item.sku.kind != POWER_CORD):
        by_kind[kind_of_part(line.sku.kind)].append(line)
    return by_kind


def bought_kinds(bom: Bom) -> Iterator[BoughtKind]:
    """Yield the parts of a bill by failure kind, those for servers separately."""
    for kind, lines in _by_kind(bom).items():
        yield from _bought(kind, lines)


def with_watts(
    purchases: Purchases, links: CagedLinks, choice: LinkChoice, power_set: PowerSet
) -> Purchases:
    """Return purchases with the power of a power set.

    The power of links counts with the switches, that of switch ports to servers with the cables to servers.
    """
    network_w, host_w = drawn_w(links, choice, power_set)
    watts = {("switch", False): round(network_w * 1000)}
    to_servers = [item.kind for item in purchases.bought if item.for_servers]
    if to_servers:
        watts[to_servers[0], True] = round((host_w or 0.0) * 1000)
    bought = [
        replace(item, power_mw=watts.pop((item.kind, item.for_servers), 0), lacks_watts=False)
        for item in purchases.bought
    ]
    bought += [BoughtKind(kind, 0, 0, 0, mw, for_servers=own) for (kind, own), mw in watts.items() if mw]
    unknown = [text for text in purchases.unknown if text != NO_WATTS]
    if to_servers and host_w is None:
        unknown.append(_NO_HOST_PORTS)
    return replace(purchases, bought=tuple(bought), unknown=tuple(unknown), power_set=power_set.name)


def drawn_w(links: CagedLinks, choice: LinkChoice, power_set: PowerSet) -> tuple[float, float | None]:
    """Return the power of links between switches and of ports to servers by a power set, W.

    The second is None if the set has no figure.
    """
    counted = links.is_counted
    between = np.bincount(choice.medium[counted & ~links.to_servers], minlength=len(MEDIA)).tolist()
    of_links = sum(count * power_set.link_w(medium) for medium, count in zip(MEDIA, between, strict=True))
    router = 0.0 if power_set.router is None else links.pieces(Switch) * power_set.router.value
    host = power_set.host_port
    servers = int((counted & links.to_servers).sum())
    return of_links + router, None if host is None else servers * host.value


def kind_of_part(kind: str) -> str:
    """Return the kind of `BoughtKind` for a kind of part number."""
    return _KINDS.get(kind, "electrical_cable")


def _bought(kind: str, lines: Sequence[BomLine]) -> Iterator[BoughtKind]:
    """Yield the pieces of a kind for the network and for servers, as split on the bill."""
    for of_servers in (False, True):
        share = [
            (line, line.for_servers, line.server_cents)
            if of_servers
            else (line, line.used - line.for_servers, line.purchase.total_cents - line.server_cents)
            for line in lines
        ]
        share = [item for item in share if any(item[1:])]
        if share:
            yield BoughtKind(
                kind,
                pieces=sum(pieces for _, pieces, _ in share),
                paid_cents=sum(cents for *_, cents in share),
                renewal_cents=sum(pieces * line.sku.buying.price_cents for line, pieces, _ in share),
                power_mw=sum(pieces * line.sku.power_mw for line, pieces, _ in share),
                for_servers=of_servers,
                lacks_watts=any(line.sku.lacks_watts and pieces for line, pieces, _ in share),
            )


def _there(parts: OrderedParts) -> Iterator[BoughtKind]:
    """Yield the power of existing listed devices: only their electricity costs."""
    devices = _known_devices(parts) if isinstance(parts, LaidParts) else ()
    for kind, own in (("switch", True), ("server", False)):
        watts = [device.watts or 0.0 for device in devices if (device.kind == SWITCH) == own]
        if any(watts):
            yield BoughtKind(kind, 0, 0, 0, sum(map(thousandths, watts)), for_servers=not own)


def _known_devices(parts: LaidParts) -> tuple[Device, ...]:
    """Return the existing listed devices without panels and power strips, which draw no power."""
    return tuple(item for item in parts.devices_there if item.kind not in {PANEL, PDU})


def _unknown(parts: OrderedParts, by_kind: dict[str, list[BomLine]], *, devices: bool) -> tuple[str, ...]:
    """Return sentences on costs missing from the catalogue, so that totals do not look complete."""
    said = []
    if not devices or (isinstance(parts, PartsList) and not parts.links.devices):
        said.append("Covers cables, cords and transceivers, not devices.")
    elif isinstance(parts, LaidParts):
        unknown = sum(known_device.watts is None for known_device in _known_devices(parts))
        left_out = f"; {count_text(unknown, 'device')} without watts: not counted" if unknown else ""
        said.append(f"Existing devices count only by their electricity, from the listed watts{left_out}.")
    elif parts.terms.network_only:
        said.append("Only the network is ordered: servers, adapters and their electricity are not counted.")
    elif isinstance(parts, PartsList) and "server" not in by_kind and parts.plan.topology.endpoints.any():
        said.append(NO_SERVERS)
    said += [LAYING] if parts.bom.laying_cents is not None else []
    said += [_NO_CORDS] if parts.links.power_cords else []
    said += ["Trunks, cassettes and panels are replaced as often as cords."] if parts.trunk_of else []
    if parts.catalogue.formula is not None:
        return (*said, NO_WATTS)
    return (*said, *_unsaid(parts, by_kind))


def _unsaid(parts: OrderedParts, by_kind: dict[str, list[BomLine]]) -> Iterator[str]:
    """Yield the watts and prices that the catalogue lacks."""
    for kind, name in _NEED_POWER.items():
        lines = by_kind.get(kind, [])
        if dark := [line.sku.part for line in lines if line.sku.lacks_watts]:
            yield f"No power is given for {name} {', '.join(dark)}: their electricity is not counted."
    free = [line.sku.part for line in parts.bom.lines if line.sku.buying.price_cents == 0]
    if free:
        yield f"The price of {', '.join(free)} is 0 in the catalogue: counted as such."
