"""Study files of traffic: networks, routings, patterns and loads to simulate."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, parse
from netfloor.foundation.relative_paths import networks_beside
from netfloor.foundation.wording import first_twice
from netfloor.research.traffic.report.study_types import Chart, SeriesName
from netfloor.research.traffic.simulation.settings import (
    Allocation,
    Injection,
    QueueRule,
    SwitchOptions,
    Watch,
)
from netfloor.research.traffic.study.delays import Delays
from netfloor.research.traffic.study.simulate import MAX_LOADS, MAX_SEEDS, SimulationRequest
from netfloor.studies.named_network import NetworkRequest

Name = Annotated[str, Field(max_length=60, pattern=r"^[^\x00-\x1f]+$")]
Load = Annotated[float, Field(gt=0, le=1)]
Names = Annotated[list[str], Field(min_length=1, max_length=20)]


class StudyNetwork(StrictModel):
    """``[[networks]]``: a spec, or a plan whose cable lengths give the delays of its channels."""

    name: Name
    network: str = Field(description="a network spec, or the file of a plan")
    plan_network: str | None = Field(None, description="of a plan of several networks: the one to use")
    endpoints: Annotated[int, Field(ge=0, le=10_000)] | None = None
    gbps: Annotated[float, Field(gt=0, le=1e6)] | None = None
    channel_cycles: int | None = None
    global_cycles: int | None = None
    flit_bytes: int = 64

    def wanted(self, seed: int) -> NetworkRequest:
        """Return the network in the form of a request."""
        return NetworkRequest(self.network, self.endpoints, self.gbps, seed, self.plan_network)


class SwitchTable(StrictModel):
    """``[switch]``: settings of switches and endpoints."""

    packet_flits: int = 1
    speedup: int = 2
    switch_cycles: int | None = None
    endpoint_cycles: int = 1
    allocation: Allocation = "parallel"
    injection: Injection = "bernoulli"
    queue_rule: QueueRule = "credits"


class PanelTable(StrictModel):
    """``[[panels]]``: a chart of every network by every routing, pattern and buffer depth."""

    title: Name
    routings: Names
    patterns: Names
    loads: list[Load] = Field(min_length=1, max_length=MAX_LOADS)
    buffers: Annotated[list[int], Field(min_length=1, max_length=20)] | None = Field(
        None, description="flits per virtual channel; default: the credit round trip, at least 16"
    )
    virtual_channels: str | None = Field(None, description="a rule for all routings; default: their own")
    networks: Names | None = Field(None, description="names of networks; default: all")
    show: Chart = Field("latency", description="what the chart shows")
    against: str | None = Field(None, description="the network or routing that speedups are against")

    @model_validator(mode="after")
    def _each_once(self) -> "PanelTable":
        given = ("routing", self.routings), ("pattern", self.patterns), ("network", self.networks or [])
        for what, names in given:
            if (twice := first_twice(names)) is not None:
                raise ValueError(f"{what} {twice!r} is given twice")
        if (self.show == "speedup") != (self.against is not None):
            raise ValueError("against: give it with show = 'speedup', and only then")
        return self


class TrafficStudy(StrictModel):
    """A study of traffic."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    title: Annotated[str, Field(max_length=200)] = "Latency against load"
    seed: Annotated[int, Field(ge=0)] = 0
    seeds: Annotated[int, Field(ge=1, le=MAX_SEEDS)] = 1
    ranks: Annotated[int, Field(ge=2)] | None = None
    cycles: Annotated[int, Field(ge=100, le=10_000_000)] = 3000
    window: Annotated[int, Field(ge=10, le=1_000_000)] | None = Field(
        None, description="cycles of an observation of the warm-up, which has twenty at least"
    )
    most_cycles: Annotated[int, Field(ge=1000, le=100_000_000)] = 20_000
    switch: SwitchTable = SwitchTable()
    networks: Annotated[list[StudyNetwork], Field(min_length=1, max_length=20)]
    panels: Annotated[list[PanelTable], Field(min_length=1, max_length=20)]

    @model_validator(mode="after")
    def _known(self) -> "TrafficStudy":
        names = [network.name for network in self.networks]
        for what, given in (("network", names), ("panel", [panel.title for panel in self.panels])):
            if (twice := first_twice(given)) is not None:
                raise ValueError(f"{what} {twice!r} is given twice")
        for panel in self.panels:
            for name in panel.networks or ():
                if name not in names:
                    raise ValueError(f"panel {panel.title!r}: there is no network {name!r}")
            chosen = panel.networks or names
            if panel.against is not None and panel.against not in (*chosen, *panel.routings):
                raise ValueError(f"panel {panel.title!r}: {panel.against!r} is not in it")
        return self


@dataclass(frozen=True)
class SeriesWanted:
    """A series of a chart: its name, and its simulation."""

    name: SeriesName
    request: SimulationRequest


def series_of(study: TrafficStudy, panel: PanelTable, workers: int) -> Iterator[SeriesWanted]:
    """Yield the series of a panel."""
    networks = [item for item in study.networks if panel.networks is None or item.name in panel.networks]
    switch, watch = study.switch, Watch(study.window, study.most_cycles, study.cycles, study.most_cycles)
    for network, pattern, routing, depth in product(
        networks, panel.patterns, panel.routings, panel.buffers or (None,)
    ):
        yield SeriesWanted(
            SeriesName(network.name, routing, pattern, depth),
            SimulationRequest(
                network=network.wanted(study.seed),
                routing=routing,
                pattern=pattern,
                loads=tuple(panel.loads),
                ranks=study.ranks,
                seeds=study.seeds,
                virtual_channels=panel.virtual_channels,
                model=SwitchOptions(depth, **switch.model_dump()),
                watch=watch,
                delays=Delays(network.channel_cycles, network.global_cycles, network.flit_bytes),
                workers=workers,
            ),
        )


def read_traffic_study(path: Path) -> TrafficStudy:
    """Read a study file; raise `InputError` with file and field."""
    study = parse(TrafficStudy, load_toml(path, "study file"), path)
    return study.model_copy(update={"networks": networks_beside(path, study.networks)})
