"""Price a placed network without a plan, by a formula."""

from dataclasses import replace

import numpy as np

from netfloor.costmodels.buying.ownership import Purchases
from netfloor.costmodels.catalogue.bom import make_bom
from netfloor.costmodels.catalogue.choice.assemblies import by_medium_rule
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.offers import unsold_links
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.equipment import PortNeeds, equip
from netfloor.costmodels.catalogue.formula import FormulaNeeds, for_network, within_reach
from netfloor.costmodels.catalogue.order_choice import ordered_choice
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.catalogue.plan_needs import CagedLinks, MediumRoutes, caged_links
from netfloor.costmodels.sets.offers import IntArray, metres
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.wording import count_text
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.quote import Quote
from netfloor.plans.order.owned import LAYING, NO_SERVERS, bought_kinds, with_watts


def quote_of_network(network: PlacedNetwork, catalogue: Catalogue, power_set: PowerSet) -> Quote:
    """Price a placed network by a catalogue's formula, every link at its rate.

    Servers without places have copper cables of the length inside a cabinet.

    Raises
    ------
    InfeasibleError
        If the formula has no cable for a link.
    """
    formula = catalogue.formula
    if formula is None:
        raise ValueError("a network in no plan has prices by formula alone")
    made, links = _links(network, catalogue)
    unsold = unsold_links(links.needs, made, Criterion())
    if len(unsold):
        longest_mm = int(np.maximum(links.needs.electrical_mm, links.needs.optical_mm)[unsold].max())
        what = f"{count_text(len(unsold), 'link')}, up to {metres(longest_mm)} long"
        raise InfeasibleError(f"{formula.name} sells no cable for {what}")
    rules = BuyingRules(made)
    result = ordered_choice(PartsQuestion(links.needs, rules))
    bom = make_bom(links, result, rules)
    unknown = [NO_SERVERS] if links.to_servers.any() else []
    unknown += [LAYING] if bom.laying_cents is not None else []
    purchases = Purchases(
        bom.currency,
        tuple(bought_kinds(bom)),
        *bom.laid,
        unknown=tuple(unknown),
        laying_cents=bom.laying_cents or 0,
    )
    copper, servers = result.choice.medium == MEDIA.index("electrical"), links.to_servers
    quote = Quote(
        with_watts(purchases, links, result.choice, power_set),
        copper_links=int(copper[~servers].sum()),
        links=int((~servers).sum()),
        copper_links_to_servers=int(copper[servers].sum()),
        links_to_servers=int(servers.sum()),
        bill_cents=bom.total_cents,
        laying_cents=bom.laying_cents,
    )
    unsure = any(row.trust == UNVERIFIED for row in formula.coefficients())
    return replace(quote, unsourced_cents=quote.parts_cents) if unsure else quote


def _links(network: PlacedNetwork, catalogue: Catalogue) -> tuple[Catalogue, CagedLinks]:
    """Return the catalogue with the parts of a network, and its links between their cages."""
    topology, gbps = network.topology, network.topology.gbps or 0.0
    routes = _routes(network, catalogue)
    of_servers = np.repeat(topology.rates, topology.endpoints)
    rates = np.concatenate([topology.rates_of_links, of_servers]).astype(np.float64)
    ports, endpoints = topology.ports.astype(np.int64), network.endpoints
    switches = [(gbps, item) for item in np.unique(ports).tolist()]
    made = for_network(catalogue, FormulaNeeds(switches, rates, routes.electrical_mm, routes.optical_mm))
    equipment = equip(PortNeeds(ports, endpoints, gbps), made, Criterion())
    links = caged_links(topology, network.cables, routes, made, equipment, gbps=rates)
    return made, replace(links, needs=by_medium_rule(links.needs, made))


def _routes(network: PlacedNetwork, catalogue: Catalogue) -> MediumRoutes:
    """Return the routes of cables as laid, then of endpoint cables.

    For endpoint cables only the number between cabinets is known, not which.
    """
    cables, servers, endpoints = network.cables, network.servers, network.endpoints
    switch_cabinet = np.zeros(network.topology.routers, dtype=np.int64)
    switch_cabinet[cables.routers] = cables.cabinets
    host_mm = np.full(endpoints, network.inside_mm) if servers is None else servers.length_mm
    host_cabinet = np.repeat(switch_cabinet, network.topology.endpoints)
    if servers is not None:
        host_cabinet[: servers.between_cabinets] = int(switch_cabinet.max(initial=0)) + 1
    between = [cables.of_medium_mm(medium).astype(np.int64) for medium in range(len(MEDIA))]
    ways: list[IntArray] = [np.concatenate([own, host_mm]) for own in between]
    beside = np.arange(len(ways[0])) >= len(cables) if servers is None else None
    electrical_mm, optical_mm = within_reach(catalogue, ways[0], ways[1], beside)
    return MediumRoutes(electrical_mm, optical_mm, switch_cabinet, host_cabinet)
