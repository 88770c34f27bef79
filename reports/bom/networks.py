"""Cost of each of several networks in a plan, and its share of every part."""

from collections.abc import Sequence
from dataclasses import replace

from netfloor.plans.order.by_network import NetworkBill
from netfloor.reports.formats.listing import Listing, RowColumn, json_column
from netfloor.reports.formats.table import (
    Table,
    count_column,
    length_column,
    money_column,
    number_column,
    text_column,
)
from netfloor.reports.formats.text import one_line


def network_listing(networks: Sequence[NetworkBill], currency: str) -> Listing[NetworkBill]:
    """Return the networks of a plan with links, metres, watts and cost."""
    money = money_column("money", one_line(currency))
    watts = replace(
        number_column("power", "W", total=all(item.power_mw is not None for item in networks)), decimals=3
    )
    to_management = count_column("links to management ports", total=True)
    columns: tuple[RowColumn[NetworkBill], ...] = (
        RowColumn(text_column("network"), lambda item: item.name, "name"),
        RowColumn(text_column("spec"), lambda item: item.spec, "spec"),
        RowColumn(number_column("link rate", "Gb/s"), lambda item: item.gbps, "link_gbps"),
        RowColumn(count_column("switches", total=True), lambda item: item.switches, "switches"),
        json_column("ports_per_server", lambda item: item.ports),
        RowColumn(
            count_column("links between switches", total=True), lambda item: item.links, "network_links"
        ),
        RowColumn(count_column("links to servers", total=True), lambda item: item.host_links, "host_links"),
        RowColumn(to_management, lambda item: item.management_links, "management_links"),
        RowColumn(count_column("copper links", total=True), lambda item: item.copper_links, "copper_links"),
        RowColumn(count_column("cables", total=True), lambda item: item.cables, "cables"),
        RowColumn(length_column("routed"), lambda item: item.routed_mm, "routed_m"),
        RowColumn(watts, lambda item: item.power_mw, "power_w"),
        RowColumn(money, lambda item: item.cents, "cost"),
    )
    note = "Money is before taxes, with adapters and spares; the servers themselves are in no network."
    return Listing("Networks", columns, networks, note)


def network_sheets(networks: Sequence[NetworkBill], currency: str) -> dict[str, Table]:
    """Return the sheets of several networks and their parts; none for a single network."""
    if not networks:
        return {}
    columns = (
        *(text_column("network"), text_column("part"), text_column("name"), count_column("pieces")),
        money_column("money", one_line(currency)),
    )
    shares = [
        (network.name, line.sku.part, line.sku.name, pieces, cents)
        for network in networks
        for line, pieces, cents in network.parts
    ]
    note = "Pieces in use. Each network's cost is its share of the order by pieces in use."
    return {
        "networks": network_listing(networks, currency).sheet(),
        "network_parts": Table("Parts by network", columns, shares, note),
    }
