"""Functions that derive figures from an assessed network; `table` combines them."""

from collections.abc import Callable

from netfloor.costmodels.buying.ownership import ELECTRICITY, NETWORK, Ownership
from netfloor.costmodels.power import mw_per_gbps
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.quote import Quote
from netfloor.plans.sums import FabricSums
from netfloor.reports.figures.figure import Number
from netfloor.structure.bisection.halves import Halves

Value = Number | None
#: Returns the value of a figure for an assessed network; None if inapplicable or unknown.
Derivation = Callable[[Assessed], Value]


def network(of: Callable[[PlacedNetwork], Value]) -> Derivation:
    """Derive a figure from the placed network alone."""
    return lambda result: of(result.network)


def sums(of: Callable[[FabricSums], Value]) -> Derivation:
    """Derive a figure from devices and cables."""
    return lambda result: None if result.sums is None else of(result.sums)


def placed(of: Derivation) -> Derivation:
    """Omit a figure that counts servers if the servers have no places."""
    return lambda result: None if result.endpoints and result.network.servers is None else of(result)


def halves(of: Callable[[Halves], Value]) -> Derivation:
    """Derive a figure from the bisection."""
    return lambda result: None if result.halves is None else of(result.halves)


def quote(of: Callable[[Quote], Value]) -> Derivation:
    """Derive a figure from the chosen parts."""
    return lambda result: None if result.quote is None else of(result.quote)


def cents(of: Callable[[Quote], int | None]) -> Derivation:
    """Derive an amount of money from the cents of the chosen parts."""

    def value(parts: Quote) -> Value:
        amount = of(parts)
        return None if amount is None else cents_to_money(amount)

    return quote(value)


def years(of: Callable[[Ownership], int]) -> Derivation:
    """Derive an amount of money from the cost of ownership; None without terms."""

    def value(found: Assessed) -> Value:
        ownership = _ownership(found)
        return None if ownership is None else cents_to_money(of(ownership))

    return value


def _ownership(found: Assessed) -> Ownership | None:
    return None if found.owned is None else found.owned.ownership


def carried(key: str) -> Derivation:
    """Look up a throughput figure."""
    return lambda result: result.carries.get(key)


def metres(length_mm: float | None) -> float | None:
    """Return a length in metres; None for None."""
    return None if length_mm is None else mm_to_metres(length_mm)


def share(part: float, whole_: float) -> float | None:
    """Return part / whole; None if the whole is 0."""
    return part / whole_ if whole_ else None


def complete(of: Derivation) -> Derivation:
    """Omit a figure if some links cannot be bought."""
    return lambda result: of(result) if result.is_complete else None


def whole(of: Callable[[Quote], Value]) -> Derivation:
    """Derive a figure from the chosen parts; omit it if some links cannot be bought."""
    return complete(quote(of))


def with_servers(of: Derivation) -> Derivation:
    """Omit a figure that counts servers if the bill has no cables to endpoints."""

    def value(found: Assessed) -> Value:
        parts = found.quote
        return None if parts is not None and found.endpoints and not parts.links_to_servers else of(found)

    return value


def each(of: Derivation) -> Derivation:
    """Divide a figure by the number of endpoints; None if there are none."""

    def value(found: Assessed) -> Value:
        amount = of(found) if found.endpoints else None
        return None if amount is None else amount / found.endpoints

    return value


def by_carried(of: Derivation, key: str) -> Derivation:
    """Divide a figure by the Gb/s carried under a traffic pattern."""

    def value(found: Assessed) -> Value:
        amount, gbps = of(found), found.carries.get(key)
        return None if amount is None or not gbps else amount / gbps

    return value


def by_bisection(of: Derivation) -> Derivation:
    """Divide a figure by the bisection in Gb/s."""

    def value(found: Assessed) -> Value:
        amount, gbps = of(found), found.bisection_gbps
        return None if amount is None or not gbps else amount / gbps

    return value


def of_parts(*levers: str) -> Derivation:
    """Derive the share of some kinds of parts (`KINDS_OF`) in the cost of all parts."""
    return whole(lambda parts: share(sum(map(parts.cents_of, levers)), parts.parts_cents))


bill = cents(lambda parts: parts.bill_cents)
cables = cents(lambda parts: parts.cable_cents)
switches = cents(lambda parts: parts.cents_of("switches"))
power = quote(lambda parts: parts.power_w(NETWORK) if parts.devices_counted else None)
owning = years(lambda ownership: ownership.total_cents)


def bisection_gbps(found: Assessed) -> Value:
    """Return the bandwidth of the best cut found."""
    return found.bisection_gbps


def all_power(found: Assessed) -> Value:
    """Return the power of network and servers; None if the servers' power is unknown."""
    parts = found.quote
    if (
        parts is None
        or not parts.devices_counted
        or (found.endpoints and parts.power_w() == parts.power_w(NETWORK))
    ):
        return None
    return parts.power_w()


def milliwatts(found: Assessed) -> Value:
    """Return the network power in mW."""
    watts = power(found)
    return None if watts is None else 1000 * watts


def server_power(found: Assessed) -> Value:
    """Return the power of servers and their ports; None if unknown."""
    everything, of_network = all_power(found), power(found)
    return None if everything is None or of_network is None else everything - of_network


def power_for_bisection(found: Assessed) -> Value:
    """Return the network power per Gb/s of bisection."""
    watts, half, gbps = power(found), found.halves, found.network.topology.gbps
    if watts is None or half is None or gbps is None:
        return None
    return mw_per_gbps(watts, half.links, gbps)


def all_cable_m(found: Assessed) -> Value:
    """Return the length of all cables except power cords; None if servers have no places."""
    own = found.network.all_cable_mm if found.sums is None else found.sums.cables.length_mm
    return metres(own)


def electricity_kwh(found: Assessed) -> Value:
    """Return the electricity of all years, including the building's overhead; None if watts are unknown."""
    ownership = _ownership(found)
    return None if ownership is None or ownership.lacks_watts else ownership.energy_kwh * ownership.years


def upkeep_cents(ownership: Ownership) -> int:
    """Return the cost of all years after the purchase, without electricity."""
    return ownership.total_cents - ownership.sum_cents(item=ELECTRICITY) - ownership.sum_cents(year=0)


def unsourced(found: Assessed) -> Value:
    """Return the share of the cost that rests on prices or terms without a source."""
    own = found.owned
    return None if own is None else share(own.unsourced_cents, own.total_cents)


def lead_time_days(found: Assessed) -> Value:
    """Return the longest lead time of the parts to buy."""
    last = found.last_delivered
    return None if last is None else last.lead_time_days


def mean_bound_m(placed: PlacedNetwork) -> Value:
    """Return the lower bound of the mean cable length."""
    return None if placed.bound_mm is None else mm_to_metres(placed.bound_mm / max(len(placed.cables), 1))


def latency(place: int) -> Derivation:
    """Derive the mean (0) or maximum (1) latency."""
    return lambda result: None if result.latency_ns is None else result.latency_ns[place]


def links(parts: Quote, *, servers: bool) -> int:
    """Return the number of links between switches, or of all links."""
    return parts.links + (parts.links_to_servers if servers else 0)


def copper(*, servers: bool) -> Callable[[Quote], int]:
    """Derive the number of copper links, between switches or in total."""
    return lambda parts: parts.copper_links + (parts.copper_links_to_servers if servers else 0)


def optical(*, servers: bool) -> Callable[[Quote], int]:
    """Derive the number of optical links, between switches or in total."""
    of_copper = copper(servers=servers)
    return lambda parts: links(parts, servers=servers) - of_copper(parts)


def copper_share(*, servers: bool) -> Callable[[Quote], Value]:
    """Derive the share of copper links, between switches or in total."""
    of_copper = copper(servers=servers)
    return lambda parts: share(of_copper(parts), links(parts, servers=servers))
