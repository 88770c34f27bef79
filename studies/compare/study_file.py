"""Study files: the networks to compare, their rooms, models and baselines."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET, DEFAULT_SWITCH_NS
from netfloor.costmodels.catalogue.parts.load import is_shipped, load_catalogue
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import each_file, load_toml
from netfloor.foundation.models import FileNames, StrictModel, parse
from netfloor.foundation.sizes import refuse_too_long_a_search
from netfloor.foundation.wording import first_twice

if TYPE_CHECKING:
    from netfloor.studies.candidates.run import CandidatesRequest

Number = Annotated[float, Field(ge=0)]
Count = Annotated[int, Field(ge=1, le=10**12)]
SWEEP_NS = tuple(float(ns) for ns in range(0, 1001, 50))


class SolverTable(StrictModel):
    """``[solver]``: the placement of every network and placed baseline."""

    placer: str = Field("portfolio", description="the algorithm; see docs/placing.md")
    iterations: Count = Field(80_000_000, description="effort of each solve")
    chains: Annotated[int, Field(ge=1, le=256)] = Field(4, description="independent runs of a solve")


class ModelsTable(StrictModel):
    """``[models]``: the models that give money, watts and nanoseconds."""

    cost: str = Field(DEFAULT_COST_SET, description="prices by formula: a shipped set or a TOML file")
    power: list[str] = Field(
        default_factory=lambda: [DEFAULT_POWER_SET],
        min_length=1,
        description="power sets; rows show the first",
    )
    electrical_reach_m: Number | None = Field(None, description="default: the cost set's own")
    switch_ns: Number = Field(DEFAULT_SWITCH_NS, description="switch latency of the latency figures")
    sweep_ns: list[Number] = Field(
        default_factory=lambda: list(SWEEP_NS),
        min_length=1,
        max_length=1000,
        description="switch latencies of the charts",
    )
    bisection_seeds: Annotated[int, Field(ge=1, le=10_000)] = Field(50, description="METIS runs")
    traffic: str | None = Field(None, description="routing for throughput figures; default: none")


class BaselinesTable(StrictModel):
    """``[baselines]``: random and SkyWalk networks of the same size."""

    kinds: list[Literal["random", "skywalk"]] = Field(
        default=["random", "skywalk"], description="kinds of baselines; may be empty"
    )
    unplaced: Annotated[int, Field(ge=1, le=1000)] = Field(20, description="instances left unplaced")
    placed: Annotated[int, Field(ge=0, le=1000)] = Field(
        2, description="instances that are also placed, by the same placer and effort"
    )

    @model_validator(mode="after")
    def _consistent(self) -> "BaselinesTable":
        if self.placed > self.unplaced:
            raise ValueError(f"placed = {self.placed} is more than unplaced = {self.unplaced}")
        if len(set(self.kinds)) < len(self.kinds):
            raise ValueError("kinds: a kind is given twice")
        return self


class OrderTable(StrictModel):
    """``[order]``: the parts from which all networks are bought, for the ranking by cost."""

    catalogue: FileNames = Field(description="a TOML file of parts, or a list of several")
    ownership: str | None = Field(
        None, description="years, electricity, labour; default: ranked by purchase"
    )
    network_only: bool = Field(default=False, description="without servers, adapters and cables to them")


class RewiringTable(StrictModel):
    """``[rewiring]``: reuse of one network's parts, in place, for another; by ``[order]``."""

    from_: Annotated[str, Field(alias="from", description="a network of the study")]
    to: str = Field(description="a network of the study")


class BaselineSize(StrictModel):
    """``baseline = { routers = 168, radix = 12 }`` of a class."""

    routers: Annotated[int, Field(ge=2, le=1_000_000)]
    radix: Annotated[int, Field(ge=1, le=100_000)]


class ClassTable(StrictModel):
    """``[[classes]]``: networks of similar size that share baselines."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    networks: list[str] = Field(default_factory=list, description="specs, placed by this study")
    plans: list[str] = Field(default_factory=list, description="plan files, compared without changes")
    room: str | None = Field(None, description="one grid or hall for all; default: the paper's for each")
    fix: str | None = Field(None, description="a CSV of fixed switches and their cabinets")
    baseline: BaselineSize | None = Field(None, description="default: like the largest network")

    @model_validator(mode="after")
    def _not_empty(self) -> "ClassTable":
        if not (self.networks or self.plans):
            raise ValueError("networks: name at least one, or a plan file in plans")
        return self


class StudyFile(StrictModel):
    """A whole study."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    title: Annotated[str, Field(max_length=200)] = "Comparison"
    seed: Annotated[int, Field(ge=0)] = 0
    link_gbps: Annotated[float, Field(gt=0)] = 100.0
    endpoints_per_router: Annotated[int, Field(ge=0, le=1_000_000)] | None = Field(
        None, description="default: those of each spec, else none"
    )
    published: str | None = Field(None, description="a published table to compare with")
    solver: SolverTable = SolverTable()
    models: ModelsTable = ModelsTable()
    baselines: BaselinesTable = BaselinesTable()
    order: OrderTable | None = Field(None, description="default: no bills, only costs by the cost set")
    rewiring: RewiringTable | None = Field(None, description="default: none")
    classes: list[ClassTable] = Field(min_length=1)

    @model_validator(mode="after")
    def _each_name_once(self) -> "StudyFile":
        for what, names in (
            ("class", [c.name for c in self.classes]),
            ("network", self.networks),
        ):
            if (twice := first_twice(names)) is not None:
                raise ValueError(f"{what} {twice!r} is given twice")
        return self

    @model_validator(mode="after")
    def _rewired(self) -> "StudyFile":
        if self.rewiring is None:
            return self
        if self.order is None:
            raise ValueError("rewiring: needs the parts of [order]")
        known = self.networks
        for where, name in (("from", self.rewiring.from_), ("to", self.rewiring.to)):
            if name.strip() not in known:
                raise ValueError(
                    f"rewiring.{where}: there is no network {name!r}; known: {', '.join(known)}"
                )
        return self

    @property
    def rewired(self) -> tuple[int, int] | None:
        """Indices of the networks of ``[rewiring]`` among all; None without it."""
        if self.rewiring is None:
            return None
        known = self.networks
        return known.index(self.rewiring.from_.strip()), known.index(self.rewiring.to.strip())

    @property
    def networks(self) -> list[str]:
        """Specs and plan files of all classes, in order."""
        return [spec.strip() for clazz in self.classes for spec in (*clazz.networks, *clazz.plans)]


def read_study(path: Path) -> StudyFile:
    """Return the study in a file; `InputError` names file and field."""
    return parse(StudyFile, load_toml(path, "study file"), path)


def with_options(study: StudyFile, request: "CandidatesRequest", folder: Path) -> StudyFile:
    """Return a study with a command's options in place of its own; ``folder`` is the study's.

    A catalogue with a price formula prices every row; a catalogue of parts orders the networks.
    `InputError` for options of an order if neither the study nor the command names a catalogue.
    """
    catalogue = request.catalogue and each_file(
        str(request.catalogue), lambda item: os.path.relpath(item, folder)
    )
    by_formula = request.catalogue is not None and load_catalogue(request.catalogue).formula is not None
    if by_formula and request.catalogue is not None and is_shipped(request.catalogue):
        catalogue = str(request.catalogue)
    cost = catalogue if by_formula else None
    models = {"cost": cost, "switch_ns": request.switch_ns, "traffic": request.routing}
    given = {name: value for name, value in models.items() if value is not None}
    changed: dict[str, object] = {"models": study.models.model_copy(update=given)} if given else {}
    if request.seed is not None:
        changed["seed"] = request.seed
    if request.iterations is not None:
        changed["solver"] = study.solver.model_copy(update={"iterations": request.iterations})
    order = {
        "catalogue": None if by_formula else catalogue,
        "ownership": request.ownership and os.path.relpath(request.ownership, folder),
        "network_only": request.network_only or None,
    }
    asked = {name: value for name, value in order.items() if value is not None}
    if asked and study.order is None and order["catalogue"] is None:
        what = "has no catalogue, which these options need"
        raise InputError("the study", what, f"add {setting('catalogue')}, or [order] to the study")
    if asked:
        own = {} if study.order is None else study.order.model_dump()
        changed["order"] = OrderTable(**{**own, **asked})
    return study.model_copy(update=changed)


def require_patience(study: StudyFile, path: Path) -> None:
    """Refuse a study with too many solves before the first network is built."""
    networks = sum(len(table.networks) for table in study.classes)
    baselines = len(study.baselines.kinds) * study.baselines.placed * len(study.classes)
    refuse_too_long_a_search(f"{path}: classes", networks + baselines, study.solver.iterations)


def require_finite(study: StudyFile, path: Path) -> None:
    """Refuse impossible switch latencies; `StrictModel` refuses NaN and infinity."""
    if max([study.models.switch_ns, *study.models.sweep_ns]) > 1e9:
        raise InputError(f"{path}: models", "a switch latency is above 1 s", "give nanoseconds")
