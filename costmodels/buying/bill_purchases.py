"""What a cost set buys for a network, as purchases whose ownership costs."""

from typing import TYPE_CHECKING

from netfloor.costmodels.bill import Bill
from netfloor.costmodels.buying.ownership import BoughtKind, Purchases
from netfloor.costmodels.power import Power

if TYPE_CHECKING:
    from netfloor.layout.cable_plan import CablePlan
    from netfloor.topologies.topology import Topology

_NO_SERVERS = (
    "A cost set has no servers and no adapters: neither their price nor their electricity is counted."
)
_HOST_PORTS = "The power set has no figure for ports to endpoints: their electricity is not counted."
_INSTALLATION = "The cost of laying cables follows the hours of the ownership terms, else the cost set."


def purchases_of_bill(bill: Bill, power: Power, topology: "Topology", cables: "CablePlan") -> Purchases:
    """Return the purchases of a cost set's bill.

    The power of links counts with the switches, that of switches' ports to servers with the cables to
    servers: what is drawn for the network is `Power.network_w` here too. Prices of a cost set hold no
    spares, so that what is paid is what a renewal of everything costs.
    """
    network_mw, host_mw = round(power.network_w * 1000), round((power.host_w or 0.0) * 1000)
    bought = [BoughtKind("switch", topology.routers, bill.switch_cents, bill.switch_cents, network_mw)]
    bought += [
        BoughtKind(f"{medium}_cable", total.cables, total.cents, total.cents, 0)
        for medium, total in bill.by_medium.items()
    ]
    bought += [
        BoughtKind(
            f"{row.medium}_cable",
            row.cables,
            row.cents,
            row.cents,
            0 if place else host_mw,
            for_servers=True,
        )
        for place, row in enumerate(bill.host_rows)
    ]
    inside = int(cables.inside_cabinets.sum())
    unknown = [_NO_SERVERS] if bill.endpoints else []
    unknown += [_HOST_PORTS] if bill.endpoints and power.host_w is None else []
    unknown += [_INSTALLATION] if bill.install_cents is not None else []
    between = bill.host_cables_between
    laid = inside + bill.host_cables - between, len(cables) - inside + between
    return Purchases(
        bill.currency, tuple(bought), *laid, tuple(unknown), laying_cents=bill.install_cents or 0
    )
