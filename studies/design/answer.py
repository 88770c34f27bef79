"""The result of a design: the networks to choose from, and the recommended one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.wording import count_text
from netfloor.reports.bom.text import split_warnings, warning_fields
from netfloor.reports.formats.table import Column, Table, count_column
from netfloor.reports.structure.table import FigureColumns, network_table
from netfloor.studies.design.in_room import Purchase
from netfloor.topologies.candidates import NetworkDemand

#: Networks with more than this many times the fewest switches are hidden unless requested.
MAX_TIMES = 4
#: Smaller relative differences of estimated costs are too close to call.
TELLING = 0.02
#: Columns of the table.
COLUMNS: FigureColumns = {
    "routers": count_column("switches"),
    "diameter": count_column("diameter\nbetween\nendpoints"),
    "certified_bisection_per_endpoint": Column("bisection\nof half\nendpoints:\nlower bound", form="%"),
    "bisection_per_endpoint": Column("\n\nbest cut\nfound", form="%"),
    "links": count_column("links"),
    "ports_used": count_column("ports"),
    "endpoints": count_column("endpoints"),
    "endpoints_per_router": count_column("per switch"),
    "mean_distance": Column("mean\ndistance\nbetween\nendpoints", form=".3f"),
    "normalised_bisection": Column("bisection\nof all\nlinks: best\ncut found", form="%"),
    "links_per_endpoint": Column("links per\nendpoint", form=".3f"),
}
#: Number of last columns that a narrow terminal omits, without and with a room.
SPARE, ROOM_SPARE = 7, 6


@dataclass(frozen=True)
class ServingNetwork:
    """A network that serves the endpoints, with its structure and its names in other families."""

    spec: str
    family: str
    figures: dict[str, Any]
    same: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recommendation:
    """A recommended network with the reason, its figures, and the next cheapest network."""

    network: ServingNetwork
    reason: str
    figures: str
    rival: str = ""

    @property
    def text(self) -> str:
        """The reason, the figures and the next cheapest network."""
        return f"{self.reason}: {self.figures}{self.rival}"

    @property
    def brief(self) -> str:
        """The network, the reason and the next cheapest network."""
        return f"{self.network.spec}: {self.reason}{self.rival}"


@dataclass(frozen=True)
class Design:
    """The networks to choose from, and the reasons why other families have none."""

    demand: NetworkDemand
    networks: tuple[ServingNetwork, ...]
    infeasible: dict[str, str]  # reason by family
    # networks with more than `MAX_TIMES` times the fewest switches
    hidden: tuple[ServingNetwork, ...] = ()
    purchase: Purchase | None = None  # room and catalogue of the estimates; None without them

    def notes(self) -> Iterator[str]:
        """Yield remarks on single networks, then on families without a network."""
        demand, wish_each = self.demand.min_bisection, self.demand.ports_per_server
        efforts = sorted({str(network.figures["bisection_effort"]) for network in self.networks} - {""})
        if efforts:
            yield (
                f"bisections are the best cuts found (effort: {'; '.join(efforts)}), or better "
                "stored ones; `netfloor topology show SPEC --bisection` searches longer"
            )
        known = {network.spec: network for network in self.networks}
        for network in self.networks:
            figures = network.figures
            even = known.get(network.spec.replace(",top=fewest", ""))
            if even not in (None, network):
                yield _trimmed_text(network, even)
            if network.same:
                yield f"{network.spec} is the same network as {', '.join(network.same)}"
            each, recommended = figures["endpoints_per_router"], figures["endpoints_recommended"]
            if None not in (each, recommended) and each != recommended:
                yield f"{network.spec}: {each} endpoints per switch, {recommended} are recommended"
            if demand is not None and figures["certified_bisection_per_endpoint"] < demand:
                yield f"{network.spec}: the best cut found meets the bisection, but no bound proves it"
        if wish_each > 1:
            yield (
                f"every server has {wish_each} ports: on the leaves of rails, one on each of {wish_each} "
                "planes, or all on one switch"
            )
        for family, reason in self.infeasible.items():
            yield f"{family}: {reason}"
        if any(network.figures.get("links_not_purchasable") for network in self.networks):
            yield (
                "links not for sale are longer than any part in the estimated placement; "
                "a placement for the price of the parts may avoid them"
            )

    def hidden_text(self) -> str:
        """Return the names of the hidden networks; empty if there are none."""
        if not self.hidden:
            return ""
        specs = ", ".join(network.spec for network in self.hidden)
        count = count_text(len(self.hidden), "network")
        return f"{count} left out, with more than {MAX_TIMES} times the fewest switches: {specs}"

    @property
    def serving(self) -> tuple[ServingNetwork, ...]:
        """The networks without an obstacle: all of them if there is no room."""
        return tuple(network for network in self.networks if network.figures.get("obstacle") is None)

    def refuse_none(self) -> None:
        """Raise `InfeasibleError` if no network serves, or none fits the room and the catalogue."""
        demand = self.demand
        if not self.networks:
            raise InfeasibleError(
                f"no network for {demand.endpoints:,} endpoints on switches of {demand.ports} ports meets "
                "the requirements; the remarks give the reason for each family"
            )
        if not self.serving:
            obstacle = self.networks[0].figures["obstacle"]
            raise InfeasibleError(f"no network fits: {obstacle}; the others fail similarly")

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``design --json``."""
        return {
            "schema": 1,
            "endpoints": self.demand.endpoints,
            "ports": self.demand.ports,
            **self._servers(),
            "rows": [
                {
                    "network": network.spec,
                    "family": network.family,
                    "same_as": list(network.same),
                    **network.figures,
                }
                for network in self.networks
            ],
            "infeasible": self.infeasible,
            "hidden": [network.spec for network in self.hidden],
            **self._in_room(),
        }

    @property
    def spare(self) -> int:
        """Number of last columns that a narrow terminal omits."""
        return SPARE if self.purchase is None else ROOM_SPARE

    @property
    def table(self) -> Table:
        """The networks with their structure, or with their needs in the room."""
        columns, caption = COLUMNS, "Networks"
        if self.purchase is not None:
            columns = room_columns(self.purchase.catalogue.currency)
            caption = "Networks in the room"
        rows = [
            {"network": network.spec, **network.figures, "fits": _fits(network)}
            for network in self.networks
        ]
        return network_table(caption, rows, columns)

    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield the labelled lines above the table, the answer first; nothing without a room."""
        if self.purchase is None:
            return
        best = self.recommended()
        prices, _ = split_warnings([] if best is None else best.network.figures["warnings"])
        yield from prices
        yield "recommended", "none" if best is None else f"{best.network.spec}: {best.text}"
        yield "figures", self.purchase.how
        yield from warning_fields(self._warnings(None if best is None else best.network))

    def brief_fields(self) -> Iterator[tuple[str, str]]:
        """Yield the prices and the recommended network; nothing without a room."""
        if self.purchase is None:
            return
        best = self.recommended()
        prices, warnings = split_warnings([] if best is None else best.network.figures["warnings"])
        yield from prices
        yield "recommended", "none" if best is None else best.brief
        yield from warnings

    def _warnings(self, best: ServingNetwork | None) -> list[str]:
        """Return the warnings of the recommended network, and how many other networks have warnings."""
        own = [] if best is None else list(best.figures["warnings"])
        others = [item for item in self.serving if item is not best]
        like = sum(bool(item.figures["warnings"]) for item in others)
        if like:
            own.append(f"Other networks with such warnings: {like:,} of {len(others):,} (--json).")
        return own

    def _servers(self) -> dict[str, int]:
        """Return the JSON fields on servers with several ports."""
        if self.demand.ports_per_server == 1:
            return {}
        return {"servers": self.demand.servers, "ports_per_server": self.demand.ports_per_server}

    def _in_room(self) -> dict[str, Any]:
        """Return the JSON fields on room and catalogue, if known."""
        if self.purchase is None:
            return {}
        best = self.recommended()
        return {
            "room": self.purchase.room.summary,
            "catalogue": self.purchase.catalogue.title,
            "currency": self.purchase.catalogue.currency,
            "gbps": self.purchase.gbps,
            "recommended": None if best is None else best.network.spec,
            "why": "" if best is None else best.text,
            "estimate": self.purchase.how,
        }

    def recommended(self) -> Recommendation | None:
        """Return the recommended network.

        It is the cheapest that fits the room, has parts for all links and the requested bisection. If no
        network has parts for all links, that condition is dropped; if none has the bisection, the one with
        the largest is returned. None without a room, or if nothing fits.
        """
        fitting = (
            sorted(self.serving, key=lambda item: (item.figures["cost"], item.spec))
            if self.purchase
            else []
        )
        if not fitting or self.purchase is None:
            return None
        sold = [item for item in fitting if not item.figures["links_not_purchasable"]]
        wide = [
            item for item in sold or fitting if item.figures["bisection_per_endpoint"] >= self.demand.aim
        ]
        aim = f"{100 * self.demand.aim:.0f} % bisection or more by the best cut found"
        if not wide:
            best = max(sold or fitting, key=lambda item: float(item.figures["bisection_per_endpoint"]))
            why = f"none of the {len(sold or fitting)} that fit has {aim}; this has the largest"
            return Recommendation(best, why, _figures(best, self.purchase))
        best, *others = wide
        sale = "can be bought" if sold else "have links that cannot be bought, as all do"
        why = f"cheapest of {count_text(len(wide), 'network')} that fit the room, have {aim} and {sale}"
        rival = ""
        if others:
            more = others[0].figures["cost"] / best.figures["cost"] - 1
            rival = f"; next is {others[0].spec}, {100 * more:.1f} % more expensive"
            rival += ", too close to call: plan both" * (more < TELLING)
        return Recommendation(best, why, _figures(best, self.purchase), rival)


def _figures(network: ServingNetwork, purchase: Purchase) -> str:
    figures = network.figures
    return (
        f"{figures['cost']:,.0f} {purchase.catalogue.currency}, {figures['cable_m']:,.0f} m of cable, "
        f"{_watts(figures['power_w'])}, diameter {figures['diameter']}, "
        f"bisection {100 * figures['bisection_per_endpoint']:.0f} % by the best cut found"
    )


def _watts(power_w: float | None) -> str:
    return "power unknown" if power_w is None else f"{power_w:,.0f} W"


def _trimmed_text(network: ServingNetwork, even: ServingNetwork) -> str:
    """Return the savings and losses of a network with the fewest top switches."""
    saved = even.figures["routers"] - network.figures["routers"]
    shares = (100 * item.figures["bisection_per_endpoint"] for item in (network, even))
    now, full = (f"{share:.1f} %" for share in shares)
    rate = network.figures["uniform_throughput"]
    both = f"{now} in both" if now == full else f"{now} instead of {full}"
    return (
        f"{network.spec} saves {count_text(saved, 'top switch')} compared with {even.spec} at the same "
        f"number of links, but its trunks are uneven: bisection {both} (best cuts found)"
    ) + ("" if rate is None else f"; equal-cost multipath carries {100 * rate:.0f} % of uniform traffic")


def _fits(network: ServingNetwork) -> str:
    """Return whether a network fits the room, and how many of its links cannot be bought."""
    obstacle, unsold = (network.figures.get(key) for key in ("obstacle", "links_not_purchasable"))
    if obstacle is not None:
        return f"no: {obstacle}"
    return f"{count_text(unsold, 'link')} not for sale" if unsold else "yes"


def room_columns(currency: str) -> FigureColumns:
    """Return the columns of the table if room and catalogue are known."""
    return {
        "cost": Column("cost\n", currency, form=",.0f"),
        "cable_m": Column("cable\n", "m", form=",.0f"),
        "power_w": Column("power\n", "kW", decimals=3, form=",.1f"),
        "bisection_per_endpoint": Column("bisection:\nbest cut\nfound", form="%"),
        "fits": Column("fits"),
        "routers": count_column("switches"),
        "diameter": count_column("diameter\nbetween\nendpoints"),
        "endpoints": count_column("endpoints"),
        "longest_cable_m": Column("longest\ncable\n", "m", form=",.1f"),
        "switch_cost": Column("cost of\nswitches\n", currency, form=",.0f"),
        "cable_cost": Column("cost of\ncables\n", currency, form=",.0f"),
    }
