"""How much power the plugs and transceivers of links take: at least for a link, at most in a cage."""

from collections.abc import Collection

from netfloor.costmodels.catalogue.choice.link_limits import link_offers
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku, thousandths


def least_link_mw(
    catalogue: Catalogue, gbps: float, ends: Collection[Socket], other_ends: Collection[Socket]
) -> int:
    """Return the least power of a link between two groups of cages, both ends together; 0 if none is sold.

    A part that several links share counts for each of them with its share.
    """
    offers = link_offers(catalogue, gbps, ends, other_ends, _power_mw)
    return min((one.score for one in offers), default=0)


def most_cage_mw(catalogue: Catalogue, rates_gbps: Collection[float], connector: str) -> int:
    """Return the most power of a part in a cage of this form, all of its plugs counted there."""
    plugs = [
        thousandths(one.power_a_w or 0.0) + one.tails * thousandths(one.power_b_w or 0.0)
        for one in catalogue.cables
        if one.gbps in rates_gbps and connector in (one.connector_a, one.connector_b)
    ]
    modules = [
        thousandths(one.power_w)
        for one in catalogue.transceivers
        if one.gbps in rates_gbps and one.connector == connector
    ]
    return max([*plugs, *modules], default=0)


def _power_mw(sku: Sku) -> int:
    return sku.power_mw
