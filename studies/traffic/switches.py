"""Checks of a routing against the switches of a catalogue, named or from a plan's order."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from netfloor.costmodels.catalogue.formula import with_parts
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Switch
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.errors import InputError, setting
from netfloor.plans.order.devices import chosen_equipment
from netfloor.plans.order.terms import OrderTerms, planned_order
from netfloor.plans.plan import Plan
from netfloor.studies.named_network import FoundNetwork
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing.routes import MAX_SWITCHES, routes_of
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.switch_limits import (
    RoutingNeeds,
    SwitchCheck,
    SwitchChecks,
    SwitchLimits,
    needs_of,
)


@dataclass(frozen=True)
class SwitchWanted:
    """The switches to check: a catalogue (None: that of the plan's order) and a part number in it."""

    catalogue: Path | None = None
    part: str | None = None


@dataclass(frozen=True)
class FoundSwitches:
    """The limits of switches; ``note`` is why none were found, empty if none were requested."""

    limits: tuple[SwitchLimits, ...] = ()
    note: str = ""

    def against(self, needs: RoutingNeeds) -> SwitchChecks:
        """Return the check of each switch against the needs of a routing."""
        return SwitchChecks(tuple(SwitchCheck(needs, limit) for limit in self.limits), self.note)


def find_switches(wanted: SwitchWanted, network: FoundNetwork) -> FoundSwitches:
    """Return the limits of the switches of a network.

    For a plan, the default is the switch of its order. For a spec or lists, it is the only switch of the
    catalogue. `InputError` if the catalogue cannot be used, has several switches of which none is named, or
    lacks the named one; `InfeasibleError` if no switch has the plan's ports at their rate.
    """
    plan = None if network.planned is None else network.planned.plan
    if wanted.catalogue is not None:
        catalogue = with_parts(load_catalogue(wanted.catalogue), "what a switch can route")
        terms = OrderTerms()
    elif isinstance(plan, Plan) and plan.order is not None:
        try:
            _, catalogue, terms = planned_order(plan)
        except InputError as error:
            note = (
                f"UNCHECKED whether the order's switches support this routing: {error.where} {error.what}"
            )
            return FoundSwitches(note=note)
    elif wanted.part is not None:
        what = f"is missing, so the properties of {wanted.part[:60]} are unknown"
        raise InputError(setting("catalogue"), what, "give the catalogue of the switch")
    else:
        return FoundSwitches()
    return FoundSwitches(
        tuple(_limits(catalogue, switch) for switch in _switches(catalogue, terms, wanted, network))
    )


def check_switches(
    wanted: SwitchWanted, network: FoundNetwork, rule: RoutingRule, virtual: str | None
) -> SwitchChecks:
    """Return the check of a network's switches against a routing; see `find_switches`."""
    result, topology = find_switches(wanted, network), network.topology
    if not result.limits:
        return SwitchChecks(note=result.note)
    if topology.routers > MAX_SWITCHES:
        note = f"UNCHECKED whether switches support this routing: the network has over {MAX_SWITCHES:,}"
        return SwitchChecks(note=note)
    return result.against(needs_of(routes_of(topology, channels_of(topology), rule, virtual)))


def _switches(
    catalogue: Catalogue, terms: OrderTerms, wanted: SwitchWanted, network: FoundNetwork
) -> list[Switch]:
    known = ", ".join(switch.part for switch in catalogue.switches) or "none"
    if wanted.part is not None:
        named = [switch for switch in catalogue.switches if switch.part == wanted.part]
        if not named:
            what = f"{wanted.part[:60]!r} is not in the catalogue"
            raise InputError(setting("switch"), what, f"known: {known}")
        return named
    planned = network.planned
    if planned is not None and isinstance(planned.plan, Plan):
        # An order names devices network by network; a given catalogue applies to this network only.
        whole = wanted.catalogue is None
        topology = planned.plan.topology if whole else planned.placed.topology
        equipment = chosen_equipment(replace(terms, network_only=True), topology, catalogue)
        first = planned.first_switch if whole else 0
        own = equipment.switches[first : first + network.topology.routers]
        return [catalogue.switches[place] for place in np.unique(own).tolist()]
    if len(catalogue.switches) != 1:
        what = f"the catalogue has {len(catalogue.switches)} switches"
        raise InputError(setting("switch"), what, f"name one: {known}")
    return list(catalogue.switches)


def _limits(catalogue: Catalogue, switch: Switch) -> SwitchLimits:
    given = switch.forwarding
    if given is None:
        return SwitchLimits(switch.part)
    source = "unverified: no source"
    if given.source is not None:
        named = catalogue.sources[given.source]
        source = f"{named.text} ({named.year}), {named.trust}"
    return SwitchLimits(
        switch.part,
        source,
        given.virtual_channels,
        given.table_entries,
        given.paths_per_entry,
        None if given.adaptive is None else int(given.adaptive),
    )
