"""Which devices a catalogue serves a network with, and what they draw, weigh and measure, part by part.

Shares no code with `costmodels.catalogue`, `costmodels.buying` or `plans.order`: it takes the catalogue
as a plain document and tries every device.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from netfloor.costmodels.check.prices import decimal, half_up

Part = Mapping[str, Any]
#: Milliwatts, grams, rack units, and milliwatts of heat that go into liquid.
Figures = tuple[int, int, int, int]
#: Hours in a year of 365 days.
_HOURS = 8760


@dataclass(frozen=True)
class DeviceFigures:
    """What devices are to cabinets.

    Attributes
    ----------
    switches
        Milliwatts, grams and rack units of each switch.
    server
        The same of every server, its adapters among it; None where none is bought.
    endpoints_per_server
        Endpoints that share a server, at most.
    links_per_cage
        Links in a cage of each switch.
    liquid
        Milliwatts of heat that go into liquid, of every server and of each switch; None where none do.
    """

    switches: list[list[int]]
    server: tuple[int, int, int] | None
    endpoints_per_server: int
    links_per_cage: list[int]
    liquid: tuple[int, list[int]] | None = None


@dataclass(frozen=True)
class NetworkOfPlan:
    """One of several networks in a plan: ports in use of its switches, rate, and what servers have on it.

    ``switch`` and ``nic`` are the part numbers wished for, None for any.
    """

    switch_ports: list[int]
    gbps: float
    server_ports: int
    switch: str | None
    nic: str | None


@dataclass(frozen=True)
class DeviceChoice:
    """A catalogue as a plain document, and by what one of its parts is better than another.

    Attributes
    ----------
    catalogue
        As its file says, every field filled in.
    criterion, years, kwh_price
        As an order says them.
    max_lead_days
        Days to delivery at most, None for any number.
    """

    catalogue: Part
    criterion: str = "price"
    years: float = 0.0
    kwh_price: float = 0.0
    max_lead_days: int | None = None

    def figures(
        self,
        ports: Sequence[int],
        endpoints: int,
        gbps: float,
        wished: Part,
        reserve_w: float,
        ports_per_server: int | None = None,
    ) -> DeviceFigures:
        """Return what the devices of a network are.

        Parameters
        ----------
        ports
            Those in use of each switch, servers' included.
        endpoints
            Those that servers are bought for.
        wished
            Part numbers of ``switch``, ``nic`` and ``server``, None for any.
        reserve_w
            Power that is kept free beside each switch.
        ports_per_server
            Those of every server, where the network states them.

        Raises
        ------
        ValueError
            If no device of the catalogue will do.
        """
        largest, reserve_mw = max(ports, default=0), half_up(decimal(reserve_w) * 1000)
        needs = [largest if self.criterion == "fewest-parts" else one for one in ports]
        chosen = {need: self.switch(need, gbps, wished["switch"]) for need in set(needs)}
        switches, liquids = self._of_switches([chosen[need] for need in needs], reserve_mw)
        if not endpoints:
            bought, shared = None, 1
        elif ports_per_server is None:
            bought, shared = self._server(gbps, wished)
        else:
            bought = self._server_of([(ports_per_server, gbps, wished["nic"])], wished["server"])
            shared = ports_per_server
        cages = [chosen[one]["links_per_cage"] for one in needs]
        of_server = bought[3] if bought else 0
        liquid = (of_server, liquids) if of_server or any(liquids) else None
        return DeviceFigures(switches, bought and bought[:3], shared, cages, liquid)

    def figures_of_networks(
        self, networks: Sequence["NetworkOfPlan"], server: str | None, reserve_w: float, *, bought: bool
    ) -> DeviceFigures:
        """Return what the devices of several networks are, that servers have ports on.

        Parameters
        ----------
        networks
            In the order of their switches.
        server
            The part number of the server, None for any.
        reserve_w
            Power that is kept free beside each switch.
        bought
            Whether servers are.

        Raises
        ------
        ValueError
            If no device of the catalogue will do.
        """
        chosen: list[Part] = []
        for one in networks:
            largest = max(one.switch_ports)
            for ports in one.switch_ports:
                need = largest if self.criterion == "fewest-parts" else ports
                chosen.append(self.switch(need, one.gbps, one.switch))
        switches, liquids = self._of_switches(chosen, half_up(decimal(reserve_w) * 1000))
        shared = sum(one.server_ports for one in networks)
        own = [(one.server_ports, one.gbps, one.nic) for one in networks]
        figures = self._server_of(own, server) if bought else None
        of_server = figures[3] if figures else 0
        liquid = (of_server, liquids) if of_server or any(liquids) else None
        cages = [one["links_per_cage"] for one in chosen]
        return DeviceFigures(switches, figures and figures[:3], shared if bought else 1, cages, liquid)

    def _of_switches(self, switches: Sequence[Part], reserve_mw: int) -> tuple[list[list[int]], list[int]]:
        """Return milliwatts, grams and units of each, the reserve among the first, and heat into liquid."""
        figures = [self._figures(one) for one in switches]
        return [[mw + reserve_mw, g, units] for mw, g, units, _ in figures], [one[3] for one in figures]

    def switch(self, ports: int, gbps: float, wished: str | None) -> Part:
        """Return the best switch with enough ports, of those that can be had; the first of equals."""
        fitting = [
            one
            for one in self.catalogue["switches"]
            if one["gbps"] == gbps and one["cages"] * one["links_per_cage"] >= ports
        ]
        return self._best(fitting, wished, f"switch of {ports} ports at {gbps:g} Gb/s")

    def cents(self, part: Part, series: Part, watts: Fraction) -> int:
        """Return the unit price in the catalogue's currency, with the electricity where that counts."""
        currency = part["currency"] or series["currency"] or self.catalogue["currency"]
        cents = half_up(decimal(part["price"]) * self._rate(currency) * 100)
        if self.criterion == "price+power":
            energy = decimal(self.years) * _HOURS * decimal(self.kwh_price)
            cents += half_up(Fraction(half_up(watts * 1000), 10**6) * energy * 100)
        return cents

    def _server(self, gbps: float, wished: Part) -> tuple[Figures, int]:
        """Return the figures of a server with its adapters, and the endpoints that share it."""
        same = [one for one in self.catalogue["nics"] if one["gbps"] == gbps]
        nic = self._best(same, wished["nic"], f"adapter at {gbps:g} Gb/s", "cages", "links_per_cage")
        ports, (mw, g, _, _) = nic["cages"] * nic["links_per_cage"], self._figures(nic)
        servers = self.catalogue["servers"]
        if not servers and wished["server"] is None:
            return (mw, g, 1, 0), ports
        server = self._best(servers, wished["server"], "server", "nics")
        own_mw, own_g, units, liquid_mw = self._figures(server)
        many = server["nics"]
        return (own_mw + many * mw, own_g + many * g, units, liquid_mw), many * ports

    def _server_of(self, networks: Sequence[tuple[int, float, str | None]], wished: str | None) -> Figures:
        """Return the figures of the best server with adapters for so many ports of a rate on each network.

        The third of each is the part number of the adapter, None for any.
        """
        servers = [one for one in self.catalogue["servers"] if wished in (None, one["part"])]
        if wished is not None and not servers:
            raise ValueError(f"the catalogue has no server {wished!r}")
        adapters = adapters_mw = adapters_g = 0
        for ports, gbps, part in networks:
            most = max((one["nics"] for one in servers), default=ports)
            needed = {
                one["part"]: -(-ports // (one["cages"] * one["links_per_cage"]))
                for one in self.catalogue["nics"]
                if one["gbps"] == gbps
            }
            nics = [one for one in self.catalogue["nics"] if needed.get(one["part"], most + 1) <= most]
            nic = self._best(nics, part, f"adapter for {ports} ports", times=needed)
            many, (mw, g, _, _) = needed[nic["part"]], self._figures(nic)
            adapters, adapters_mw, adapters_g = (
                adapters + many,
                adapters_mw + many * mw,
                adapters_g + many * g,
            )
        if not servers:
            return adapters_mw, adapters_g, 1, 0
        holding = [one for one in servers if one["nics"] >= adapters]
        own_mw, own_g, units, liquid_mw = self._figures(self._best(holding, wished, "server"))
        return own_mw + adapters_mw, own_g + adapters_g, units, liquid_mw

    def _best(
        self,
        parts: Sequence[Part],
        wished: str | None,
        what: str,
        *shares: str,
        times: Mapping[str, int] | None = None,
    ) -> Part:
        """Return the best part, its price times its pieces and divided by the figures ``shares`` names."""
        fitting = [one for one in parts if wished in (None, one["part"])]
        if not fitting:
            raise ValueError(f"the catalogue has no {what}" + (f" {wished!r}" if wished else ""))

        def score(one: Part) -> tuple[bool, Fraction]:
            each = Fraction(self.cents(one, one, decimal(one["power_w"])))
            for name in shares:
                each /= one[name]
            each *= 1 if times is None else times[one["part"]]
            return self._is_out(one), each

        return min(fitting, key=score)

    def _is_out(self, part: Part) -> bool:
        """Return whether not even the smallest order of a part comes in time."""
        own = part["lead_time_days"]
        days = self.catalogue["lead_time_days"] if own is None else own
        late = self.max_lead_days is not None and (days is None or days > self.max_lead_days)
        if not late and (part["stock"] is None or days is not None):
            return False
        packs = (part["stock"] or 0) // part["pack"]
        return bool(packs * part["pack"] < part["min_order"])

    def _rate(self, currency: str) -> Fraction:
        if currency == self.catalogue["currency"]:
            return Fraction(1)
        rates = [one for one in self.catalogue["rates"] if one["currency"] == currency]
        return decimal(rates[0]["rate"])

    @staticmethod
    def _figures(part: Part) -> Figures:
        """Return milliwatts, grams, rack units, and the milliwatts of heat that go into liquid."""
        mw, g = (half_up(decimal(part[key]) * 1000) for key in ("power_w", "weight_kg"))
        liquid_mw = half_up(decimal(part["power_w"]) * decimal(part.get("liquid_percent", 0.0)) * 10)
        return mw, g, part.get("height_u", 0), liquid_mw
