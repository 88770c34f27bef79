"""The fields of a plan file and their form; `layout.check` checks their truth."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from netfloor.foundation.models import StrictModel
from netfloor.foundation.units import MAX_LAYING_PRICE
from netfloor.plans.record_tables import (
    CablesRecord,
    Count,
    DevicesRecord,
    ListRecord,
    Name,
    PanelsRecord,
    PowerRecord,
    ReadingRecord,
    RuleRecord,
    Text,
)


class _Loose(StrictModel):
    """Part of a plan file: known fields are checked, additional fields are ignored."""

    model_config = ConfigDict(
        extra="allow", frozen=True, allow_inf_nan=False, strict=True, defer_build=True
    )


#: Limit on counts, lengths in mm and weights in a plan.
Small = Annotated[int, Field(ge=0, le=10**9)]
Positive = Annotated[int, Field(ge=1, le=10**6)]
Years = Annotated[float, Field(ge=0, le=100)]
KwhPrice = Annotated[float, Field(ge=0, le=1000)]
LayingPrice = Annotated[float, Field(ge=0, le=MAX_LAYING_PRICE)]


class TotalsRecord(_Loose):
    """Totals of the cables."""

    cables: int
    cables_inside_cabinets: int
    total_cable_mm: int
    max_cable_mm: int


class LaidTotalsRecord(TotalsRecord):
    """Totals of the cables of lists; with panels also of the links, through panels and in all."""

    panel_links: int | None = None
    panel_links_mm: int | None = None
    max_link_mm: int | None = None


class FlowRecord(_Loose):
    """Paths from every switch, by a table of generators; weights in 2^-20 of a link."""

    table: list[list[int]]
    paths: list[list[list[int]]]
    weights: list[int]


Way = Annotated[int, Field(ge=-(10**9), le=10**9)]


class BelowRecord(_Loose):
    """Rectilinear distances below the lengths of a hall: figures of each cabinet, in mm."""

    exit_mm: list[Way]
    x_mm: list[Way]
    y_mm: list[Way]


class PairsRecord(_Loose):
    """Cost terms of the bound from all eigenvalues, in grains: per slot, and per pair of cabinets."""

    shift: float
    grain: Annotated[float, Field(gt=0)]
    own: list[Way]
    change: list[list[Way]]


class ClustersRecord(_Loose):
    """Switches that no minimum cut separates: the cluster of each, and the length that clusters add."""

    of: list[Small]
    weight: Small
    length_mm: int


class OneBoundRecord(_Loose):
    """The certificate of a lower bound; with a flow if the eigenvalue rests on it."""

    length_mm: int
    method: str
    eigenvalue: float
    inside_links: int
    rows_mm: int
    columns_mm: int
    flow: FlowRecord | None = None
    below: BelowRecord | None = None
    pairs: PairsRecord | None = None
    clusters: ClustersRecord | None = None


class BoundRecord(OneBoundRecord):
    """The certificate of the lower bound; for a sum over networks, one certificate per network."""

    networks: list[OneBoundRecord] | None = None


class ServersRecord(_Loose):
    """Servers with ports on several switches: the switch of each port, and the servers per group."""

    switches: list[Annotated[list[Small], Field(min_length=1, max_length=1000)]]
    servers: list[Positive]
    labels: list[str] | None = None


class AttachedRecord(_Loose):
    """Attachments in an expanded plan of several networks: of servers, and of management ports.

    A management entry is the switch of the port, then the switch at the far end.
    """

    servers: ServersRecord
    management: list[Annotated[list[Small], Field(min_length=2, max_length=2)]]


class GraphRatesRecord(_Loose):
    """Rates of a graph with several link rates, in Gb/s: of each pair, and of links to servers."""

    links: list[Annotated[float, Field(gt=0, le=10**6)]]
    servers: Annotated[float, Field(gt=0, le=10**6)]


class GraphRecord(_Loose):
    """A user's own graph."""

    links: list[Annotated[list[int], Field(min_length=3, max_length=3)]]
    labels: list[str] | None
    servers: ServersRecord | None = None
    gbps: GraphRatesRecord | None = None


class NetworkPartRecord(_Loose):
    """One of several networks side by side, and how servers attach to it."""

    name: str
    spec: str
    parameters: dict[str, Any]
    first: Small
    switches: Small
    links: Small
    gbps: Annotated[float, Field(gt=0, le=10**6)]
    endpoints: int | list[int]
    ports: Annotated[int, Field(ge=1, le=1000)]
    spread: bool
    management_ports: bool = False
    names: str = ""


class NetworkRecord(_Loose):
    """The placed network."""

    spec: str
    family: str
    parameters: dict[str, Any]
    routers: Annotated[int, Field(ge=0)]
    links: int
    link_gbps: Annotated[float, Field(ge=0, le=10**6)] | None
    endpoints_per_router: int | list[int]
    links_sha256: str
    servers_sha256: str | None = None
    names: str = ""
    graph: GraphRecord | None = None
    networks: list[NetworkPartRecord] | None = None
    attached: AttachedRecord | None = None


class RoomRecord(_Loose):
    """The room of the placement."""

    spec: str
    definition: dict[str, Any]
    definition_sha256: str


class InputsRecord(_Loose):
    """The inputs of a plan; a plan of lists has devices and cables instead of a network."""

    room: RoomRecord


class ListInputsRecord(InputsRecord):
    """The inputs of a plan of lists."""

    lists: list[ListRecord] = Field(default_factory=list)
    reading: ReadingRecord | None = None


class NetworkInputsRecord(InputsRecord):
    """The inputs of a plan of a network."""

    network: NetworkRecord


class BudgetRecord(_Loose):
    """The requested effort: iterations or seconds."""

    iterations: int | None
    seconds: float | None


class NotPurchasableRecord(_Loose):
    """Links longer than any part."""

    links: int
    shortest_mm: int
    longest_mm: int


class ObjectiveFigures(_Loose):
    """An objective other than length, with the coefficients that it uses; the others are absent."""

    name: str
    unit: str
    value: float
    value_by_length: float
    least: float | None
    not_purchasable: NotPurchasableRecord | None = None
    not_purchasable_by_length: NotPurchasableRecord | None = None
    cost_set: str | None = None
    cost_set_sha256: str | None = None
    power_set: str | None = None
    power_set_sha256: str | None = None
    reach_mm: Small | None = None
    switch_ns: Annotated[float, Field(ge=0, le=1e9)] | None = None
    catalogue: str | None = None
    catalogue_sha256: str | None = None
    criterion: str | None = None
    years: Years | None = None
    kwh_price: KwhPrice | None = None
    switch: str | None = None


class ObjectiveRecord(ObjectiveFigures):
    """The objective of a placed network; the slot of each switch in the shortest placement."""

    placement_by_length: list[int]
    least_by: Literal["every placement tried"] | None = None
    proof: PairsRecord | None = None


class RequirementRecord(_Loose):
    """A requirement on the placement; cable length and objective value without it, groups from a file."""

    text: str
    cable_mm_without: Annotated[int, Field(ge=0)] | None = None
    value_without: float | None = None
    groups: list[Small] | None = None


class SolverRecord(_Loose):
    """How the placement was found."""

    placer: str
    seed: int
    chains: int
    budget: BudgetRecord
    iterations: int
    status: str
    found_by: str
    fixed: list[Annotated[list[int], Field(min_length=2, max_length=2)]]
    objective: ObjectiveRecord | None
    requirements: list[RequirementRecord] = Field(default_factory=list)
    closed: list[Small] = Field(default_factory=list)
    together: bool = False

    @property
    def groups(self) -> list[int]:
        """The group of each switch from a file; empty without one."""
        return next((requirement.groups for requirement in self.requirements if requirement.groups), [])

    @property
    def required(self) -> list[str]:
        """The texts of the requirements."""
        return [requirement.text for requirement in self.requirements]


class ServerRecord(_Loose):
    """Draw, weight and height of every server: milliwatts, grams, rack units."""

    mw: Small
    g: Small
    units: Annotated[int, Field(ge=0, le=100)]


Price = Annotated[int, Field(ge=-(10**15), le=10**15)]


class HostProofRecord(_Loose):
    """Lower bound on the servers' cables, and the prices of places that prove it: own, other, in nm."""

    least_mm: Annotated[int, Field(ge=0)]
    prices_nm: list[Annotated[tuple[str, Price, Price], Field(strict=False)]]
    wherever_mm: Annotated[int, Field(ge=0)] | None = None


class LiquidRecord(_Loose):
    """Heat removed by liquid, mW: of every server, and of each switch."""

    server_mw: Small
    switches_mw: list[Small]


class HostsRecord(_Loose):
    """Servers: placement rule, size, and the group of each.

    A group is the servers of one switch, by its number, or the servers attached to the same switches.
    Servers are the last devices of the plan and their cables are its last cables.
    """

    rule: Literal["same-cabinet", "nearest", "file"]
    per_cabinet: Positive
    endpoints_per_server: Positive
    server: ServerRecord
    switches: list[Annotated[list[Small], Field(min_length=3, max_length=3)]]
    group: list[Small]
    liquid: LiquidRecord | None = None
    reach_mm: Small | None = None
    proof: HostProofRecord | None = None
    kept_free: list[str] = Field(default_factory=list)
    standing: list[Small] = Field(default_factory=list)


class RequestedDevicesRecord(_Loose):
    """The devices requested for one of several networks."""

    switch: str | None
    nic: str | None


class CableAreasRecord(_Loose):
    """Cross-section of a cable of each medium in a tray."""

    electrical_mm2: Annotated[float, Field(gt=0, le=10_000)]
    optical_mm2: Annotated[float, Field(gt=0, le=10_000)]


class LaidPartRecord(_Loose):
    """Links whose cables stay from the previous plan: their part, and the transceivers at their ends."""

    part: Name
    end_a: Text
    end_b: Text
    links: list[Small]


class OrderRecord(_Loose):
    """The catalogue and the terms by which parts are bought."""

    catalogue: str
    catalogue_sha256: str
    criterion: str
    years: Years | None
    kwh_price: KwhPrice | None
    max_skus: Positive | None
    max_lead_days: Annotated[int, Field(ge=0, le=10**4)] | None = None
    spares: list[str]
    switch: str | None
    nic: str | None
    server: str | None
    reserve_w: Annotated[float, Field(ge=0, le=1e6)]
    network_only: bool = False
    networks: list[RequestedDevicesRecord] | None = None
    fibre_trunks: bool = False
    laying_price: LayingPrice = 0.0
    trays: CableAreasRecord | None = None
    laid: list[LaidPartRecord] = Field(default_factory=list)


class GrownCounts(_Loose):
    """Devices or cables of two plans, compared by name or id."""

    stay: Small
    changed: Small
    added: Small
    removed: Small


class GrownRecord(_Loose):
    """The plan that was expanded, and the changes to its devices and cables.

    A device stays if cabinet and unit are the same; a cable stays if its length, rate and both ports are
    the same and its devices stay.
    """

    plan: str
    sha256: str
    devices: GrownCounts
    cables: GrownCounts


#: Value of ``ports`` if ports are numbered so that links share cages.
SHARED_CAGES = "shared cages"
#: Value of ``ports`` if switches and cables keep names, ports and ids of the expanded plan.
KEPT = "kept"
#: Value of ``ports`` if devices and cables are as in the imported file.
IMPORTED = "imported"

Detour = tuple[Small, Literal["electrical", "optical"], Small]


class PlanRecord(_Loose):
    """The fields of every plan file; `layout.check` and `verify` check their values."""

    schema_: Annotated[Literal[2], Field(alias="schema")]
    kind: str
    tool: dict[str, str]
    title: Annotated[str, Field(max_length=200)] = ""
    inputs: InputsRecord
    grown: GrownRecord | None = None
    devices: DevicesRecord
    cables: CablesRecord
    totals: TotalsRecord
    sha256: str


class PlanModel(PlanRecord):
    """The file of a placed network."""

    inputs: NetworkInputsRecord
    solver: SolverRecord
    placement: list[int]
    lower_bound: BoundRecord
    hosts: HostsRecord | None = None
    order: OrderRecord | None = None
    detours: list[Annotated[Detour, Field(strict=False)]] = Field(default_factory=list)
    ports: Literal["shared cages", "kept", "imported"] | None = None
    panels: PanelsRecord | None = None
    notes: list[Text] = Field(default_factory=list)
    next_numbers: Annotated[list[Positive], Field(min_length=2, max_length=2)] | None = None


class ListedObjectiveRecord(ObjectiveFigures):
    """The objective of a plan of lists, with the shortest placement and the proof of the lower bound.

    ``cables`` is the number of cables that count. ``cabinet_by_length`` and ``unit_by_length`` are of the
    placed devices, in ascending order. ``unit_prices`` are in steps of ``step``, for units 1, 2 ... of each
    cabinet.
    """

    cages: list[Name] = Field(default_factory=list)
    gbps: Annotated[float, Field(gt=0, le=10**6)] | None = None
    partial: bool = False
    cables: Count
    cabinet_by_length: list[Name]
    unit_by_length: list[Count | None]
    cable_mm_by_length: Annotated[int, Field(ge=0, le=10**15)]
    method: Literal["enumeration", "prices", "places", "none"]
    step: Annotated[float, Field(gt=0, le=10**9)]
    unit_prices: dict[Name, list[Annotated[int, Field(ge=0, le=2**53)]]] = Field(default_factory=dict)


class SearchRecord(StrictModel):
    """How free devices were placed; devices count from 0.

    The lower bound is always on the length, also with another objective.
    """

    free: list[Count]
    unit_free: list[Count]
    rules: list[RuleRecord]
    seed: Count
    lower_bound_mm: Annotated[int, Field(ge=0, le=10**15)] | None
    method: Literal["enumeration", "prices", "none"]
    price_mm: dict[Name, list[Count]]
    objective: ListedObjectiveRecord | None = None


class LaidModel(PlanRecord):
    """The file of a plan whose devices and cables come from lists."""

    inputs: ListInputsRecord
    totals: LaidTotalsRecord
    name: Text
    search: SearchRecord | None = None
    power: PowerRecord | None = None
    next_number: Positive | None = None  # next cable id of an expanded plan; lower ids are all used
    notes: list[Text]
