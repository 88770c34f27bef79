"""Every figure of a placed network, in reading order; a new figure is a new line here."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from netfloor.costmodels.buying.ownership import ELECTRICITY, NETWORK, WORKS
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.assessment.quote import Quote
from netfloor.reports.figures import derive
from netfloor.reports.figures.derive import (
    Derivation,
    carried,
    cents,
    complete,
    each,
    halves,
    metres,
    network,
    placed,
    quote,
    share,
    sums,
    whole,
    with_servers,
    years,
)
from netfloor.reports.figures.figure import Figure, Unit

#: Tables on the page of a study, each narrow enough to print.
SIZES, MEDIA, MONEY_AND_LATENCY = (
    "Size and cable length",
    "Media, bisection and power",
    "Cost and latency",
)
ENDPOINT_COST, ENDPOINT_POWER = "Cable and cost per endpoint", "Power and bisection per endpoint"
CARRIED = "Traffic carried"
#: Screens with main figures.
PLANS, WHATIF, STUDY, DIFF = "plans", "whatif", "study", "diff"
#: Comparisons of plans with several networks or from lists, and of one network of several plans.
FABRICS, NETWORKS = "fabrics", "networks"


def _figure(unit: Unit, key: str, name: str, of: Derivation, **more: Any) -> Figure:
    return Figure(key, name, unit, of, **more)


_count = partial(_figure, Unit.COUNT)
_share = partial(_figure, Unit.SHARE)
_gbps = partial(_figure, Unit.WHOLE_GBPS)
_metres = partial(_figure, Unit.METRES)
_watts = partial(_figure, Unit.WATTS, of_parts=True)
_ns = partial(_figure, Unit.NANOSECONDS)
_cost = partial(_figure, Unit.MONEY, of_parts=True)
_traffic_share = partial(_share, of_network="traffic")
_traffic_gbps = partial(_gbps, of_network="traffic")
#: Figures per endpoint, comparable for networks of different size; None if costs are incomplete.
_each = partial(_figure, per_endpoint=True, group=ENDPOINT_COST, of_network="endpoints")


def _carried() -> Iterable[Figure]:
    """Yield the throughput figures by traffic pattern, with cost and power per Gb/s."""
    names = {"uniform": "uniform", "worst": "worst permutation", "matching": "longest matching"}
    for item, name in names.items():
        key = f"{item}_throughput"
        short = f"{item}\nthroughput"
        yield _traffic_share(key, f"Throughput, {name}", carried(key), short=short, group=CARRIED)
    for item, name in names.items():
        key = f"{item}_gbps"
        short = f"{item}\nGb/s"
        yield _traffic_gbps(key, f"Carried, {name}", carried(key), short=short, group=CARRIED)
    rates = (
        ("ownership_cost", "Cost of ownership", Unit.MONEY, derive.owning, "", "{currency}/(Gb/s)"),
        ("cost", "Total of the bill", Unit.MONEY, derive.bill, CARRIED, "{currency}/(Gb/s)"),
        ("mw", "Network power", Unit.MW_PER_GBPS, derive.milliwatts, CARRIED, "mW/(Gb/s)"),
    )
    for what, whose, unit, of, group, short in rates:
        for item, name in names.items():
            key = f"{item}_gbps"
            yield Figure(
                f"{what}_per_{key}",
                f"{whose} per Gb/s carried, {name}",
                unit,
                derive.by_carried(complete(of), key),
                short=f"{item}\n{short}",
                group=group,
                of_network="traffic",
            )


_LIST: tuple[Figure, ...] = (
    _count(
        "links_not_purchasable",
        "Links that cannot be bought",
        quote(lambda parts: parts.unsold.links if parts.unsold else 0),
    ),
    _metres(
        "longest_needed_m",
        "Longest such link, slack included",
        quote(lambda parts: mm_to_metres(parts.unsold.longest_mm) if parts.unsold else None),
    ),
    _metres(
        "longest_sold_m",
        "Longest cable sold at that rate",
        quote(lambda parts: metres(parts.unsold.sold_mm) if parts.unsold else None),
    ),
    _cost(
        "ownership_cost",
        "Cost of ownership",
        derive.owning,
        short="ownership\n{currency}",
        leads=(WHATIF, DIFF),
    ),
    _cost("bill_cost", "Total of the bill", derive.bill, short="bill\n{currency}", leads=(WHATIF, DIFF)),
    _cost(
        "parts_cost",
        "Parts, before taxes",
        cents(lambda parts: parts.parts_cents),
        short="parts\n{currency}",
        leads=(DIFF, NETWORKS),
    ),
    _cost(
        "capital_cost",
        "Capital: parts and works, before taxes",
        years(lambda owning: owning.sum_cents(year=0)),
        short="capital\n{currency}",
        leads=(PLANS,),
    ),
    _cost("network_cost", "Parts, network", cents(lambda parts: parts.network_cents)),
    _cost(
        "server_cost",
        "Parts, servers with adapters and cables",
        cents(lambda parts: parts.parts_cents - parts.network_cents),
    ),
    _cost("works_cost", "Works at the start", years(lambda owning: owning.sum_cents(WORKS, year=0))),
    _cost("laying_cost", "Laying, by the cost set", cents(lambda parts: parts.laying_cents)),
    _cost(
        "electricity_cost",
        "Electricity, all years",
        years(lambda owning: owning.sum_cents(item=ELECTRICITY)),
    ),
    _cost("upkeep_cost", "Upkeep, all years", years(derive.upkeep_cents)),
    _cost(
        "ownership_cost_per_endpoint",
        "Cost of ownership per endpoint",
        complete(each(derive.owning)),
        of_parts=False,
        of_network="endpoints",
    ),
    _cost(
        "ownership_cost_per_gbps",
        "Cost of ownership per Gb/s of bisection",
        complete(derive.by_bisection(derive.owning)),
        of_parts=False,
        of_network="bisection",
    ),
    _cost("switch_cost", "Switches", derive.switches),
    _cost(
        "copper_cost",
        "Copper cables between switches",
        cents(lambda parts: parts.cents_of("copper", NETWORK)),
    ),
    _cost(
        "optical_cost",
        "Optical cables and transceivers between switches",
        cents(lambda parts: parts.cents_of("optical", NETWORK)),
    ),
    _cost(
        "cable_cost",
        "Cables between switches",
        derive.cables,
        short="cables\n{currency}",
        group=MONEY_AND_LATENCY,
        leads=(STUDY, DIFF),
    ),
    _cost("server_cable_cost", "Cables to servers", with_servers(cents(Quote.server_cable_cents))),
    _share(
        "unsourced_share",
        "Share of cost from figures without a source",
        derive.unsourced,
    ),
    _share(
        "cable_share",
        "Cables and transceivers, share of parts cost",
        derive.of_parts("copper", "optical"),
    ),
    _share("copper_share", "Copper cables, share of parts cost", derive.of_parts("copper")),
    _count(
        "switches",
        "Switches",
        network(lambda item: item.topology.routers),
        short="switch\ncount",
        group=SIZES,
        leads=(DIFF,),
    ),
    _count(
        "radix",
        "Radix",
        network(lambda item: item.topology.radix),
        short="\nradix",
        group=SIZES,
        leads=(DIFF,),
        of_network="structure",
    ),
    _count(
        "links",
        "Links between switches",
        network(lambda item: item.topology.link_count),
        group=SIZES,
        leads=(DIFF,),
    ),
    _count(
        "inside_links",
        "Links between switches in the same cabinet",
        network(lambda item: int(item.cables.inside_cabinets.sum())),
    ),
    _count(
        "servers",
        "Placed servers and storage",
        network(lambda item: item.server_count or None),
        leads=(DIFF,),
    ),
    _gbps("link_gbps", "Link rate", network(lambda item: item.topology.gbps), of_network="structure"),
    _count("endpoints", "Endpoints", lambda result: result.endpoints, group=ENDPOINT_COST, leads=(DIFF,)),
    _metres(
        "total_cable_m",
        "Cable between switches",
        network(lambda item: mm_to_metres(item.cables.total_mm)),
        short="between\nswitches m",
        leads=(PLANS, WHATIF, DIFF, FABRICS),
    ),
    _metres(
        "all_cable_m",
        "All cable, servers included",
        placed(with_servers(derive.all_cable_m)),
        short="all\ncable m",
        leads=(PLANS, WHATIF, DIFF, FABRICS, NETWORKS),
    ),
    _count(
        "cables",
        "Cables, servers included",
        placed(sums(lambda item: item.cables.cables)),
        short="\ncables",
        leads=(FABRICS, NETWORKS),
    ),
    _metres(
        "longest_m",
        "Longest cable, servers included",
        placed(sums(lambda item: mm_to_metres(item.longest_mm))),
        short="longest\nm",
        leads=(FABRICS, NETWORKS),
    ),
    _count(
        "devices",
        "Devices",
        sums(lambda item: sum(item.devices.values())),
        short="\ndevices",
        leads=(FABRICS, NETWORKS),
    ),
    _count(
        "rack_units",
        "Rack units of all devices",
        sums(lambda item: item.units),
        short="rack\nunits",
        leads=(FABRICS, NETWORKS),
    ),
    _figure(
        Unit.WATTS,
        "device_draw_w",
        "Highest draw of all devices",
        sums(lambda item: item.watts),
        short="devices\nW",
        leads=(FABRICS, NETWORKS),
    ),
    _metres(
        "cable_bound_m",
        "Cable between switches, lower bound",
        network(lambda item: metres(item.bound_mm)),
        short="lower\nbound m",
    ),
    _metres(
        "mean_cable_m",
        "Mean cable",
        network(lambda item: mm_to_metres(item.cables.mean_mm)),
        short="mean\nm",
        group=SIZES,
    ),
    _metres(
        "max_cable_m",
        "Longest cable",
        network(lambda item: mm_to_metres(item.cables.max_mm)),
        short="longest\nm",
        group=SIZES,
        leads=(DIFF,),
    ),
    _metres(
        "lower_bound_m",
        "Lower bound of the mean",
        network(derive.mean_bound_m),
        short="bound\nm",
        group=SIZES,
    ),
    Figure(
        "gap",
        "Gap to the bound",
        Unit.GAP,
        network(lambda item: item.gap),
        short="\ngap",
        group=SIZES,
    ),
    _share(
        "copper_link_share",
        "Copper, share of links between switches",
        whole(derive.copper_share(servers=False)),
        short="copper\nlinks",
        leads=(PLANS,),
    ),
    _share(
        "copper_link_share_with_servers",
        "Copper, share of all links",
        with_servers(whole(derive.copper_share(servers=True))),
    ),
    _count(
        "copper_links",
        "Copper links between switches",
        whole(derive.copper(servers=False)),
        short="copper\nlinks",
        group=MEDIA,
        leads=(STUDY,),
    ),
    _count(
        "optical_links",
        "Optical links between switches",
        whole(derive.optical(servers=False)),
        short="optical\nlinks",
        group=MEDIA,
        leads=(STUDY,),
    ),
    _count(
        "copper_links_with_servers",
        "Copper links, servers included",
        with_servers(whole(derive.copper(servers=True))),
    ),
    _count(
        "optical_links_with_servers",
        "Optical links, servers included",
        with_servers(whole(derive.optical(servers=True))),
    ),
    Figure(
        "bisection_links",
        "Bisection, best cut found",
        Unit.LINKS,
        halves(lambda half: half.links),
        group=MEDIA,
        of_network="bisection",
    ),
    Figure(
        "bisection_lower_links",
        "Bisection, lower bound",
        Unit.LINKS,
        halves(lambda half: half.lower_links),
        group=MEDIA,
        of_network="bisection",
    ),
    _gbps(
        "bisection_gbps",
        "Bisection, best cut found",
        derive.bisection_gbps,
        short="bisection\nGb/s",
        leads=(PLANS, NETWORKS),
        of_network="bisection",
    ),
    _share(
        "bisection_share",
        "Bisection, share of half the endpoints",
        halves(lambda half: share(half.links, half.endpoints)),
        short="bisection\nshare",
        leads=(PLANS, NETWORKS),
        of_network="bisection",
    ),
    _watts(
        "network_power_w",
        "Network power",
        derive.power,
        short="power\nW",
        group=MEDIA,
        leads=(PLANS, FABRICS, WHATIF, STUDY, DIFF, NETWORKS),
    ),
    _watts(
        "power_with_servers_w",
        "Power with servers and their ports",
        derive.all_power,
        short="power with\nservers W",
        leads=(PLANS, DIFF, FABRICS),
    ),
    Figure(
        "mw_per_gbps",
        "Network power per bandwidth",
        Unit.MW_PER_GBPS,
        derive.power_for_bisection,
        short="mW/\nGb/s",
        group=MEDIA,
        of_parts=True,
        leads=(STUDY, NETWORKS),
        of_network="bisection",
    ),
    Figure(
        "electricity_kwh",
        "Electricity, all years",
        Unit.KWH,
        derive.electricity_kwh,
        of_parts=True,
    ),
    _count(
        "diameter",
        "Diameter between switches with endpoints (hops)",
        lambda result: result.diameter,
        short="hops\nat most",
        leads=(NETWORKS,),
        of_network="latency",
    ),
    _ns(
        "mean_latency_ns",
        "Mean latency between switches with endpoints",
        derive.latency(0),
        short="latency\nns",
        group=MONEY_AND_LATENCY,
        leads=(PLANS, WHATIF, STUDY, NETWORKS),
        of_network="latency",
    ),
    _ns(
        "max_latency_ns",
        "Maximum latency between switches with endpoints",
        derive.latency(1),
        short="max\nns",
        group=MONEY_AND_LATENCY,
        leads=(STUDY, NETWORKS),
        of_network="latency",
    ),
    Figure(
        "lead_time_days",
        "Longest lead time",
        Unit.DAYS,
        derive.lead_time_days,
        short="lead\ndays",
        of_parts=True,
        leads=(PLANS, FABRICS),
    ),
    *_carried(),
    _each(
        Unit.METRES,
        "cable_m_per_endpoint",
        "Network cable",
        each(network(lambda item: mm_to_metres(item.cables.total_mm))),
    ),
    _each(Unit.MONEY, "cable_cost_per_endpoint", "Cables between switches", complete(each(derive.cables))),
    _each(
        Unit.MONEY,
        "server_cable_cost_per_endpoint",
        "Cables to servers",
        complete(each(with_servers(cents(Quote.server_cable_cents)))),
    ),
    _each(Unit.MONEY, "switch_cost_per_endpoint", "Switches", complete(each(derive.switches))),
    _each(Unit.MONEY, "bill_cost_per_endpoint", "Total of the bill", complete(each(derive.bill))),
    _each(
        Unit.WATTS,
        "network_power_w_per_endpoint",
        "Network power",
        complete(each(derive.power)),
        group=ENDPOINT_POWER,
    ),
    _each(
        Unit.WATTS,
        "server_power_w_per_endpoint",
        "Power for servers and their ports",
        complete(each(derive.server_power)),
        group=ENDPOINT_POWER,
    ),
    _each(
        Unit.GBPS,
        "bisection_gbps_per_endpoint",
        "Bisection, best cut found",
        each(derive.bisection_gbps),
        group=ENDPOINT_POWER,
        of_network="bisection",
    ),
)

#: The figures by key.
FIGURES: dict[str, Figure] = {figure.key: figure for figure in _LIST}
#: Key of the figure without servers, by that of the figure with servers.
WITHOUT_SERVERS = {"power_with_servers_w": "network_power_w", "all_cable_m": "total_cable_m"}
