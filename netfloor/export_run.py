"""A plan in another system's files: what the ``export`` command runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from costmodels.bill import make_bill
from costmodels.catalogue.equipment import Wishes
from costmodels.order import order_cables
from costmodels.sets import load_cost_set
from exchange.fabric import Fabric
from exchange.job import Exporter, Files, Job, checked_values
from exchange.orders import Orders, Purchase, host_purchases, orders_of_bill, orders_of_choice
from exchange.plan_fabric import fabric_of, places_of
from exchange.tray_runs import TrayRuns, tray_runs
from exchange.writers import EXPORTERS
from foundation.errors import InputError
from foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.bom_request import BomRequest
from netfloor.bom_run import MadeBom, make_loaded_bom
from netfloor.loaded_plan import LoadedPlan, load_plan
from netfloor.plan_cabling import server_cable_lengths_mm
from netfloor.plan_costs import reach_to_mm
from netfloor.signals import undisturbed
from rooms.hall.hall import Hall
from topologies.parameters import shown


@dataclass(frozen=True)
class ExportRequest:
    """What the user asked for.

    Attributes
    ----------
    values
        ``NAME=VALUE`` texts, see `exchange.job.Exporter`.
    cost_set, reach_m
        What to order the cables by; None for the plan's own order, if it has one.
    parts
        What to order them by instead: a catalogue, its plan the same.
    """

    plan: Path
    form: str
    out: Path
    chunk_rows: int | None = None
    label_format: str | None = None
    values: tuple[str, ...] = ()
    cost_set: str | None = None
    reach_m: float | None = None
    parts: BomRequest | None = None


@dataclass(frozen=True)
class Exported:
    """What an export left behind."""

    exporter: Exporter
    fabric: Fabric
    out: Path
    files: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known of the network, and what the files do not hold."""
        return (*self.fabric.notes, *self.warnings, f"not in these files: {self.exporter.losses}")

    def to_dict(self) -> dict[str, Any]:
        """Return what ``netfloor export --json`` prints."""
        return {
            "schema": 1,
            "network": self.fabric.name,
            "format": self.exporter.name,
            "out": str(self.out),
            "files": list(self.files),
            "switches": len(self.fabric.switches),
            "hosts": len(self.fabric.hosts),
            "cables": len(self.fabric.cables),
            "notes": list(self.notes),
        }


def parts_request(
    plan: Path,
    catalogue: Path | None,
    criterion: str | None,
    electricity: tuple[float | None, float | None],
    max_skus: int | None,
    wishes: tuple[str | None, str | None, str | None],
) -> BomRequest | None:
    """Return what is asked of a catalogue, as for ``netfloor bom``; None without one.

    Parameters
    ----------
    electricity
        Years and price of a kWh.
    wishes
        Switch, adapter and server.

    Raises
    ------
    InputError
        If something is asked of no catalogue.
    """
    if catalogue is not None:
        wished = Wishes(*wishes)
        return BomRequest(plan, catalogue, criterion or "price", *electricity, max_skus, wishes=wished)
    options = ("--criterion", "--years", "--kwh-price", "--max-skus", "--switch", "--nic", "--server")
    for option, value in zip(options, (criterion, *electricity, max_skus, *wishes), strict=True):
        if value is not None:
            raise InputError(option, "orders nothing alone", "add --catalogue")
    return None


def run_export(request: ExportRequest, *, force: bool) -> Exported:
    """Write a plan's files in one format into a folder that appears as a whole.

    Raises
    ------
    InputError
        For an unknown format or field, a name that the format cannot hold, a plan that is
        none, or a folder that cannot be written; nothing is written then.
    CheckFailedError
        If the plan is not what it claims to be.
    InfeasibleError
        If the cost set sells no cable for a link.
    """
    exporter = _exporter(request)
    values = checked_values(exporter, _pairs(request.values))
    check_output_folder(request.out, force=force)
    plan = load_plan(request.plan)
    orders, bought = _orders(request, exporter, plan)
    fabric = fabric_of_plan(plan, orders)
    trays = plan_trays(plan, fabric) if exporter.trays else None
    job = Job(fabric, plan.topology, request.chunk_rows, request.label_format, values, trays)
    files = exporter.write(job)
    with undisturbed():
        _write(request.out, files, force=force)
    return Exported(exporter, fabric, request.out, tuple(files), (*bought, *exporter.warnings(job)))


def fabric_of_plan(plan: LoadedPlan, orders: Orders | None = None) -> Fabric:
    """Return the fabric of a plan, servers where it records them."""
    hosts = plan.hosts if plan.hosts is not None and len(plan.hosts) else plan.room.inside_mm
    return fabric_of(
        plan.topology, places_of(plan.room), plan.placement, plan.cables, hosts, orders, plan.detours
    )


def plan_trays(plan: LoadedPlan, fabric: Fabric) -> TrayRuns | None:
    """Return where the cables of a plan lie; None without trays."""
    return tray_runs(plan.room, fabric) if isinstance(plan.room, Hall) and plan.room.trays else None


def _orders(
    request: ExportRequest, exporter: Exporter, plan: LoadedPlan
) -> tuple[Orders | None, tuple[str, ...]]:
    """Return what is bought for a plan's cables, None without a price list, and what to say of it."""
    priced = request.cost_set is not None or request.reach_m is not None
    if request.parts is not None:
        if priced:
            raise InputError("--catalogue", "does not go with --cost-set and --reach", "give one of them")
        return _choice_orders(make_loaded_bom(plan, request.parts)), ()
    if priced or plan.order is None or not exporter.orders:
        return plan_orders(plan, request.cost_set, request.reach_m), ()
    made = make_loaded_bom(plan, BomRequest(request.plan, None))
    return _choice_orders(made), (f"cables are those of the plan's own order, by {made.request.catalogue}",)


def _choice_orders(made: MadeBom) -> Orders:
    return orders_of_choice(made.choice, made.catalogue)


def plan_orders(plan: LoadedPlan, cost_set: str | None, reach_m: float | None) -> Orders | None:
    """Return what a cost set buys for a plan's cables, None without one."""
    if cost_set is None:
        if reach_m is not None:
            raise InputError("--reach", "orders nothing alone", "add --cost-set")
        return None
    prices, reach_mm = load_cost_set(cost_set), reach_to_mm(reach_m)
    topology, hosts = plan.topology, plan.hosts
    if hosts is None or not len(hosts):
        bill = make_bill(topology, plan.cables, prices, reach_mm, plan.room.inside_mm)
        one = bill.host_order
        bought = () if one is None else (Purchase(one.medium, one.part, one.ordered_length_mm),)
        return orders_of_bill(bill.orders, bought * bill.host_cables)
    network = order_cables(plan.cables, prices, topology.link_gbps, reach_mm)
    lengths_mm = np.array(server_cable_lengths_mm(plan), np.int64)
    return orders_of_bill(network, host_purchases(lengths_mm, prices, topology.link_gbps, reach_mm))


def _exporter(request: ExportRequest) -> Exporter:
    if request.form not in EXPORTERS:
        known = ", ".join(EXPORTERS)
        raise InputError("--to", f"there is no format {shown(request.form)!r}", f"known: {known}")
    exporter = EXPORTERS[request.form]
    for option, given, minded in (
        ("--chunk-rows", request.chunk_rows, exporter.chunks),
        ("--label-format", request.label_format, exporter.labels),
    ):
        if given is not None and not minded:
            raise InputError(option, f"means nothing to {exporter.name}")
    return exporter


def _pairs(texts: Iterable[str]) -> dict[str, str]:
    """Return the fields of ``NAME=VALUE`` texts."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError("--with", f"{shown(text)!r} is not NAME=VALUE")
        if name in pairs:
            raise InputError(f"--with {shown(name)}", "is given twice")
        pairs[name] = value
    return pairs


def _write(out: Path, files: Files, *, force: bool) -> None:
    with output_folder(out, force=force) as folder:
        for name, data in files.items():
            write_atomic(folder / name, data)
