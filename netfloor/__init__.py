"""Place computer networks in machine rooms, and price them.

``__all__`` is the public interface, described in docs/python-api.md; every other name is private and may
move. Public names are imported on first use, which keeps the command line fast. In a source tree the other
packages are beside this folder; in a wheel they are inside it.
"""

import os
import sys

_ROOT = os.path.dirname(__path__[0])  # noqa: PTH120 - pathlib itself may lie in the working folder

if (
    sys.argv[:1] == ["-m"]
    and any(word == "netfloor" or word.endswith("mnetfloor") for word in sys.orig_argv)
    and not sys.flags.safe_path
    and sys.path[:1] != [_ROOT]
):
    del sys.path[0]  # so that `python -m netfloor` imports no module from the working folder

if not os.path.isdir(os.path.join(__path__[0], "layout")):  # noqa: PTH112, PTH118
    __path__.append(_ROOT)

from netfloor.foundation.tool import VERSION  # noqa: E402 - the path is known from here on

__version__ = VERSION

TYPE_CHECKING = False  # as in `typing`, which could also be shadowed by the working folder

if TYPE_CHECKING:
    from netfloor.api.bounds import LowerBound, ObjectiveOutcome
    from netfloor.api.comparison import PlanComparison, compare
    from netfloor.api.lists import Rack, devices, rack
    from netfloor.api.networks import describe, network, room
    from netfloor.api.parts import PartsBill
    from netfloor.api.place import place
    from netfloor.api.plan import ListedPlan, Plan, read_plan
    from netfloor.api.plots import Drawing
    from netfloor.api.plugins import families, placers, register_family, register_placer
    from netfloor.api.study import Study, study
    from netfloor.api.traffic import channel_load, ideal_throughput, routes
    from netfloor.api.whatif import PlanChanges, whatif
    from netfloor.costmodels.sets.cost_set import CostSet
    from netfloor.costmodels.sets.load import load_cost_set, load_power_set
    from netfloor.costmodels.sets.power_set import PowerSet
    from netfloor.foundation.display.data_table import DataTable
    from netfloor.foundation.errors import (
        CheckFailedError,
        InfeasibleError,
        InputError,
        NetfloorError,
        UnplannedStopError,
    )
    from netfloor.foundation.interrupt import Interrupt, Interrupted
    from netfloor.foundation.observer import Observer, SilentObserver
    from netfloor.layout.objective import Objective
    from netfloor.layout.placed import Chain, ChainResult, Placer
    from netfloor.layout.placers import PlacerChoice
    from netfloor.rooms.hall.hall import Hall
    from netfloor.rooms.room import GridRoom, LengthRule
    from netfloor.structure.summary import Structure
    from netfloor.topologies.family import Family, Parameters
    from netfloor.topologies.topology import Topology
    from netfloor.traffic.load.channel_load import ChannelLoad
    from netfloor.traffic.routing.routes import Routes
    from netfloor.traffic.throughput.interval import IdealThroughput

#: Module of each public name.
_HOMES = {
    "api.networks": ("describe", "network", "room"),
    "api.bounds": ("LowerBound", "ObjectiveOutcome"),
    "api.lists": ("Rack", "devices", "rack"),
    "api.parts": ("PartsBill",),
    "api.comparison": ("PlanComparison", "compare"),
    "api.place": ("place",),
    "api.plan": ("ListedPlan", "Plan", "read_plan"),
    "api.plots": ("Drawing",),
    "api.plugins": ("families", "placers", "register_family", "register_placer"),
    "api.study": ("Study", "study"),
    "foundation.display.data_table": ("DataTable",),
    "api.traffic": ("channel_load", "ideal_throughput", "routes"),
    "api.whatif": ("PlanChanges", "whatif"),
    "costmodels.sets.cost_set": ("CostSet",),
    "costmodels.sets.load": ("load_cost_set", "load_power_set"),
    "costmodels.sets.power_set": ("PowerSet",),
    "foundation.errors": (
        "CheckFailedError",
        "InfeasibleError",
        "InputError",
        "NetfloorError",
        "UnplannedStopError",
    ),
    "foundation.interrupt": ("Interrupt", "Interrupted"),
    "foundation.observer": ("Observer", "SilentObserver"),
    "layout.objective": ("Objective",),
    "layout.placed": ("Chain", "ChainResult", "Placer"),
    "layout.placers": ("PlacerChoice",),
    "rooms.hall.hall": ("Hall",),
    "rooms.room": ("LengthRule", "GridRoom"),
    "structure.summary": ("Structure",),
    "topologies.family": ("Family", "Parameters"),
    "topologies.topology": ("Topology",),
    "traffic.load.channel_load": ("ChannelLoad",),
    "traffic.routing.routes": ("Routes",),
    "traffic.throughput.interval": ("IdealThroughput",),
}

__all__ = [
    "Chain",
    "ChainResult",
    "ChannelLoad",
    "CheckFailedError",
    "CostSet",
    "DataTable",
    "Drawing",
    "Family",
    "GridRoom",
    "Hall",
    "IdealThroughput",
    "InfeasibleError",
    "InputError",
    "Interrupt",
    "Interrupted",
    "LengthRule",
    "ListedPlan",
    "LowerBound",
    "NetfloorError",
    "Objective",
    "ObjectiveOutcome",
    "Observer",
    "Parameters",
    "PartsBill",
    "Placer",
    "PlacerChoice",
    "Plan",
    "PlanChanges",
    "PlanComparison",
    "PowerSet",
    "Rack",
    "Routes",
    "SilentObserver",
    "Structure",
    "Study",
    "Topology",
    "UnplannedStopError",
    "channel_load",
    "compare",
    "describe",
    "devices",
    "families",
    "ideal_throughput",
    "load_cost_set",
    "load_power_set",
    "network",
    "place",
    "placers",
    "rack",
    "read_plan",
    "register_family",
    "register_placer",
    "room",
    "routes",
    "study",
    "whatif",
]


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module  # noqa: PLC0415 - not needed by the command line

            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
