"""The planning file of ``netfloor plan``: network, room, catalogue and options."""

from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, field_validator, model_validator

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_SWITCH_NS
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import files_of, is_file, load_toml
from netfloor.foundation.models import FileNames, OneLine, StrictModel, parse
from netfloor.foundation.relative_paths import beside, beside_network
from netfloor.foundation.wording import first_twice
from netfloor.layout.chains.portfolio import known_placers
from netfloor.layout.switch_places import SwitchPlace
from netfloor.plans.models import CableAreasRecord, KwhPrice, LayingPrice, Years
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.order.trays import CableAreas
from netfloor.studies.rule_table import RuleTable

Title = Annotated[OneLine, Field(max_length=200)]
SwitchChoice = Literal["anywhere", SwitchPlace]
Count = Annotated[int, Field(ge=1, le=10**12)]

#: Fields of the file by setting, for messages.
FIELDS = {
    **{name: f"parts.{name}" for name in ("criterion", "spares", "switch", "nic", "server", "years")},
    "kwh-price": "parts.kwh_price",
    "objective": "layout.objective",
    "cost-set": "layout.cost_set",
    "require": "layout.require",
    "switches": "layout.switches",
    "servers-rule": "servers.rule",
    "with-servers": "layout.with_servers",
    "network-only": "parts.network_only",
    "fibre-trunks": "parts.fibre_trunks",
    "laying-price": "parts.laying_price",
}


class NetworkTable(StrictModel):
    """``[network]``: the network to place."""

    spec: Annotated[str, Field(min_length=1)] = Field(description='such as "slimfly:13"; see topology list')
    endpoints: Annotated[int, Field(ge=0, le=100_000)] | None = Field(
        None, description="per switch; default: the network's recommendation"
    )
    names: Annotated[str, Field(max_length=140)] = Field(
        "", description='of its switches, counted from 1: "sw-{number:03}"; default: numbers from 0'
    )
    gbps: Annotated[float, Field(gt=0, le=1e6)] | None = Field(
        None,
        description="link rate; default: that of its named switch, else 100; none for several networks",
    )


class NetworksTable(NetworkTable):
    """``[networks.NAME]``: one of several networks to which servers connect."""

    ports: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        None, description="per server; default: that of its spec, else 1"
    )
    spread: bool = Field(default=False, description="connect the ports of a server to different switches")
    management_ports: bool = Field(
        default=False, description="connect the management ports of all switches in other networks"
    )
    switch: str | None = Field(None, description="part number of its switch; default: the best")
    nic: str | None = Field(None, description="part number of its adapter; default: the best")


class ServersTable(StrictModel):
    """``[servers]``: the placement of the endpoints."""

    rule: Literal["same-cabinet", "nearest", "file"] = Field(
        "same-cabinet",
        description="in their switch's cabinet, in the nearest with space, or from a file",
    )
    per_cabinet: Annotated[int, Field(ge=1, le=1000)] = Field(20, description="most servers in a cabinet")
    file: str | None = Field(
        None,
        description="CSV of switch,server,cabinet for the rule file; see docs/servers.md",
    )
    reach_m: Annotated[float, Field(gt=0, le=100_000)] | None = Field(
        None, description="longest cable to a server; default: the longest in the catalogue"
    )
    reserve_w: Annotated[float, Field(ge=0, le=100_000)] = Field(
        0.0, description="power reserved per switch for its transceivers and cables"
    )

    @model_validator(mode="after")
    def _file(self) -> "ServersTable":
        if (self.file is None) == (self.rule == "file"):
            raise ValueError("file: needed with the rule file, not allowed with other rules")
        return self


class LayoutTable(StrictModel):
    """``[layout]``: the placement of the switches."""

    placer: str = Field("portfolio", description="the algorithm; see docs/placing.md")
    iterations: Count | None = Field(None, description="effort, reproducible; default: the placer's own")
    seconds: Annotated[float, Field(gt=0, le=1e8)] | None = Field(
        None, description="time limit in place of iterations; not reproducible"
    )
    seed: Annotated[int, Field(ge=0, lt=2**63)] = Field(0, description="of every random choice")
    objective: str = Field(
        "parts", description='what to minimise: "parts" of the catalogue, "length", "longest", ...'
    )
    cost_set: str = Field(DEFAULT_COST_SET, description="prices of the objective money")
    switch_ns: Annotated[float, Field(ge=0, le=1e9)] = Field(
        DEFAULT_SWITCH_NS, description="latency of a switch"
    )
    with_servers: bool | None = Field(
        None,
        description="place switches and servers jointly, servers in any cabinet; default: yes if servers "
        "connect to several switches, otherwise both ways are tried and the better is kept",
    )
    require: list[str] = Field(
        default_factory=list,
        max_length=1000,
        description='requirements on the placement: "keep-free=row:10"; see docs/placing.md',
    )

    switches: list[SwitchChoice] = Field(
        default_factory=list,
        max_length=5,
        description='allowed places: "own-racks", "row-ends", "row-middles", "rack-tops", "anywhere" '
        "(the default); with several, the cheapest is used",
    )

    @field_validator("switches", mode="before")
    @classmethod
    def _listed(cls, given: object) -> object:
        """Accept a single choice in place of a list."""
        return [given] if isinstance(given, str) else given

    @model_validator(mode="after")
    def _usable(self) -> "LayoutTable":
        if self.placer not in known_placers():
            raise ValueError(f"no placer {self.placer!r}; there are {', '.join(known_placers())}")
        if self.iterations is not None and self.seconds is not None:
            raise ValueError("give iterations or seconds, not both")
        if twice := first_twice(self.switches):
            raise ValueError(f"{twice} is given twice in switches")
        return self


class PartsTable(StrictModel):
    """``[parts]``: the choice and purchase of parts."""

    criterion: str = Field("price", description="price, price+power or fewest-parts")
    years: Years | None = Field(None, description="years of electricity")
    kwh_price: KwhPrice | None = Field(None, description="price of a kWh in the catalogue's currency")
    max_skus: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        None, description="buy at most this many part numbers of cables and cords"
    )
    max_lead_days: Annotated[int, Field(ge=0, le=10_000)] | None = Field(
        None, description="buy only parts in stock or with at most this lead time"
    )
    spares: list[str] = Field(default_factory=list, description='"2%", "PART=5%" or "PART=4"')
    trunk_sizes: list[Annotated[int, Field(ge=1, le=10_000)]] = Field(
        default_factory=list, max_length=20, description="cables in the pre-bundled trunks on offer"
    )
    fibre_trunks: bool = Field(
        default=False,
        description="use fibre trunks with cassettes where that costs less; in a hall",
    )
    laying_price: LayingPrice = Field(
        0.0,
        description="cost of laying a cable or trunk between two cabinets, for the choice of trunks; "
        "not on the bill",
    )
    network_only: bool = Field(default=False, description="order no servers, adapters and cables to them")
    switch: str | None = Field(None, description="part number of the switch; default: the best")
    nic: str | None = Field(None, description="part number of the adapter")
    server: str | None = Field(None, description="part number of the server")


class TraysTable(StrictModel):
    """``[trays]``: the cross-sections of cables in trays."""

    electrical_mm2: Annotated[float, Field(gt=0, le=10_000)] = Field(
        60.0, description="cross-section of a copper cable, an example"
    )
    optical_mm2: Annotated[float, Field(gt=0, le=10_000)] = Field(
        10.0, description="cross-section of an optical cable, an example"
    )
    reroute: bool = Field(default=False, description="route cables around trays that would be overfull")

    @property
    def areas(self) -> CableAreas:
        """The cross-sections."""
        return CableAreas(self.electrical_mm2, self.optical_mm2)

    @property
    def record(self) -> CableAreasRecord | None:
        """The record in a plan; None for the defaults."""
        if self.areas == CableAreas():
            return None
        return CableAreasRecord(electrical_mm2=self.electrical_mm2, optical_mm2=self.optical_mm2)


class HallPlanFile(StrictModel):
    """A planning file."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=2, description="1 or 2, which are the same")] = 2
    title: Title = Field("", description="of the report")
    room: Annotated[str, Field(min_length=1)] = Field(
        description="a hall or grid file in this folder, or grid:ROWSxCOLUMNS"
    )
    catalogue: Annotated[FileNames, Field(min_length=1)] = Field(
        description="a catalogue of parts, or a list of several"
    )
    ownership: str | None = Field(None, description="terms of the cost of ownership; default: examples")
    papers: bool = Field(default=False, description="also the installer's PDF files, into papers")
    aisle_m: Annotated[float, Field(ge=0, le=100)] = Field(0.0, description="minimum width of an aisle")
    network: NetworkTable | None = Field(None, description="the network, if there is only one")
    networks: dict[str, NetworksTable] | None = Field(
        None, description="several networks in their order, the first with the servers"
    )
    servers: ServersTable = ServersTable()
    layout: LayoutTable = LayoutTable()
    parts: PartsTable = PartsTable()
    trays: TraysTable = TraysTable()
    rule: Annotated[list[RuleTable], Field(max_length=10_000)] = Field(
        default_factory=list, description="switches kept apart, or limited to some cabinets"
    )

    @model_validator(mode="before")
    @classmethod
    def _length_of_several(cls, given: Any) -> Any:
        """Default to the objective length for several networks."""
        if not isinstance(given, dict) or not given.get("networks"):
            return given
        layout = given.get("layout", {})
        return {
            **given,
            "layout": {"objective": "length", **layout} if isinstance(layout, dict) else layout,
        }

    @model_validator(mode="after")
    def _trunks_go_with_the_rest(self) -> "HallPlanFile":
        if self.parts.laying_price and not self.parts.fibre_trunks:
            raise ValueError("parts.laying_price applies only to trunks: add parts.fibre_trunks = true")
        if self.parts.fibre_trunks and self.trays.reroute:
            raise ValueError("trays.reroute does not work with parts.fibre_trunks: leave one of them out")
        return self

    @model_validator(mode="after")
    def _network_or_networks(self) -> "HallPlanFile":
        if (self.network is None) == (not self.networks):
            raise ValueError("give either [network], or [networks.NAME] for each of several")
        if self.networks is None:
            return self
        if self.parts.switch or self.parts.nic:
            raise ValueError(
                "parts.switch and parts.nic apply to one [network]: give them in [networks.NAME]"
            )
        if any(name in self.layout.objective for name in ("parts", "money", "power", "latency")):
            what = "layout.objective: parts, money, power and latencies are known for one [network] only"
            raise ValueError(f"{what}; use length or longest")
        return self

    def order_terms(self) -> OrderTerms:
        """Return the terms for choosing and buying parts."""
        from netfloor.costmodels.catalogue.equipment import RequestedDevices  # noqa: PLC0415 - loads NumPy

        parts = self.parts
        return OrderTerms(
            criterion=parts.criterion,
            years=parts.years,
            kwh_price=parts.kwh_price,
            max_skus=parts.max_skus,
            spares=tuple(parts.spares),
            requested_devices=RequestedDevices(parts.switch, parts.nic, parts.server),
            network_only=parts.network_only,
            max_lead_days=parts.max_lead_days,
            networks=tuple(
                RequestedDevices(network.switch, network.nic) for network in (self.networks or {}).values()
            ),
            fibre_trunks=parts.fibre_trunks,
            laying_price=parts.laying_price,
        )


Network = TypeVar("Network", NetworkTable, NetworksTable)


def read_hall_plan(path: Path) -> HallPlanFile:
    """Return a planning file; other files are looked up next to it first. `InputError` names the field."""
    given = parse(HallPlanFile, load_toml(path, "plan request"), path)
    return given.model_copy(
        update={
            "room": beside(path, given.room),
            "catalogue": _catalogue(path, given.catalogue),
            "ownership": beside(path, given.ownership),
            "network": given.network and _found_beside(path, given.network),
            "networks": given.networks
            and {name: _found_beside(path, network) for name, network in given.networks.items()},
            "layout": given.layout.model_copy(
                update={"require": [_required(path, text) for text in given.layout.require]}
            ),
            "servers": given.servers.model_copy(update={"file": beside(path, given.servers.file)}),
        }
    )


def _found_beside(path: Path, network: Network) -> Network:
    return network.model_copy(update={"spec": beside_network(path, network.spec)})


def _required(path: Path, text: str) -> str:
    """Return a requirement with its file of groups looked up next to the planning file first."""
    kind, sign, value = text.partition("=")
    return f"{kind}={beside(path, value)}" if sign and kind == "groups-together" else text


def _catalogue(path: Path, name: str) -> str:
    result = beside(path, name) or name
    for file in files_of(result):
        if not is_file(file):
            what = f"{file} does not exist"
            raise InputError(
                f"{path}: catalogue",
                what,
                "give a TOML file, relative to the planning file or to the current folder",
            )
    return result
