"""The objective of a plan: as command-line options, and as a record in the plan file."""

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET, DEFAULT_SWITCH_NS
from netfloor.costmodels.catalogue.choice.criterion import CRITERIA, Criterion
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import prices_text
from netfloor.costmodels.objectives import ObjectiveSpec, parse_objective
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_cost_set, load_power_set, set_sha256
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import portable_path
from netfloor.foundation.units import metres_to_mm
from netfloor.layout.result import ObjectiveResult
from netfloor.plans.models import ObjectiveFigures
from netfloor.plans.named_sets import set_file

PRICE = Criterion()


@dataclass(frozen=True)
class ObjectiveChoice:
    """An objective as given on the command line; see the options of ``netfloor layout``.

    A ``catalogue`` of prices by formula replaces ``cost_set`` for ``money`` and ``power``; a catalogue of
    parts applies to ``parts`` only. ``loaded`` is the catalogue if the caller has it in memory.
    """

    text: str = "length"
    cost_set: str = DEFAULT_COST_SET
    power_set: str = DEFAULT_POWER_SET
    reach_m: float | None = None
    switch_ns: float = DEFAULT_SWITCH_NS
    catalogue: str | None = None
    criterion: Criterion = PRICE
    switch: str | None = None
    loaded: Catalogue | None = field(default=None, repr=False)

    def spec(self) -> ObjectiveSpec:
        """Return the objective with its coefficients; raise `InputError` for invalid options."""
        if not (math.isfinite(self.switch_ns) and 0 <= self.switch_ns <= 1e9):
            raise InputError(
                setting("switch-ns"), f"{self.switch_ns} is not a latency", "give ns from 0 to 1e9"
            )
        parts = self._parts()
        formula = None if parts is None else parts.catalogue.formula
        return parse_objective(
            self.text,
            load_cost_set(self.cost_set) if formula is None else formula,
            load_power_set(self.power_set),
            None if self.reach_m is None else metres_to_mm(self.reach_m, setting("reach")),
            self.switch_ns,
            parts,
        )

    def prices_text(self, spec: ObjectiveSpec) -> str:
        """Return a line on the source of prices; empty if the objective uses none."""
        if spec.parts is not None and (spec.parts.catalogue.formula or "parts" in spec.weights):
            return prices_text(spec.parts.catalogue) if {"money", "parts"} & spec.weights.keys() else ""
        return f"{spec.cost_set.prices_text}, no catalogue was given" if "money" in spec.weights else ""

    def _parts(self) -> PartsPricing | None:
        if self.catalogue is None:
            return None
        catalogue = self.loaded or load_catalogue(Path(self.catalogue))
        return PartsPricing(catalogue, self.criterion, self.switch)

    def record(self, spec: ObjectiveSpec, reached: ObjectiveResult) -> dict[str, Any]:
        """Return a plan's record of its objective, with the coefficients that it uses."""
        used, proof = self.coefficients(spec), {} if reached.proof is None else {"proof": reached.proof}
        return {**reached.to_dict(), "placement_by_length": list(reached.shortest), **used, **proof}

    def coefficients(self, spec: ObjectiveSpec) -> dict[str, Any]:
        """Return the coefficients that an objective uses, in the form of a plan's record."""
        by_formula = spec.parts is not None and spec.parts.catalogue.formula is not None
        file = (self.catalogue or "") if by_formula else self.cost_set
        cost_set = {"cost_set": portable_path(file), "cost_set_sha256": set_sha256(spec.cost_set)}
        prices = cost_set if spec.reach_mm is None else {**cost_set, "reach_mm": spec.reach_mm}
        power_set = {
            "power_set": portable_path(self.power_set),
            "power_set_sha256": set_sha256(spec.power_set),
        }
        latency = {"switch_ns": spec.switch_ns}
        uses: dict[str, dict[str, Any]] = {
            "money": prices,
            "power": {**prices, **power_set},
            "mean-latency": latency,
            "max-latency": latency,
            "parts": {} if spec.parts is None else self._parts_record(spec.parts),
        }
        return {key: value for name in spec.weights for key, value in uses.get(name, {}).items()}

    def _parts_record(self, parts: PartsPricing) -> dict[str, Any]:
        record: dict[str, Any] = {
            "catalogue": portable_path(self.catalogue or ""),
            "catalogue_sha256": set_sha256(parts.catalogue),
            "criterion": parts.criterion.name,
        }
        if parts.criterion.name == "price+power":
            record |= {"years": parts.criterion.years, "kwh_price": parts.criterion.kwh_price}
        return record if parts.switch is None else {**record, "switch": parts.switch}


def require_formula(choice: ObjectiveChoice, *texts: str) -> None:
    """Refuse a catalogue of parts for objectives whose money or watts follow a formula.

    Raises
    ------
    InputError
        If ``texts`` or the choice name such a figure and the catalogue has parts.
    """
    counted = " ".join((choice.text, *texts))
    if choice.catalogue is None or not any(name in counted for name in ("money", "power")):
        return
    if (choice.loaded or load_catalogue(Path(choice.catalogue))).formula is None:
        what = f"{counted} needs prices by formula; {choice.catalogue} has parts"
        advice = f"use the objective parts, or give {setting('catalogue')} such as slimfly-2014"
        raise InputError(setting("objective"), what, advice)


#: The default objective.
LENGTH = ObjectiveChoice()


def recorded_coefficients(
    record: ObjectiveFigures, *folders: Path
) -> tuple[CostSet, PowerSet, PartsPricing | None]:
    """Return the prices and watts of a recorded objective; `set_file` finds the files.

    Unused sets are the default ones.

    Raises
    ------
    InputError
        If a set or the catalogue is missing or has changed.
    """
    files = recorded_sets(record, *folders)
    cost_set, power_set = load_cost_set(files[0]), load_power_set(files[1])
    named = (record.cost_set, record.cost_set_sha256), (record.power_set, record.power_set_sha256)
    for item, (name, sha256) in zip((cost_set, power_set), named, strict=True):
        if name is not None and set_sha256(item) != sha256:
            raise InputError(item.name, "has changed since the plan was made")
    return cost_set, power_set, recorded_parts(record, *folders)


def recorded_sets(record: ObjectiveFigures, *folders: Path) -> tuple[str, str]:
    """Return the cost set and the power set of a record; the default for an unused set."""
    costs = record.cost_set, record.cost_set_sha256
    watts = record.power_set, record.power_set_sha256
    return (
        DEFAULT_COST_SET if costs[0] is None else set_file(costs[0], costs[1], load_cost_set, *folders),
        DEFAULT_POWER_SET if watts[0] is None else set_file(watts[0], watts[1], load_power_set, *folders),
    )


def recorded_parts(record: ObjectiveFigures, *folders: Path) -> PartsPricing | None:
    """Return the catalogue of a record with its criterion; None without a catalogue.

    Raises
    ------
    InputError
        If the catalogue is missing or has changed.
    """
    if record.catalogue is None:
        return None
    catalogue = load_catalogue(
        Path(set_file(record.catalogue, record.catalogue_sha256, load_catalogue, *folders))
    )
    if set_sha256(catalogue) != record.catalogue_sha256:
        raise InputError(record.catalogue, "has changed since the plan was made")
    if record.criterion not in CRITERIA:
        raise InputError("criterion", f"{record.criterion!r} is unknown", f"known: {', '.join(CRITERIA)}")
    criterion = Criterion(record.criterion, record.years or 0.0, record.kwh_price or 0.0)  # type: ignore[arg-type]
    return PartsPricing(catalogue, criterion, record.switch)
