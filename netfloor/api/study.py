"""Comparative studies: networks placed with equal effort, with baselines."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.figure_forms import figure_forms
from netfloor.api.networks import as_network, room_and_name
from netfloor.api.parts import as_cost_set, as_power_set
from netfloor.api.plan import Plan
from netfloor.api.plots import BOUNDS, bars
from netfloor.api.watched import watched
from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET, DEFAULT_SWITCH_NS
from netfloor.costmodels.cable_orders import reach_to_mm
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.display.charts import COLOURS, axes_or_new
from netfloor.foundation.display.data_table import DataTable, FigureRows
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.models import parse
from netfloor.foundation.observer import SILENT, Observer
from netfloor.layout.chains.portfolio import require_placer
from netfloor.reports.comparison.classes import baseline_kinds, kind_text, population, spread_of
from netfloor.reports.comparison.json_report import plain_document
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.head import ReportHead
from netfloor.rooms.any_room import Room, require_slots
from netfloor.studies.compare.evaluate import Models
from netfloor.studies.compare.run import write_report, write_texts
from netfloor.studies.compare.setup import NetworkEntry, assembled, require_traffic, usual_baselines
from netfloor.studies.compare.solve import SolvedStudy, solve_study
from netfloor.studies.compare.study_file import SWEEP_NS, StudyFile

if TYPE_CHECKING:
    from typing import TypeAlias

    import networkx as nx
    from matplotlib.axes import Axes

    from netfloor.topologies.topology import Topology

    #: A network in any form.
    Source: TypeAlias = str | Topology | Plan | nx.Graph[Any]

_NETWORKS = "networks"


class Study(FigureRows):
    """Networks compared side by side, each placed in its room, with random and SkyWalk baselines.

    Iterating yields a dictionary per network; ``study["mean_cable_m"]`` is a column.
    """

    def __init__(self, solved: SolvedStudy) -> None:
        self._solved, self._found = solved, solved.comparison

    def __repr__(self) -> str:
        return f"Study({', '.join(row.network for row in self._found.rows)})"

    @cached_property
    def rows(self) -> DataTable:
        """A row per network: name, room, all figures, status and proof method of the bound.

        Units are in the column names; money is in the currency of the cost set. ``lower_bound_m`` is the
        lower bound on the mean cable length, ``gap`` the relative excess of the placement over it.
        """
        rows, currency = self._found.rows, self._found.currency
        data: dict[str, Sequence[Any]] = {
            "network": [row.network for row in rows],
            "room": [row.room for row in rows],
            "status": [row.status for row in rows],
            "proved_by": [plan.bound.method for plan in self._solved.plans.values()],
        }
        caption = f"{len(rows)} networks, money in {currency}"
        return DataTable(data | self._found.table.columns(), caption, figure_forms(currency))

    @cached_property
    def baselines(self) -> DataTable:
        """A row per baseline and treatment: number of instances, and the mean of each figure."""
        results = [
            (baseline.kind, treatment, people)
            for baseline in (self._found.rows[0].baselines if self._found.rows else {}).values()
            for treatment in ("placed", "unplaced")
            if (people := population(baseline, treatment)) is not None
        ]
        data: dict[str, Sequence[Any]] = {
            "baseline": [kind for kind, _, _ in results],
            "treatment": [treatment for _, treatment, _ in results],
            "instances": [max(figure.n for figure in people.figures.values()) for *_, people in results],
        }
        means = {
            key: [people.figures[key].mean if key in people.figures else None for *_, people in results]
            for key in FIGURES
        }
        caption = f"Baselines, means, money in {self._found.currency}"
        return DataTable(data | means, caption, figure_forms(self._found.currency))

    @property
    def plans(self) -> dict[str, Plan]:
        """The placed networks by name."""
        names = (row.network for row in self._found.rows)
        return {name: Plan(plan) for name, plan in zip(names, self._solved.plans.values(), strict=True)}

    @property
    def interrupted(self) -> bool:
        """True if the study ended early, so that results are missing."""
        return self._solved.interrupted

    def plot(self, figure: str = "mean_cable_m", ax: "Axes | None" = None) -> "Axes":
        """Draw a figure of all networks as bars, with marks for lower bounds and placed baselines.

        Raises
        ------
        InputError
            If the figure is unknown.
        """
        rows = self._found.rows
        others = {
            f"{kind_text(kind)}, placed": [
                None if (result := spread_of(row, kind, "placed", figure)) is None else result.mean
                for row in rows
            ]
            for kind in baseline_kinds(rows)
        }
        names, values = [row.network for row in rows], [row.figures.get(figure) for row in rows]
        bounds = [row.figures.get(BOUNDS.get(figure, "")) for row in rows]
        return bars(
            ax=ax,
            key=figure,
            names=names,
            values=values,
            currency=self._found.currency,
            others=others,
            bounds=bounds,
        )

    def plot_latency(self, ax: "Axes | None" = None, *, worst: bool = False) -> "Axes":
        """Draw mean latency, or with ``worst`` the longest, against switch latency, ns; return the axes."""
        ax = axes_or_new(ax)
        for number, row in enumerate(self._found.rows):
            sweep = row.latency
            ax.plot(
                sweep.switch_ns,
                sweep.max_ns if worst else sweep.mean_ns,
                label=row.network,
                color=COLOURS[number % len(COLOURS)],
            )
        ax.set_xlabel("switch latency (ns)")
        ax.set_ylabel(f"{'longest' if worst else 'mean'} latency (ns)")
        ax.legend(frameon=False)
        return ax

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor compare --json`` for a study."""
        return plain_document(self._found)

    def write(self, folder: str | Path, *, force: bool = False) -> Path:
        """Write page, Markdown, rows, JSON and plans into a folder, as ``netfloor compare --out`` does.

        Raises
        ------
        InputError
            If other files are in the way.
        """
        texts = write_texts(self._found, ReportHead(), SILENT)
        write_report(Path(folder), texts, self._solved.plans, force=force)
        return Path(folder)


def study(  # noqa: PLR0913 - one keyword each, all optional
    networks: "Sequence[Source] | Mapping[str, Source]",
    room_or_spec: str | Path | Room | None = None,
    *,
    iterations: int = 2_000_000,
    chains: int = 4,
    placer: str = "portfolio",
    seed: int = 0,
    baselines: Sequence[str] | None = None,
    unplaced: int = 20,
    placed: int = 2,
    cost_set: str | Path | CostSet = DEFAULT_COST_SET,
    power_set: str | Path | PowerSet = DEFAULT_POWER_SET,
    reach_m: float | None = None,
    switch_ns: float = DEFAULT_SWITCH_NS,
    sweep_ns: Sequence[float] = SWEEP_NS,
    traffic: str | None = None,
    workers: int = 1,
    progress: bool = False,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
) -> Study:
    """Place networks with equal effort and price them by one cost set, with random and SkyWalk baselines.

    Parameters
    ----------
    networks
        Specs, networks, NetworkX graphs or plans; a mapping gives the names shown in tables and charts.
    room_or_spec
        A single room for all, as for `room`; None as for `place`.
    iterations, chains, placer, seed
        Budget of each placement for all chains together; baselines are placed with the same budget.
    baselines, unplaced, placed
        Kinds of baselines with the size of the largest network, ``random`` and ``skywalk``; number of
        instances; and how many of them are also placed. None: SkyWalk if the largest room is a complete
        grid, as it requires.
    cost_set, power_set, reach_m, switch_ns, sweep_ns, traffic
        Parameters of cost, power and latency; ``traffic`` is a routing such as ``minimal``.
    progress
        Shows a bar on stderr; the first Ctrl-C keeps the networks placed so far.

    Raises
    ------
    InputError
        If a network, the room, a set or a setting is invalid.
    Interrupted
        If it ended before a network was placed.
    """
    entries = [_entry(name, source, room_or_spec) for name, source in _named(networks)]
    kinds = usual_baselines(entries) if baselines is None else list(baselines)
    asked = parse(
        StudyFile,
        {
            "seed": seed,
            "solver": {"placer": placer, "iterations": iterations, "chains": chains},
            "models": {
                "switch_ns": float(switch_ns),
                "sweep_ns": [float(ns) for ns in sweep_ns],
                "traffic": traffic,
            },
            "baselines": {"kinds": kinds, "unplaced": unplaced, "placed": placed},
            "classes": [{"name": _NETWORKS, "networks": [entry.spec for entry in entries]}],
        },
        "study",
    )
    require_placer(placer)
    models = Models(
        cost_set=as_cost_set(cost_set),
        power_sets=(as_power_set(power_set),),
        reach_mm=reach_to_mm(reach_m),
        switch_ns=float(switch_ns),
        sweep_ns=tuple(asked.models.sweep_ns),
    )
    setup = assembled(asked, [entries], models)
    require_traffic(Path("study"), setup)
    with watched(observer, interrupt, progress=progress) as (hears, ends), ends.handle_interrupts():
        return Study(solve_study(setup, workers, hears, ends))


def _named(networks: Any) -> "list[tuple[str, Any]]":
    """Pair the networks with the names shown in tables."""
    if isinstance(networks, Mapping):
        return [(str(name), source) for name, source in networks.items()]
    if isinstance(networks, str) or not isinstance(networks, Sequence):
        what = f"{type(networks).__name__} is not a list of networks"
        raise InputError("networks", what, "a list, or a mapping from names to networks")
    if not networks:
        raise InputError("networks", "is empty", "a spec, a network, a graph or a plan")
    return [(_name(source), source) for source in networks]


def _name(source: Any) -> str:
    if isinstance(source, str):
        return source
    if isinstance(source, Plan):
        return source.network.name
    return as_network(source).name


def _entry(name: str, source: Any, where: "str | Path | Room | None") -> NetworkEntry:
    """Combine a network with its room, and with its plan if it is already placed."""
    if isinstance(source, Plan):
        stored = source._stored  # noqa: SLF001 - the plan below the public one
        return NetworkEntry(name, _NETWORKS, stored.topology, stored.room, stored.room_spec, stored)
    topology = as_network(source)
    if not topology.link_count:
        raise InputError(f"network {name}", "has no links", "there is nothing to compare")
    placed_in, spec = room_and_name(where, topology)
    require_slots(name, topology.routers, placed_in)
    return NetworkEntry(name, _NETWORKS, topology, placed_in, spec)
