"""The order of an expanded plan, kept if its catalogue does not replace old devices."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.equipment import Equipment, RequestedDevices
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import thousandths
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InfeasibleError, InputError, NetfloorError, setting
from netfloor.foundation.output_files import write_file
from netfloor.foundation.wording import count_text
from netfloor.plans.alignment import Alignment
from netfloor.plans.file import path_from_here
from netfloor.plans.migration.growth import FabricGrowth
from netfloor.plans.models import LaidPartRecord, OrderRecord
from netfloor.plans.order.devices import chosen_equipment, devices_of
from netfloor.plans.order.difference import OrderDifference, order_difference
from netfloor.plans.order.loads import refuse_overload
from netfloor.plans.order.parts_list import listed_parts, parts_list
from netfloor.plans.order.terms import OrderTerms, planned_order
from netfloor.plans.order.warnings import overfull_trays, tray_warnings
from netfloor.plans.plan import Plan
from netfloor.reports.formats.csv_text import table_csv
from netfloor.rooms.hosts.devices import Devices
from netfloor.studies.grow.report import WhatStays, order_table
from netfloor.topologies.topology import Topology


@dataclass(frozen=True, eq=False)
class GrownOrder:
    """The order of an expanded plan."""

    record: OrderRecord | None = None  # of the new plan; None if it is not kept
    # power, weight and height of the catalogue's switches and servers; None if the order is not kept
    devices: Devices | None = None
    lost: str = ""  # why it is not kept; empty if it is kept, or if there was none

    def kept_in(self, plan: Plan) -> "tuple[Plan, GrownOrder]":
        """Return a placed plan with the order, and this; without the order if its limits leave no parts."""
        if self.record is None:
            return plan, self
        ordered = replace(plan, order=self.record)
        try:
            file, catalogue, terms = planned_order(ordered)
            refuse_overload(listed_parts(ordered, file, catalogue, terms))
        except (InputError, InfeasibleError) as error:
            return plan, GrownOrder(lost=error.told("{}".format))
        return ordered, self


def grown_order(plan: Plan, topology: Topology, match: npt.NDArray[np.int32]) -> GrownOrder:
    """Return the order that a larger network takes over from the old plan.

    Devices are chosen again for the new network. If that would replace old switches of a single model, new
    switches are of that model too. The order is kept only if every old switch, server and adapter keeps its
    part. ``match`` is the new switch of each old one, -1 for none, (n,).
    """
    if plan.order is None:
        return GrownOrder()
    if plan.hosts is None and topology.endpoints.any() and not plan.order.network_only:
        return GrownOrder(lost="the old plan does not place its servers")
    try:
        file, catalogue, terms = planned_order(plan)
        terms = replace(terms, laid=())  # links have other numbers in the new network
        placed = chosen_equipment(terms, plan.topology, catalogue)
        terms = _with_bought_models(plan, placed, catalogue, terms)
        old, new = (chosen_equipment(terms, item, catalogue) for item in (plan.topology, topology))
    except NetfloorError as error:
        return GrownOrder(lost=error.told("{}".format))
    reserve_mw = thousandths(plan.order.reserve_w)
    ordered = devices_of(plan.topology, catalogue, placed, reserve_mw)
    lost = _another(plan, ordered, old, new, match)
    models = {catalogue.switches[number].part for number in old.switches.tolist()}
    if lost and len(models) == 1 and topology.networks is None:
        terms = replace(terms, requested_devices=replace(terms.requested_devices, switch=models.pop()))
        try:
            new = chosen_equipment(terms, topology, catalogue)
        except NetfloorError:
            return GrownOrder(lost=lost)
        lost = _another(plan, ordered, old, new, match)
    if lost:
        return GrownOrder(lost=lost)
    record = _recorded(terms, file, catalogue, plan.order)
    return GrownOrder(record, devices_of(topology, catalogue, new, reserve_mw))


def _with_bought_models(
    plan: Plan, placed: Equipment, catalogue: Catalogue, terms: OrderTerms
) -> OrderTerms:
    """Return terms that name the models of the old bill, if they differ from a choice by price alone.

    `InfeasibleError` if the old bill has several models of switches, or several networks.
    """
    bought = parts_list(plan).equipment
    models = [catalogue.switches[number].part for number in np.unique(bought.switches).tolist()]
    same = (bought.switches == placed.switches).all() and bought.nics == placed.nics
    if same and bought.server == placed.server:
        return terms
    if len(models) > 1 or plan.topology.networks is not None:
        raise InfeasibleError("its bill has several models of devices, which a larger network may change")
    requested_devices = RequestedDevices(
        models[0],
        bought.nic.part if bought.nic else None,
        bought.server.part if bought.server else None,
    )
    return replace(terms, requested_devices=requested_devices)


def _another(
    plan: Plan, ordered: Devices, old: Equipment, new: Equipment, match: npt.NDArray[np.int32]
) -> str:
    """Return which old devices the order would replace, or that they never were the catalogue's."""
    if plan.hosts is not None and _figures(plan.hosts.devices) != _figures(ordered):
        return "servers or switches of the old plan are not in its catalogue"
    stay = match >= 0
    changed = int(np.count_nonzero(old.switches[stay] != new.switches[match[stay]]))
    if changed:
        return f"its catalogue would replace {count_text(changed, 'old switch')}"
    if plan.hosts is not None and (old.nic, old.server) != (new.nic, new.server):
        return "its catalogue would replace the servers or their adapters"
    return ""


def _figures(devices: Devices) -> tuple[object, ...]:
    per_switch = (devices.switch_mw, devices.switch_g, devices.switch_units)
    server = (devices.server_mw, devices.server_g, devices.server_units)
    heat = [(switch.tolist(), each) for switch, each in devices.loads.values()]
    return *(item.tolist() for item in per_switch), server, heat, devices.endpoints_per_server


def _recorded(terms: OrderTerms, file: Path, catalogue: Catalogue, old: OrderRecord) -> OrderRecord:
    """Return the record of an order, with a path to the catalogue relative to this folder if below it."""
    name = path_from_here(file)
    return terms.record(name, catalogue, old.reserve_w, old.trays)


def with_laid_order(new: Plan, fresh: Fabric, aligned: Alignment) -> Plan:
    """Return a plan whose order keeps the parts of staying cables if they still serve.

    ``fresh`` has the cables in their own direction.
    """
    if new.order is None or new.order.fibre_trunks:
        return new
    links: dict[tuple[str, str, str], list[int]] = {}
    for number, (was, will) in enumerate(aligned.cables):
        if was is None or will is None or not aligned.serves_on(number):
            continue
        own = aligned.new.fabric.cables[will]
        kept = own if own.a == fresh.cables[will].a else own.turned
        links.setdefault((kept.part, *kept.modules), []).append(will)
    laid = [
        LaidPartRecord(part=part, end_a=a, end_b=b, links=sorted(own))
        for (part, a, b), own in sorted(links.items())
    ]
    return replace(new, order=new.order.model_copy(update={"laid": laid}))


def what_stays(growth: FabricGrowth, old: Plan, new: Plan, lost: str) -> WhatStays:
    """Return the unchanged part of a plan and the new order; ``lost``: the reason if missing."""
    if new.order is None or old.order is None:
        return WhatStays(growth, None, lost or "the old plan has no order")
    parts = parts_list(new)
    overfull = overfull_trays(parts)
    return WhatStays(growth, order_difference(parts_list(old), parts), "", tray_warnings(parts, overfull))


def require_order(path: Path | None, stays: WhatStays) -> None:
    """Refuse an output file for the order of the difference if there is none."""
    if path is not None and stays.order is None:
        what = f"needs an order of the difference: {stays.unordered}"
        raise InputError(setting("order"), what, "leave it out")


def write_order(path: Path, order: OrderDifference) -> None:
    """Write the order of the difference as CSV."""
    write_file(path, table_csv(order_table(order)))
