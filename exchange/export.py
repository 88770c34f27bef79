"""Export of plans to other systems' files, as run by the ``export`` command."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from netfloor.costmodels.catalogue.equipment import RequestedDevices
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.imported.network import network_of
from netfloor.exchange.job import Exporter, Job, checked_values, with_field
from netfloor.exchange.orders import Orders, orders_of_parts, with_orders
from netfloor.exchange.tray_runs import TrayRuns, tray_runs
from netfloor.exchange.trunk_pieces import in_pieces, links_in_trunks
from netfloor.exchange.writers import EXPORTERS
from netfloor.fabric.fabric import Fabric
from netfloor.fabric.links import links_alone, trace_links, with_named_passes
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import check_output_folder
from netfloor.foundation.output_files import folders_of_networks, write_folder
from netfloor.foundation.wording import count_text, known_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import load_any_plan
from netfloor.plans.networks import plan_networks
from netfloor.plans.order.laid_parts import LaidParts, laid_parts, parts_of_plan
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.order.terms import ListedTerms, OrderTerms, reach_to_mm, refuse_terms_alone
from netfloor.plans.order.warnings import overfull_trays, tray_warnings
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan, with_panels, without_management_links
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.management import without_management_links as topology_alone
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology, normal_links

#: An empty network for plans without switches; formats of devices and cables ignore it.
_NO_SWITCHES = Topology("", "file", {}, 0, *normal_links([], 0), endpoints=np.zeros(0, dtype=np.int32))


@dataclass(frozen=True)
class ExportRequest:
    """The options of an export.

    Attributes
    ----------
    values
        ``NAME=VALUE`` texts, see `exchange.job.Exporter`.
    parts
        Catalogue file and terms for ordering the cables; None for the plan's own order, if it
        has one.
    network
        Network to export in a single-network format; None exports each network to its own folder.
    """

    plan: Path
    form: str
    out: Path
    chunk_rows: int | None = None
    label_format: str | None = None
    values: tuple[str, ...] = ()
    parts: tuple[Path, OrderTerms] | None = None
    network: str | None = None


@dataclass(frozen=True)
class Exported:
    """The result of an export."""

    exporter: Exporter
    fabric: Fabric
    out: Path
    files: tuple[str, ...]
    warnings: tuple[str, ...]
    jobs: tuple[Job, ...]
    networks: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the network, and the data that the files omit."""
        return (*self.fabric.notes, *self.warnings, f"not in these files: {self.exporter.losses}")

    def to_dict(self) -> dict[str, Any]:
        """Return the output of ``netfloor export --json``."""
        return {
            "schema": 1,
            "network": self.fabric.name,
            "format": self.exporter.name,
            "out": str(self.out),
            "files": list(self.files),
            **({"networks": list(self.networks)} if any(self.networks) else {}),
            "switches": sum(len(job.fabric.switches) for job in self.jobs),
            "hosts": len({job.fabric.devices[i].name for job in self.jobs for i in job.fabric.end_devices}),
            "cables": sum(len(job.fabric.pulled) for job in self.jobs),
            "notes": list(self.notes),
        }


def parts_request(
    catalogue: Path | None,
    criterion: str | None,
    electricity: tuple[float | None, float | None],
    limits: tuple[int | None, int | None, float | None],
    requested_devices: tuple[str | None, str | None, str | None],
    listed: ListedTerms,
    *,
    network_only: bool = False,
) -> tuple[Path, OrderTerms] | None:
    """Return the catalogue and its terms, as for ``netfloor bom``; None without a catalogue.

    ``electricity``: years, and price per kWh; ``limits``: maximum part numbers of cables and cords, maximum
    days to delivery, and maximum metres of copper by formula; ``requested_devices``: switch, adapter and
    server; ``listed``: True for a plan made from lists.

    Raises `InputError` if terms are given without a catalogue.
    """
    if catalogue is not None:
        years, kwh_price = electricity
        max_skus, days, reach_m = limits
        terms = OrderTerms(
            criterion=criterion or "price",
            years=years,
            kwh_price=kwh_price,
            max_skus=max_skus,
            requested_devices=RequestedDevices(*requested_devices),
            network_only=network_only,
            max_lead_days=days,
            listed=listed,
            reach_mm=reach_to_mm(reach_m),
        )
        return catalogue, terms
    names = (
        "criterion",
        "years",
        "kwh-price",
        "max-skus",
        "max-lead-days",
        "reach",
        "switch",
        "nic",
        "server",
        "network-only",
        "cage",
        "gbps",
        "partial",
    )
    of_lists = listed.cages or None, listed.gbps, listed.partial or None
    given = (criterion, *electricity, *limits, *requested_devices, network_only or None, *of_lists)
    refuse_terms_alone(dict(zip(names, given, strict=True)))
    return None


def export_plan(request: ExportRequest, *, force: bool) -> Exported:
    """Write a plan's files in one format into a folder that appears atomically.

    Raises
    ------
    InputError
        For an unknown format or field, a name that the format cannot hold, an invalid plan,
        or a folder that cannot be written; nothing is written then.
    CheckFailedError
        If the plan's claims do not hold.
    InfeasibleError
        If the catalogue sells no cable for a link.
    """
    exporter = _exporter(request)
    values = checked_values(exporter, _pairs(request.values))
    check_output_folder(request.out, force=force)
    opened = open_plan(request.plan, request, own=exporter.orders)
    bought = opened.bought
    fabric = opened.whole if exporter.power else _links_alone(opened.fabric, exporter)
    cords = 0 if exporter.power else len(opened.fabric.power_cords)
    if exporter.pieces:
        fabric = in_pieces(fabric, bought.parts)
    trays = plan_trays(opened.plan.room, fabric) if exporter.trays else None
    if not fabric.switches and (exporter.one_network or exporter.one_fabric):
        what = f"has no switch, and {exporter.name} is for networks of switches"
        others = (item.name for item in EXPORTERS.values() if not (item.one_network or item.one_fabric))
        raise InputError(str(request.plan), what, f"take {', '.join(others)}")
    topology = opened.topology if fabric.switches else _NO_SWITCHES
    job = Job(fabric, topology, request.chunk_rows, request.label_format, values, trays)
    jobs = _jobs(job, opened, exporter, request.network)
    files = folders_of_networks({name: exporter.write(item) for name, item in jobs.items()})
    notes = (*bought.notes, *(() if exporter.pieces else links_in_trunks(bought.parts)))
    write_folder(request.out, files, force=force)
    left = (
        0
        if request.network
        else len(fabric.cables) - sum(len(item.fabric.cables) for item in jobs.values())
    )
    warnings = dict.fromkeys(warning for item in jobs.values() for warning in exporter.warnings(item))
    told = (*notes, *_left_out(left, cords), *warnings)
    return Exported(
        exporter=exporter,
        fabric=fabric,
        out=request.out,
        files=tuple(files),
        warnings=told,
        jobs=tuple(jobs.values()),
        networks=tuple(jobs),
    )


def _jobs(job: Job, opened: "OpenedPlan", exporter: Exporter, network: str | None) -> dict[str, Job]:
    """Return the jobs of a plan: the whole plan, or each of its networks by name."""
    if not exporter.one_network:
        if network is not None:
            what = f"is for formats of one network; {exporter.name} has all networks of a plan"
            alternative = ", ".join(item.name for item in EXPORTERS.values() if item.one_network)
            raise InputError(setting("network"), what, f"omit it, or use {alternative}")
        if exporter.one_fabric and job.topology.managed.any():
            topology = topology_alone(job.topology)
            return {"": replace(job, fabric=without_management_links(job.fabric), topology=topology)}
        return {"": job}
    return {
        item.name: replace(job, fabric=item.of(job.fabric), topology=item.topology)
        for item in plan_networks(opened.plan, network)
    }


def _links_alone(fabric: Fabric, exporter: Exporter) -> Fabric:
    """Return the links of a fabric, merging each link through panels; refuse links that end in a panel."""
    if open_paths := trace_links(fabric.without_power()).open_paths:
        first = shown(fabric.devices[open_paths[0].start.device].name)
        what = (
            f"{count_text(len(open_paths), 'cable')} end at panels that join no ports, first from {first}"
        )
        names = "call joined ports alike, such as F1 in front and R1 behind"
        alternative = ", ".join(item.name for item in EXPORTERS.values() if item.power)
        raise InputError(f"{shown(fabric.name)} to {exporter.name}", what, f"{names}; or {alternative}")
    return links_alone(fabric)


def _left_out(links: int, cords: int) -> tuple[str, ...]:
    """Return a note on the links between networks and the power cords that the files omit."""
    told = []
    if cords:
        told.append(f"{count_text(cords, 'power cord')} left out: power cords are not network links")
    if links:
        what = "between networks left out, such as links to management ports: no route uses them"
        told.append(f"{count_text(links, 'link')} {what}")
    return tuple(told)


def plan_trays(room: Room, fabric: Fabric) -> TrayRuns | None:
    """Return the tray routes of a plan's cables, None if its room has no trays."""
    return tray_runs(room, fabric) if isinstance(room, Hall) and room.trays else None


@dataclass(frozen=True, eq=False)
class OpenedPlan:
    """A plan of any kind with its fabric, its switch graph, and the purchases for its cables."""

    plan: Plan | LaidFabric
    fabric: Fabric
    bought: "BoughtCables"
    in_pieces: Fabric | None = None  # the same fabric, with purchases for each piece of its links

    @property
    def whole(self) -> Fabric:
        """The fabric, including the panels of an imported plan."""
        return with_panels(self.fabric, self.plan) if self.in_pieces is None else self.in_pieces

    @cached_property
    def topology(self) -> Topology:
        """The switches and the links between them; raises `InputError` if there is no switch."""
        if isinstance(self.plan, Plan):
            return self.plan.topology
        return network_of(self.fabric, Path(self.fabric.name), None).topology


def open_plan(path: Path, request: "BuyingRequest", *, own: bool) -> OpenedPlan:
    """Open a plan with purchases for its cables: as requested, or with ``own`` by the plan's own order.

    Raises `InputError` if the file is not a plan; `CheckFailedError` if the plan's claims do not hold.
    """
    plan = load_any_plan(path)
    if isinstance(plan, Plan):
        bought, fabric = order_plan(plan, request, own=own), fabric_of_plan(plan)
        if plan.pieces and bought.orders is not None and isinstance(bought.parts, LaidParts):
            whole = with_panels(fabric, plan)
            orders = bought.orders.renumbered(bought.parts.fabric, whole)
            return OpenedPlan(plan, fabric, bought, with_orders(whole, orders))
        return OpenedPlan(plan, with_orders(fabric, bought.orders), bought)
    if request.parts is None:
        return OpenedPlan(plan, with_named_passes(plan.fabric), BoughtCables(None))
    file, terms = request.parts
    bought = _bought(laid_parts(plan, file, load_catalogue(file), terms))
    return OpenedPlan(plan, with_orders(with_named_passes(plan.fabric), bought.orders), bought)


@dataclass(frozen=True)
class BoughtCables:
    """The purchases for a plan's cables, None without a price list, with notes."""

    orders: Orders | None
    parts: OrderedParts | None = None
    notes: tuple[str, ...] = ()
    overfull: str = ""  # number of overfull tray segments, and the worst of them


class BuyingRequest(Protocol):
    """The ordering options of a request, see `ExportRequest`."""

    @property
    def parts(self) -> tuple[Path, OrderTerms] | None:
        """The catalogue file and the terms."""


def order_plan(plan: Plan, request: BuyingRequest, *, own: bool) -> BoughtCables:
    """Return the purchases for a plan's cables as requested, or with ``own`` by the plan's own order."""
    if request.parts is not None:
        return _bought(parts_of_plan(plan, *request.parts))
    if plan.order is None or not own:
        return BoughtCables(None)
    parts = parts_list(plan)
    note = f"cables come from the plan's own order, by {parts.file}"
    return _bought(parts, note)


def _bought(parts: OrderedParts, *notes: str) -> BoughtCables:
    """Return the purchases that a catalogue's parts are for a plan's cables."""
    orders = orders_of_parts(parts)
    overfull = overfull_trays(parts)
    told = (*tray_warnings(parts, overfull), *parts.missing, *parts.assumed, *notes)
    return BoughtCables(orders, parts, told, overfull)


def _exporter(request: ExportRequest) -> Exporter:
    if request.form not in EXPORTERS:
        what = f"there is no format {shown(request.form)!r}"
        raise InputError(setting("to"), what, known_text(request.form, EXPORTERS))
    exporter = EXPORTERS[request.form]
    for name, value, minded in (
        ("chunk-rows", request.chunk_rows, exporter.chunks),
        ("label-format", request.label_format, exporter.labels),
    ):
        if value is not None and not minded:
            raise InputError(setting(name), f"means nothing to {exporter.name}")
    return exporter


def _pairs(texts: Iterable[str]) -> dict[str, str]:
    """Parse ``NAME=VALUE`` texts into fields."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError(setting("with"), f"{shown(text)!r} is not NAME=VALUE")
        if name in pairs:
            raise InputError(with_field(shown(name)), "is given twice")
        pairs[name] = value
    return pairs
