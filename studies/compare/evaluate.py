"""The figures of a placed network by every model of a study, for a row of the comparison."""

from collections.abc import Mapping
from dataclasses import dataclass

from netfloor.costmodels.buying.ownership import NETWORK
from netfloor.costmodels.catalogue.formula import with_copper_reach
from netfloor.costmodels.catalogue.parts.catalogue import catalogue_of_set
from netfloor.costmodels.latency import latency_of
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.network_parts import quote_of_network
from netfloor.plans.assessment.owned import Owned
from netfloor.reports.comparison.types import LatencySweep
from netfloor.reports.figures.figure import Number
from netfloor.reports.figures.lookup import figures_of
from netfloor.structure.bisection.halves import Halves
from netfloor.traffic.load.saturation import Saturation


@dataclass(frozen=True)
class Models:
    """All models that derive figures from a cable plan; the row's power is that of the first power set."""

    cost_set: CostSet
    power_sets: tuple[PowerSet, ...]
    reach_mm: int | None  # longest copper cable; None: that of the cost set
    switch_ns: float  # for the row's two latency figures
    sweep_ns: tuple[float, ...]


@dataclass(frozen=True)
class Evaluation:
    """Figures by key of `FIGURES`, network power by power set (W), and the latency sweep."""

    figures: Mapping[str, Number | None]
    power_by_set: Mapping[str, float]
    latency: LatencySweep


def evaluate(
    network: PlacedNetwork, bisection: Halves, models: Models, carries: Saturation | None = None
) -> Evaluation:
    """Return the figures of a placed network by every model.

    `InfeasibleError` if the prices have no cable for a link.
    """
    topology = network.topology
    latency = latency_of(topology, network.cables, sorted({models.switch_ns, *models.sweep_ns}))
    catalogue = with_copper_reach(catalogue_of_set(models.cost_set), models.reach_mm)
    quotes = {
        power_set.name: quote_of_network(network, catalogue, power_set) for power_set in models.power_sets
    }
    main = next(iter(quotes.values()))
    assessed = Assessed(
        network,
        bisection,
        latency.at(models.switch_ns),
        {} if carries is None else carries.figures(topology),
        Owned(main, None),
    )
    sweep = LatencySweep(latency.switch_ns, latency.mean_ns, latency.max_ns)
    return Evaluation(
        figures_of(assessed), {name: quote.stated_power_w(NETWORK) for name, quote in quotes.items()}, sweep
    )
