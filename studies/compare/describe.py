"""The description of a comparison: assumptions, rules, sources, provenance."""

from dataclasses import asdict
from typing import Any

from netfloor.costmodels.bill import HOST_RULE
from netfloor.costmodels.cable_orders import reach_rule
from netfloor.costmodels.latency import CABLE_DELAY_ROW
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.foundation.files import canonical_sha256
from netfloor.foundation.tool import TOOL
from netfloor.foundation.units import CABLE_NS_PER_M, mm_to_metres
from netfloor.reports.comparison.types import Comparison, Row, Source
from netfloor.reports.figures.figure import Kind
from netfloor.reports.figures.lookup import keys_of
from netfloor.studies.compare.setup import StudySetup
from netfloor.traffic.load.saturation import said_of


def describe_study(setup: StudySetup, rows: tuple[Row, ...], *, interrupted: bool) -> Comparison:
    """Return the comparison of these rows with all assumptions."""
    published = setup.published
    return Comparison(
        title=setup.study.title,
        rows=rows,
        assumptions=_assumptions(setup),
        currency=setup.models.cost_set.currency,
        rules=_rules(setup, interrupted=interrupted),
        sources=_sources(setup),
        published_source=published.source if published else "",
        published_notes=published.notes if published else (),
        provenance=_provenance(setup),
    )


def _assumptions(setup: StudySetup) -> dict[str, Any]:
    models, study = setup.models, setup.study
    routing = study.models.traffic
    reach_mm = models.cost_set.electrical_reach_mm if models.reach_mm is None else models.reach_mm
    return {
        "cost_set": models.cost_set.name,
        "currency": models.cost_set.currency,
        "power_set": models.power_sets[0].name,
        "power_sets": [power.name for power in models.power_sets],
        "electrical_reach_m": None if reach_mm is None else mm_to_metres(reach_mm),
        "switch_ns": models.switch_ns,
        "link_gbps": study.link_gbps,
        "endpoints_per_router": study.endpoints_per_router,
        **({} if routing is None else {"traffic_routing": routing}),
    }


def _rules(setup: StudySetup, *, interrupted: bool) -> tuple[str, ...]:
    models, study = setup.models, setup.study
    rules = [
        reach_rule(models.cost_set, models.reach_mm),
        HOST_RULE,
        *models.cost_set.notes,
        *(f"{power.name}: {note}" for power in models.power_sets for note in power.notes),
        "Latency: over the least-latency path between every two switches with endpoints (all "
        f"switches where a network has no endpoints), {CABLE_NS_PER_M:g} ns per metre of cable and one "
        "switch latency per hop; endpoints and their cables add nothing.",
        "Each network is in its own room, a size class's baselines in the larger room of its "
        "networks. Placed baselines get the same placer and the same effort as the networks.",
        "Unplaced: random networks in uniformly random slots, SkyWalk networks in the slots that "
        "their generator assigns.",
        "Bisection: halves of the switches, or of the endpoints if some switches have none.",
        "Bisections of networks and placed baselines are searched with the same effort; those of "
        "unplaced baselines only by METIS, which finds cuts a few per cent larger.",
    ]
    if study.models.traffic is not None:
        rules.append(said_of(study.models.traffic))
    if interrupted:
        rules.insert(
            0,
            "INTERRUPTED: the search for networks was cut short, and only METIS bisected them; unfinished "
            "baselines are left out.",
        )
    if study.endpoints_per_router is None:
        rules.append("Endpoints come from each network's spec or file; none if it gives none.")
    return tuple(rules)


def _sources(setup: StudySetup) -> tuple[Source, ...]:
    models = setup.models
    sources = [
        _source(row)
        for row in models.cost_set.coefficients()
        if models.reach_mm is None or "reach" not in row.coefficient
    ]
    for index, power in enumerate(models.power_sets):
        figures = (power.name, *(keys_of(Kind.POWER) if index == 0 else ()))
        sources += [_source(row, figures) for row in power.coefficients()]
    return (*sources, _source(CABLE_DELAY_ROW, keys_of(Kind.LATENCY)))


def _source(row: CoefficientRow, figures: tuple[str, ...] = ()) -> Source:
    return Source(**asdict(row), figures=figures)


def _provenance(setup: StudySetup) -> dict[str, Any]:
    study = setup.study
    return {
        "tool": f"{TOOL['name']} {TOOL['version']}",
        "seed": study.seed,
        "placer": study.solver.placer,
        "iterations per solve": study.solver.iterations,
        "chains per solve": study.solver.chains,
        "placed baseline instances": study.baselines.placed,
        "unplaced baseline instances": study.baselines.unplaced,
        "SHA-256 of the study": canonical_sha256(study.model_dump(mode="json")),
    }
