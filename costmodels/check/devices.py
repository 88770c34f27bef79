"""Devices of a network selected from a catalogue, with their power, weight and height, part by part.

Shares no code with `costmodels.catalogue`, `costmodels.buying` or `plans.order`: it reads the catalogue as
a plain document and tries every device.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from netfloor.costmodels.check.prices import decimal, half_up

Part = Mapping[str, Any]
#: Milliwatts, grams, rack units, and milliwatts of heat that go into liquid.
Figures = tuple[int, int, int, int]
#: Hours in a year of 365 days.
_HOURS = 8760


@dataclass(frozen=True)
class DeviceFigures:
    """The requirements of devices on cabinets."""

    switches: list[list[int]]  # milliwatts, grams and rack units of each switch
    # the same for each server including its adapters; None if no server is bought
    server: tuple[int, int, int] | None
    endpoints_per_server: int  # maximum number of endpoints per server
    links_per_cage: list[int]  # links per cage of each switch
    # milliwatts of heat that go into liquid, for each server and for each switch; None if there are none
    liquid: tuple[int, list[int]] | None = None


@dataclass(frozen=True)
class NetworkOfPlan:
    """A network of a plan: ports in use of its switches, rate, and the servers' ports on it.

    ``server_ports`` is None if the network does not state them, and servers are then filled. ``switch`` and
    ``nic`` are the required part numbers, None for any. Each switch of a ``managed`` network has a
    management port.
    """

    switch_ports: list[int]
    gbps: float
    server_ports: int | None
    switch: str | None
    nic: str | None
    managed: bool = False


@dataclass(frozen=True)
class DeviceChoice:
    """A catalogue as a plain document, with the criterion for comparing parts.

    Attributes
    ----------
    catalogue
        As in its file, with all defaults filled in.
    criterion, years, kwh_price
        As in an order.
    max_lead_days
        Maximum lead time in days, None without a limit.
    """

    catalogue: Part
    criterion: str = "price"
    years: float = 0.0
    kwh_price: float = 0.0
    max_lead_days: int | None = None

    def figures(
        self, networks: Sequence[NetworkOfPlan], server: str | None, reserve_w: float, *, bought: bool
    ) -> DeviceFigures:
        """Return the figures of the devices of networks on which servers have ports.

        Raise `ValueError` if no device of the catalogue is suitable.

        Parameters
        ----------
        networks
            In the order of their switches; a single network if servers are filled.
        server
            The part number of the server, None for any.
        reserve_w
            Power kept free for each switch.
        bought
            Whether servers are bought.
        """
        chosen: list[Part] = []
        for network in networks:
            largest = max(network.switch_ports, default=0)
            for ports in network.switch_ports:
                need = largest if self.criterion == "fewest-parts" else ports
                chosen.append(self.switch(need, network.gbps, network.switch, managed=network.managed))
        switches, liquids = self._of_switches(chosen, half_up(decimal(reserve_w) * 1000))
        figures, shared = self._servers(networks, server) if bought else (None, 1)
        of_server = figures[3] if figures else 0
        liquid = (of_server, liquids) if of_server or any(liquids) else None
        cages = [item["links_per_cage"] for item in chosen]
        return DeviceFigures(switches, figures and figures[:3], shared, cages, liquid)

    def _of_switches(self, switches: Sequence[Part], reserve_mw: int) -> tuple[list[list[int]], list[int]]:
        """Return milliwatts (including the reserve), grams and units of each, and heat into liquid."""
        figures = [self._figures(switch) for switch in switches]
        return [[mw + reserve_mw, g, units] for mw, g, units, _ in figures], [
            figure[3] for figure in figures
        ]

    def switch(self, ports: int, gbps: float, requested_part: str | None, *, managed: bool = False) -> Part:
        """Return the best available switch with enough ports; among equals, the first."""
        fitting = [
            item
            for item in self.catalogue["switches"]
            if item["gbps"] == gbps
            and item["cages"] * item["links_per_cage"] >= ports
            and (item.get("management_port") or not managed)
        ]
        return self._best(fitting, requested_part, f"switch of {ports} ports at {gbps:g} Gb/s")

    def cents(self, part: Part, series: Part, watts: Fraction) -> int:
        """Return the unit price in the catalogue's currency, plus electricity if it counts."""
        currency = part["currency"] or series["currency"] or self.catalogue["currency"]
        cents = half_up(decimal(part["price"]) * self._rate(currency) * 100)
        if self.criterion == "price+power":
            energy = decimal(self.years) * _HOURS * decimal(self.kwh_price)
            cents += half_up(Fraction(half_up(watts * 1000), 10**6) * energy * 100)
        return cents

    def _servers(
        self, networks: Sequence[NetworkOfPlan], requested_part: str | None
    ) -> tuple[Figures, int]:
        """Return the figures of a server with its adapters, and the number of endpoints per server."""
        stated = [item.server_ports for item in networks if item.server_ports is not None]
        if len(stated) == len(networks):
            return self._server_of(networks, requested_part), sum(stated)
        (network,) = networks
        same = [item for item in self.catalogue["nics"] if item["gbps"] == network.gbps]
        what = f"adapter at {network.gbps:g} Gb/s"
        nic = self._best(same, network.nic, what, "cages", "links_per_cage")
        ports, (mw, g, _, _) = nic["cages"] * nic["links_per_cage"], self._figures(nic)
        servers = self.catalogue["servers"]
        if not servers and requested_part is None:
            return (mw, g, 1, 0), ports
        server = self._best(servers, requested_part, "server", "nics")
        own_mw, own_g, units, liquid_mw = self._figures(server)
        many = server["nics"]
        return (own_mw + many * mw, own_g + many * g, units, liquid_mw), many * ports

    def _server_of(self, networks: Sequence[NetworkOfPlan], requested_part: str | None) -> Figures:
        """Return the figures of the best server with adapters for the ports on each network.

        Every server is tried with every number of adapters of each network, using the best adapter for each
        number.
        """
        servers: list[Part | None] = [
            item for item in self.catalogue["servers"] if requested_part in (None, item["part"])
        ]
        if requested_part is not None and not servers:
            raise ValueError(f"the catalogue has no server {requested_part!r}")
        best = None
        for number, server in enumerate(servers or [None]):
            for tried in product(*(self._adapters(network) for network in networks)):
                if server is not None and sum(item[3] for item in tried) > server["nics"]:
                    continue
                extra = (False, 0) if server is None else self._score(server)
                late, cents = (sum(item[at] for item in tried) + extra[at] for at in (0, 1))
                key = (late, cents, [item[2] for item in tried], number)
                if best is None or key < best[0]:
                    best = key, tried, server
        if best is None:
            raise ValueError("the catalogue has no server for the adapters of all networks together")
        _, tried, server = best
        own_mw, own_g, units, liquid_mw = (0, 0, 1, 0) if server is None else self._figures(server)
        for _, _, place, many in tried:
            mw, g, _, _ = self._figures(self.catalogue["nics"][place])
            own_mw, own_g = own_mw + many * mw, own_g + many * g
        return own_mw, own_g, units, liquid_mw

    def _adapters(self, network: NetworkOfPlan) -> list[tuple[bool, int, int, int]]:
        """Return the best adapter for each number: whether late, total cents, index, number."""
        best: dict[int, tuple[bool, int, int, int]] = {}
        for place, item in enumerate(self.catalogue["nics"]):
            if item["gbps"] != network.gbps or network.nic not in (None, item["part"]):
                continue
            many = -(-(network.server_ports or 0) // (item["cages"] * item["links_per_cage"]))
            late, cents = self._score(item)
            result = late, cents * many, place, many
            best[many] = min(result, best.get(many, result))
        return list(best.values())

    def _score(self, part: Part) -> tuple[bool, int]:
        """Return whether a device arrives too late, and its score in cents."""
        return self._is_out(part), self.cents(part, part, decimal(part["power_w"]))

    def _best(
        self,
        parts: Sequence[Part],
        requested_part: str | None,
        what: str,
        *shares: str,
    ) -> Part:
        """Return the best part, dividing its price by the figures named in ``shares``."""
        fitting = [part for part in parts if requested_part in (None, part["part"])]
        if not fitting:
            raise ValueError(
                f"the catalogue has no {what}" + (f" {requested_part!r}" if requested_part else "")
            )

        def score(part: Part) -> tuple[bool, Fraction]:
            late, cents = self._score(part)
            each = Fraction(cents)
            for name in shares:
                each /= part[name]
            return late, each

        return min(fitting, key=score)

    def _is_out(self, part: Part) -> bool:
        """Whether not even the minimum order of a part arrives in time."""
        own = part["lead_time_days"]
        days = self.catalogue["lead_time_days"] if own is None else own
        late = self.max_lead_days is not None and (days is None or days > self.max_lead_days)
        if not late and (part["stock"] is None or days is not None):
            return False
        packs = (part["stock"] or 0) // part["pack"]
        return bool(packs * part["pack"] < part["min_order"])

    def _rate(self, currency: str) -> Fraction:
        """Return a currency's rate to the catalogue's: stated, inverse, or through a third currency."""
        own = self.catalogue["currency"]
        worth = {(rate["currency"], rate.get("to") or own): decimal(rate["rate"]) for rate in self._rates()}
        worth = {(b, a): 1 / rate for (a, b), rate in worth.items()} | worth | {(own, own): Fraction(1)}
        if (currency, own) in worth:
            return worth[currency, own]
        between = next(b for a, b in worth if a == currency and (b, own) in worth)
        return worth[currency, between] * worth[between, own]

    def _rates(self) -> Sequence[Part]:
        """Return the catalogue's rates so that, of duplicates for a currency pair, the first comes last."""
        rates: Sequence[Part] = self.catalogue["rates"]
        return rates[::-1]

    @staticmethod
    def _figures(part: Part) -> Figures:
        """Return milliwatts, grams, rack units, and milliwatts of heat into liquid."""
        mw, g = (half_up(decimal(part[key]) * 1000) for key in ("power_w", "weight_kg"))
        liquid_mw = half_up(decimal(part["power_w"]) * decimal(part.get("liquid_percent", 0.0)) * 10)
        return mw, g, part.get("height_u", 0), liquid_mw
