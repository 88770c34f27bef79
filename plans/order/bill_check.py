"""Pass the bill of an order to the check that shares no code with the choice of parts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from netfloor.costmodels.catalogue.bom import Bom
from netfloor.costmodels.catalogue.choice.choose import PartsChoice
from netfloor.costmodels.check.order_roles import OrderedRole
from netfloor.costmodels.check.orders import (
    CheckedOrder,
    OrderCheck,
    OrderedLine,
    OrderedLink,
    cheaper_order,
)
from netfloor.costmodels.check.panel_orders import OrderedPath
from netfloor.costmodels.check.part_money import PartMoney
from netfloor.fabric.fabric import PANEL, PDU
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import PartsList

#: Limit on links of a checked bill; the check is plain Python, link by link.
MAX_LINKS = 20_000


def bill_problems(parts: OrderedParts) -> list[str]:
    """Return the problems of a bill: unserved links, quantities, prices; empty if there are none.

    Bills with trunks (checked separately), laid cables or too many links are skipped.
    """
    in_trunks = parts.trunks is not None and parts.trunks.runs
    if len(parts.links.needs) > MAX_LINKS or in_trunks or parts.terms.laid:
        return []
    spares = [f"{text}%" if text.replace(".", "", 1).isdecimal() else text for text in parts.terms.spares]
    money = PartMoney(parts.catalogue.model_dump(), spares, parts.terms.max_lead_days)
    by_price = parts.criterion.name == "price" and parts.terms.max_skus is None
    order = checked_order(parts.found, parts.bom, tuple(_roles(parts)), by_price=by_price)
    if isinstance(parts, LaidParts):
        order = replace(order, paths=_paths(parts))
    check = OrderCheck(order, money)
    results = check.problems()
    if not results and cheaper_order(check):
        results = ["choice: a cheaper one than its lower bound exists"]
    return [f"order: {item}" for item in results]


def _paths(parts: LaidParts) -> tuple[OrderedPath, ...]:
    """Return the links through panels in the form of the check."""
    return tuple(
        OrderedPath(
            rows,
            tuple(
                None if is_bought else length_mm
                for is_bought, length_mm in zip(path.bought, path.installed_mm, strict=True)
            ),
            path.measured_db,
            path.fibre,
        )
        for rows, path in zip(parts.links.paths, parts.paths, strict=True)
    )


def _roles(parts: OrderedParts) -> Iterator[OrderedRole]:
    """Yield the required devices, counted independently, and the parts bought for each."""
    if isinstance(parts, PartsList) and parts.links.devices:
        yield from _switch_roles(parts)
        yield from _server_roles(parts)
    if isinstance(parts, LaidParts):
        yield from _power_cord_roles(parts)
    if isinstance(parts, LaidParts) and parts.terms.listed.devices:
        models = Counter(device.model for device in parts.fabric.devices if device.kind not in {PANEL, PDU})
        catalogue = parts.catalogue
        tables = {"switches": catalogue.switches, "nics": catalogue.nics, "servers": catalogue.servers}
        for table, sold in tables.items():
            for item in sold:
                if count := models[item.part]:
                    yield OrderedRole(table, count, {"part": item.part}, {item.part: count})


def _power_cord_roles(parts: LaidParts) -> Iterator[OrderedRole]:
    """Yield the power cords with parts, each group with the needs of its longest cord."""
    slack_mm = round(parts.catalogue.slack_m * 1000)
    for group, bought in parts.power.groups:
        longest = max(parts.fabric.cables[number].length_mm or 0 for number in group.cords)
        asked = {"inlet": group.inlet, "outlets": group.outlets, "length_mm": longest + slack_mm}
        yield OrderedRole("power_cords", len(group.cords), asked, bought)


def _networks(parts: PartsList) -> list[tuple[slice, float, int | None, bool]]:
    """Return for each network: its switches, rate, ports per server, and whether it is managed."""
    topology = parts.plan.topology
    if topology.networks is None:
        stated = None if topology.servers is None else topology.servers.ports
        return [(slice(None), topology.link_gbps, stated, False)]
    managing = [network for network in topology.networks if network.management_ports]
    return [
        (
            *(slice(network.first, network.first + network.switches), network.gbps, network.ports),
            bool(managing) and network not in managing,
        )
        for network in topology.networks
    ]


def _switch_roles(parts: PartsList) -> Iterator[OrderedRole]:
    alike = parts.criterion.name == "fewest-parts"
    requested_devices = parts.terms.requested_by_network(parts.plan.topology)
    models = [parts.catalogue.switches[item].part for item in parts.equipment.switches.tolist()]
    for (switches, gbps, _, is_managed), requested in zip(_networks(parts), requested_devices, strict=True):
        ports = parts.plan.topology.ports[switches].tolist()
        needed = [max(ports)] * len(ports) if alike else ports
        for many in sorted(set(needed)):
            own = [item for item, need in zip(models[switches], needed, strict=True) if need == many]
            asked = {
                "gbps": gbps,
                "ports": many,
                "management_port": is_managed,
                "part": requested.switch,
            }
            yield OrderedRole("switches", len(own), asked, Counter(own), alike)


def _server_roles(parts: PartsList) -> Iterator[OrderedRole]:
    equipment, topology = parts.equipment, parts.plan.topology
    endpoints, requested_devices = topology.endpoints.tolist(), parts.terms.requested_by_network(topology)
    fewest, each = 0, 1
    for nic, (_, gbps, ports, _), requested in zip(
        equipment.nics, _networks(parts), requested_devices, strict=False
    ):
        if ports is None or topology.servers is None:
            count, each = sum(-(-endpoint // nic.ports) for endpoint in endpoints), nic.ports
        else:
            count = topology.servers.count * -(-ports // nic.ports)
            fewest += -(-ports // nic.ports)
        if not nic.built_in:
            asked = {"gbps": gbps, "part": requested.nic}
            yield OrderedRole("nics", count, asked, {nic.part: count}, alike=True)
    if (server := equipment.server) is not None:
        held = each * server.nics
        count = sum(-(-endpoint // held) for endpoint in endpoints)
        count = count if topology.servers is None else topology.servers.count
        asked = {"nics": max(fewest, 1), "part": requested_devices[0].server}
        yield OrderedRole("servers", count, asked, {server.part: count}, alike=True)


def _laid(found: PartsChoice) -> tuple[int, int]:
    """Return the number of cables inside cabinets, and the number between them."""
    choice, needs = found.choice, found.choice.needs
    ends = zip(choice.link_cable.tolist(), needs.cage_cabinet[needs.cage].tolist(), strict=True)
    inside = {cable for cable, (item, other) in ends if item == other}
    return len(inside), len(choice.cable_sku) - len(inside)


def checked_order(
    found: PartsChoice, bom: Bom, roles: Sequence[OrderedRole], *, by_price: bool
) -> CheckedOrder:
    """Return an order in the form of the check, with its bound if the choice minimises price only."""
    choice, needs = found.choice, found.choice.needs
    sockets = [needs.sockets[number] for number in needs.cage_socket.tolist()]
    names = [sku.part for sku in choice.skus]
    columns = zip(
        needs.gbps.tolist(),
        needs.cage.tolist(),
        needs.electrical_mm.tolist(),
        needs.optical_mm.tolist(),
        choice.link_cable.tolist(),
        [""] * len(needs)
        if needs.listed_of is None
        else [needs.listed[item] for item in needs.listed_of.tolist()],
        strict=True,
    )
    return CheckedOrder(
        cages=[(socket.connector, socket.links) for socket in sockets],
        modules={
            cage: names[module] for cage, module in enumerate(choice.cage_module.tolist()) if module >= 0
        },
        links=[
            OrderedLink(
                gbps=gbps,
                cages=(a, b),
                copper_mm=copper,
                fibre_mm=fibre,
                cable=cable,
                part=names[int(choice.cable_sku[cable])],
                listed=listed,
            )
            for gbps, (a, b), copper, fibre, cable, listed in columns
        ],
        roles=roles,
        lines={
            line.sku.part: OrderedLine(
                used=line.used,
                spares=line.spares,
                from_stock=line.from_stock,
                bought=line.purchase.quantity,
                cents=line.purchase.total_cents,
            )
            for line in bom.lines
        },
        freight_cents={order.terms.name: order.freight_cents for order in bom.orders},
        tax_cents=bom.tax_cents,
        total_cents=bom.total_cents,
        choice_cents=found.cents if by_price else None,
        bound_cents=found.bound_cents if by_price else None,
        laid=_laid(found),
    )
