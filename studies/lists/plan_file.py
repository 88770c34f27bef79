"""The planning file of lists: room, lists, additional networks, rules on places."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.exchange.lists.formulas import FormulaNetwork
from netfloor.fabric.power import PowerRules
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import FileNames, OneLine, StrictModel, parse
from netfloor.foundation.relative_paths import beside, beside_network
from netfloor.foundation.units import MM_PER_M
from netfloor.plans.file import portable_spec
from netfloor.plans.models import KwhPrice, Years
from netfloor.plans.objective import PRICE, ObjectiveChoice, require_formula
from netfloor.plans.order.terms import ListedTerms, OrderTerms
from netfloor.plans.record_tables import FormulaRecord
from netfloor.studies.lists.placed import ListedAim
from netfloor.studies.rule_table import Name, RuleTable, as_list, rule_places
from netfloor.topologies.spec import build
from netfloor.topologies.switch_names import with_names


class ListsTable(StrictModel):
    """``[lists]``: files of devices and of cables, looked up next to the planning file."""

    devices: list[Name] = Field(default_factory=list, description="lists of devices")
    cables: list[Name] = Field(default_factory=list, description="lists of cables")

    _listed = field_validator("devices", "cables", mode="before")(as_list)

    @model_validator(mode="after")
    def _some(self) -> "ListsTable":
        if not self.devices and not self.cables:
            raise ValueError("give file names in devices or cables")
        return self


class FormulaTable(StrictModel):
    """``[network]`` or ``[networks.NAME]`` beside lists: a formula that makes switches and links."""

    spec: Name = Field(description='such as "slimfly:5"; see topology list')
    endpoints: Annotated[int, Field(ge=0, le=100_000)] | None = Field(
        None,
        description="ports per switch for listed devices; default: the network's recommendation",
    )
    names: Annotated[str, Field(max_length=140)] = Field(
        "", description='of its switches, counted from 1: "sw-{number:03}"; default: numbers from 0'
    )
    gbps: Annotated[float, Field(gt=0, le=1e6)] = Field(100.0, description="rate of a link")
    model: Annotated[str, Field(max_length=200)] = Field("", description="of its switches")
    height: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="of a switch, rack units; default: from the lists"
    )

    def network(self, where: str, name: str, file: Path, seed: int) -> FormulaNetwork:
        """Return its network; graph files are looked up next to the planning file."""
        spec = beside_network(file, self.spec)
        topology = build(spec, endpoints=self.endpoints, link_gbps=self.gbps, seed=seed)
        if self.names:
            topology = with_names(topology, self.names, f"{file}: {where}.names")
        record = FormulaRecord(
            name=name,
            spec=portable_spec(topology.name),
            seed=seed,
            endpoints=self.endpoints,
            names=self.names,
            gbps=self.gbps,
            model=self.model,
            height=self.height,
        )
        return FormulaNetwork(where, name, topology, self.model, self.height, record)


class ListedLayoutTable(StrictModel):
    """``[layout]``: the objective for free devices."""

    objective: Annotated[str, Field(max_length=200)] = Field(
        "length",
        description='minimised: "length", "parts" of the catalogue, "money", "power", "longest", '
        'or a sum such as "length + 3*power"',
    )
    cost_set: str = Field(DEFAULT_COST_SET, description="prices of the objective money")
    power_set: str = Field(DEFAULT_POWER_SET, description="watts of the objective power")
    reach_m: Annotated[float, Field(gt=0, le=100_000)] | None = Field(
        None, description="longest copper cable by the cost set; default: the cost set's"
    )


class ListedPartsTable(StrictModel):
    """``[parts]``: the choice of parts for the objective ``parts``, and defaults for the lists."""

    criterion: str = Field("price", description="price or price+power")
    years: Years | None = Field(None, description="years of electricity")
    kwh_price: KwhPrice | None = Field(None, description="price of a kWh in the catalogue's currency")
    cages: list[Name] = Field(
        default_factory=list, max_length=100, description='form of the cages at a rate: "400=OSFP"'
    )
    gbps: Annotated[float, Field(gt=0, le=1e6)] | None = Field(
        None, description="rate of cables without one"
    )
    partial: bool = Field(default=False, description="leave out cables without a part")


class FeedTable(StrictModel):
    """``[power.feeds.NAME]``: a feed of PDUs."""

    limit_w: Annotated[float, Field(gt=0, le=1e9)] | None = Field(
        None, description="limit on the total draw of its PDUs; default: none"
    )


class PowerTable(StrictModel):
    """``[power]``: rules for the assignment of power cords to outlets of PDUs."""

    feeds: Annotated[dict[str, FeedTable], Field(max_length=100)] = Field(
        default_factory=dict, description="the feeds by name; default: those of the PDUs, without limits"
    )
    apart: bool = Field(default=True, description="limit each feed to half of a device's cords, rounded up")
    survive: bool = Field(
        default=False, description="no device loses power, and no limit is exceeded, if any one feed fails"
    )
    volts: Annotated[float, Field(gt=0, le=1_000)] = Field(
        230.0, description="voltage of ratings in amperes"
    )
    reach_m: Annotated[float, Field(gt=0, le=1_000)] | None = Field(
        None, description="longest cord to a PDU of another cabinet; default: any"
    )

    def rules(self) -> PowerRules:
        """Return the rules."""
        reach_mm = None if self.reach_m is None else round(self.reach_m * MM_PER_M)
        feeds = {name: feed.limit_w for name, feed in self.feeds.items()}
        return PowerRules(feeds, self.apart, self.survive, self.volts, reach_mm)


class ListedPlanFile(StrictModel):
    """A planning file of lists."""

    schema_: Annotated[Literal[2], Field(alias="schema", description="2")] = 2
    title: Annotated[OneLine, Field(max_length=200)] = Field("", description="of the report")
    room: Name = Field(description="the room file, beside this one")
    seed: Annotated[int, Field(ge=0, lt=2**63)] = Field(
        0, description="of the search, and of random networks"
    )
    catalogue: Annotated[FileNames, Field(min_length=1)] | None = Field(
        None, description="a catalogue of parts, or a list of several, for the objective parts"
    )
    lists: ListsTable
    layout: ListedLayoutTable = ListedLayoutTable()
    parts: ListedPartsTable = ListedPartsTable()
    power: PowerTable | None = Field(None, description="power cords: outlets, feeds and limits")
    network: FormulaTable | None = Field(None, description="a network of a formula")
    networks: Annotated[dict[str, FormulaTable], Field(max_length=16)] = Field(
        default_factory=dict, description="several networks of formulas by name"
    )
    rule: Annotated[list[RuleTable], Field(max_length=10_000)] = Field(
        default_factory=list, description="rules on the places of devices"
    )


def is_listed_plan(path: Path) -> bool:
    """Return whether a planning file is for lists."""
    return "lists" in load_toml(path, "planning file")


def read_listed_plan(path: Path) -> dict[str, Any]:
    """Return the lists, room and rules of a planning file as fields of a `ListedPlanRequest`.

    `InputError` names file and field.
    """
    table = load_toml(path, "planning file")
    if table.get("schema") == 1:
        raise InputError(f"{path}: schema", "is 1, which has no [lists]", "schema = 2")
    model = parse(ListedPlanFile, table, path)
    files = tuple(Path(str(beside(path, name))) for name in (*model.lists.devices, *model.lists.cables))
    places = rule_places(path, len(model.rule))
    rules = tuple(table.device_rule(where) for table, where in zip(model.rule, places, strict=True))
    formulas = [("network", "", model.network)] if model.network is not None else []
    formulas += [(f"networks.{name}", name, table) for name, table in model.networks.items()]
    return {
        "files": files,
        "room": str(beside(path, model.room)),
        "title": model.title,
        "rules": rules,
        "formulas": tuple(table.network(where, name, path, model.seed) for where, name, table in formulas),
        "seed": model.seed,
        "aim": _aim(model, path),
        "planning_file": path,
        "power": None if model.power is None else model.power.rules(),
    }


def _aim(model: ListedPlanFile, path: Path) -> ListedAim:
    """Return the objective of a planning file, with its files looked up next to it."""
    layout, parts = model.layout, model.parts
    given = {
        "objective": layout.objective,
        "catalogue": beside(path, model.catalogue),
        "cost_set": beside(path, layout.cost_set),
        "power_set": beside(path, layout.power_set),
        "reach_m": layout.reach_m,
        "cages": tuple(parts.cages),
        "gbps": parts.gbps,
        "partial": parts.partial,
    }
    terms = OrderTerms(parts.criterion, parts.years, parts.kwh_price)
    try:
        return listed_aim(given, terms.chosen_criterion())
    except InputError as error:
        raise spelled_for_file(error, path) from error


#: Fields of the file by setting, for messages.
FIELDS = {
    **{name: f"layout.{name.replace('-', '_')}" for name in ("objective", "cost-set", "power-set")},
    **{
        name: f"parts.{name.replace('-', '_')}"
        for name in ("criterion", "years", "kwh-price", "gbps", "partial")
    },
    "reach": "layout.reach_m",
    "cage": "parts.cages",
}


def spelled_for_file(error: InputError, path: Path) -> InputError:
    """Return an error with its settings replaced by fields of a planning file."""
    spelled = error.spelled(lambda name: FIELDS.get(name, name))
    return spelled.inside(str(path)) if error.about_a_setting else spelled


def listed_aim(given: Mapping[str, Any], criterion: Criterion = PRICE) -> ListedAim:
    """Return the objective for these settings; None marks settings not given."""
    known = {key: value for key, value in given.items() if value is not None}
    listed = {key: known.pop(key) for key in ("cages", "gbps", "partial") if key in known}
    text = {"text": known.pop("objective")} if "objective" in known else {}
    choice = ObjectiveChoice(**text, **known, criterion=criterion)
    if "cost_set" not in known:
        require_formula(choice)
    return ListedAim(choice, ListedTerms(**listed))
