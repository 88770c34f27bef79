"""What a placed network costs: money, watts and nanoseconds, each number with its source.

The names below are imported on first use, because pydantic and the sparse matrices of
SciPy take longer to load than ``netfloor --help`` may.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from costmodels.bill import HOST_RULE, Bill, make_bill
    from costmodels.coefficient import Coefficient
    from costmodels.coefficient_row import CoefficientRow
    from costmodels.cost_set import CostSet
    from costmodels.latency import CABLE_DELAY_ROW, Latency, latency_sweep
    from costmodels.order import MEDIA, CableOrder, CableOrders, order_cables, reach_rule
    from costmodels.power import Power, mw_per_gbps, power_of
    from costmodels.power_set import PowerSet
    from costmodels.sets import load_cost_set, load_power_set

__all__ = [
    "CABLE_DELAY_ROW",
    "COST_SETS",
    "HOST_RULE",
    "MEDIA",
    "POWER_SETS",
    "Bill",
    "CableOrder",
    "CableOrders",
    "Coefficient",
    "CoefficientRow",
    "CostSet",
    "Latency",
    "Power",
    "PowerSet",
    "latency_sweep",
    "load_cost_set",
    "load_power_set",
    "make_bill",
    "mw_per_gbps",
    "order_cables",
    "power_of",
    "reach_rule",
]

#: Shipped cost sets, data/cost/NAME.toml, each with its title.
COST_SETS = {
    "slimfly-2014": "Slim Fly 2014: electrical and optical lines, optical intercept as quoted",
    "slimfly-2014-recalled": "Slim Fly 2014 with the recalled, lower optical intercept",
    "dragonfly-2008": "Dragonfly 2008: repeated electrical and active optical lines, 8 m rule",
    "perseus-2011": "Perseus 2011: stock QSFP cables, custom fibre beyond, installation",
}

#: Shipped power sets, data/power/NAME.toml, each with its title.
POWER_SETS = {
    "spectralfly-2022-ports": "SpectralFly 2022 as its text says: watts of a port, by medium",
    "spectralfly-2022-table": "SpectralFly 2022 as its Table II computes: watts of a link, fitted",
    "slimfly-2014": "Slim Fly 2014: one figure for every port",
    "chaix-2014": "Chaix 2014: watts of a port, by medium",
    "dragonfly-2008-cables": "Dragonfly 2008, Table 1: the active parts of the cables alone",
    "nvidia-400g-cables": "NVIDIA 400 Gb/s parts: copper cables and transceivers alone",
}

_HOMES = {
    "bill": ("HOST_RULE", "Bill", "make_bill"),
    "coefficient": ("Coefficient",),
    "coefficient_row": ("CoefficientRow",),
    "cost_set": ("CostSet",),
    "latency": ("CABLE_DELAY_ROW", "Latency", "latency_sweep"),
    "order": ("MEDIA", "CableOrder", "CableOrders", "order_cables", "reach_rule"),
    "power": ("Power", "mw_per_gbps", "power_of"),
    "power_set": ("PowerSet",),
    "sets": ("load_cost_set", "load_power_set"),
}


if not TYPE_CHECKING:  # a type checker would take any misspelt name for exported

    def __getattr__(name: str) -> Any:
        """Import an exported name when it is first asked for."""
        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(f"costmodels.{home}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
