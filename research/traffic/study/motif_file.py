"""Study files of motifs: networks, routings, motifs, mappings and sizes."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from netfloor.foundation.files import load_toml
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.models import StrictModel, parse
from netfloor.foundation.observer import Observer
from netfloor.foundation.relative_paths import networks_beside
from netfloor.foundation.wording import first_twice
from netfloor.research.traffic.motifs.grid import read_grid
from netfloor.research.traffic.motifs.schedule import MotifSettings
from netfloor.research.traffic.motifs.series import MotifReport
from netfloor.research.traffic.simulation.settings import Allocation, QueueRule, SwitchOptions
from netfloor.research.traffic.study.delays import Delays
from netfloor.research.traffic.study.motif import MotifRequest, MotifRunOptions, run_motifs
from netfloor.research.traffic.study.simulate import MAX_SEEDS
from netfloor.research.traffic.study.study_file import Names, StudyNetwork

Scale = Annotated[int, Field(ge=1, le=1_000_000)]


class MotifSwitch(StrictModel):
    """``[switch]``: settings of switches and endpoints."""

    buffers: int | None = None
    packet_flits: int = 1
    speedup: int = 2
    switch_cycles: int | None = None
    endpoint_cycles: int = 1
    allocation: Allocation = "parallel"
    queue_rule: QueueRule = "credits"


class MotifTable(StrictModel):
    """``[[motifs]]``: a motif with its message sizes."""

    motif: str
    size: Annotated[int, Field(alias="bytes")] = 1024
    iterations: int = 1
    compute_cycles: int = 0
    blocks: int = 8
    grid: str | None = None


class MotifStudy(StrictModel):
    """A study of motifs."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    title: Annotated[str, Field(max_length=200)] = "Motifs"
    seed: Annotated[int, Field(ge=0)] = 0
    seeds: Annotated[int, Field(ge=1, le=MAX_SEEDS)] = 1
    ranks: Annotated[int, Field(ge=2)] | None = None
    routings: Names
    mappings: Names = Field(default=["linear"])
    scales: Annotated[list[Scale], Field(min_length=1, max_length=20)] = Field(
        default=[1], description="what the bytes of every motif are multiplied by"
    )
    against: str | None = Field(None, description="the network that speedups are against")
    switch: MotifSwitch = MotifSwitch()
    networks: Annotated[list[StudyNetwork], Field(min_length=1, max_length=20)]
    motifs: Annotated[list[MotifTable], Field(min_length=1, max_length=20)]

    @model_validator(mode="after")
    def _known(self) -> "MotifStudy":
        names = [network.name for network in self.networks]
        given = ("network", names), ("routing", self.routings), ("mapping", self.mappings)
        for what, each in (*given, ("scale", list(map(str, self.scales)))):
            if (twice := first_twice(each)) is not None:
                raise ValueError(f"{what} {twice!r} is given twice")
        if self.against is not None and self.against not in names:
            raise ValueError(f"against: there is no network {self.against!r}")
        return self


def requests_of(study: MotifStudy) -> Iterator[MotifRequest]:
    """Yield the requests of a study; those of a network and a routing follow each other."""
    switch = study.switch
    model = SwitchOptions(
        switch.buffers, switch.packet_flits, switch.speedup, switch.switch_cycles, switch.endpoint_cycles,
        allocation=switch.allocation, queue_rule=switch.queue_rule,
    )  # fmt: skip
    for network, routing in product(study.networks, study.routings):
        base = MotifRequest(
            network.wanted(study.seed),
            routing=routing,
            ranks=study.ranks,
            seeds=study.seeds,
            model=model,
            delays=Delays(network.channel_cycles, network.global_cycles, network.flit_bytes),
            label=network.name,
        )
        for motif, mapping, scale in product(study.motifs, study.mappings, study.scales):
            grid = read_grid(motif.grid)
            settings = MotifSettings(
                motif.size * scale, motif.iterations, motif.compute_cycles, motif.blocks, grid
            )
            yield replace(base, motif=motif.motif, mapping=mapping, settings=settings)


def read_motif_study(path: Path) -> MotifStudy:
    """Read a study file; raise `InputError` with file and field."""
    study = parse(MotifStudy, load_toml(path, "study file"), path)
    return study.model_copy(update={"networks": networks_beside(path, study.networks)})


def run_motif_study(
    path: Path, how: MotifRunOptions, observer: Observer, interrupt: Interrupt, *, force: bool
) -> MotifReport:
    """Return every series of a study file; see `run_motifs`."""
    study = read_motif_study(path)
    seeded = replace(how, head=replace(how.head, seed=study.seed))
    requests = list(requests_of(study))
    return run_motifs(study.title, requests, seeded, study.against, observer, interrupt, force=force)
