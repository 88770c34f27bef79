"""Command ``netfloor whatif``: figures of a plan under changed assumptions, without solving it again."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.effort import Seconds, effort
from netfloor.foundation.files import one_name
from netfloor.foundation.wording import count_text
from netfloor.options import (
    Cage,
    Date,
    Force,
    Html,
    Json,
    ListedGbps,
    Partial,
    PlanPath,
    Quiet,
    Reach,
    Seed,
    Verbose,
    Workers,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark_all,
    remark_left,
    remark_written,
    write,
    write_table,
    write_top,
)
from netfloor.terminal.progress import loading


def whatif(
    plan: PlanPath,
    *,
    sets: Annotated[
        list[str] | None,
        option("--set", "Set a value at every point; repeatable.", metavar="KEY=VALUE"),
    ] = None,
    sweeps: Annotated[
        list[str] | None,
        option("--sweep", "A point for each value; several sweeps make a grid.", metavar="KEY=A,B,C"),
    ] = None,
    catalogue: Annotated[
        list[Path] | None,
        option("--catalogue", "Prices: a catalogue, repeat for several; default: the plan's own."),
    ] = None,
    power_set: Annotated[
        str | None, option("--power-set", "Watts with prices by formula: a shipped set or a TOML file.")
    ] = None,
    cage: Cage = None,
    gbps: ListedGbps = None,
    devices: Annotated[
        bool, option("--devices", "Plan of lists: also buy devices whose model is a part.")
    ] = False,
    partial: Partial = False,
    network_only: Annotated[
        bool, option("--network-only", "No servers, no adapters and no cables to them.")
    ] = False,
    reach: Reach = None,
    switch_ns: Annotated[
        float, option("--switch-ns", "Switch latency of the baseline in ns.", min=0, max=1e6)
    ] = DEFAULT_SWITCH_NS,
    electricity: Annotated[
        float | None,
        option("--electricity", "Price of a kWh for the baseline; default: not counted.", min=0, max=1000),
    ] = None,
    years: Annotated[
        float | None, option("--years", "Years of power for the baseline; default 1.", min=0, max=100)
    ] = None,
    ownership: Annotated[
        Path | None, option("--ownership", "Years, tariff, labour, failures: a TOML file; see the docs.")
    ] = None,
    replace: Annotated[
        bool, option("--replace", "Place again what must or may move when room or objective change.")
    ] = False,
    objective: Annotated[
        str | None, option("--objective", "With --replace: the objective; default: the plan's.")
    ] = None,
    iterations: Annotated[
        int | None, option("--iterations", "Effort of each placement, reproducible.")
    ] = None,
    seconds: Seconds = None,
    traffic: Annotated[
        str | None,
        option("--traffic", "Also the throughput of the network with this routing.", metavar="ROUTING"),
    ] = None,
    csv: Annotated[Path | None, option("--csv", "Write all figures, a line per point.")] = None,
    svg: Annotated[Path | None, option("--svg", "Draw a chart.", metavar="FILE")] = None,
    html: Html = None,
    date: Date = None,
    results: Annotated[Path | None, option("--results", "Add all points to this SQLite file.")] = None,
    seed: Seed = 0,
    workers: Workers,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Recompute a plan with other prices, slack or room.

    Shows a plan's cost, cable, watts and latency under each change. Keys: price.PART (AOC, switch, copper,
    optical, all, a part number ...), exchange.CURRENCY, slack, electricity, years, catalogue, power-set,
    reach, overhead, inside, taken, row-pitch, column-pitch, slots, switch-ns. A value with a sign is a
    change: +20%, -10%, +1.
    """
    budget = effort(iterations, seconds)
    if not replace and (budget is not None or objective is not None):
        raise typer.BadParameter("effort and objective need --replace", param_hint="--replace")
    with loading(quiet=quiet):
        from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
        from netfloor.layout.solve import SolveOptions
        from netfloor.plans.order.terms import ListedTerms, reach_to_mm
        from netfloor.report_head import given_head
        from netfloor.reports.whatif.points import BY_SEARCH, document
        from netfloor.reports.whatif.text import MAX_BRIEF_POINTS, brief_table, brief_text, whatif_text
        from netfloor.studies.whatif.assumptions import OWN, Assumptions
        from netfloor.studies.whatif.run import WhatIfRequest, run_whatif

    terms = None if ownership is None else load_ownership_terms(ownership)
    models = Assumptions(
        None if catalogue is None else str(one_name(catalogue)),
        power_set or OWN,
        electrical_reach_mm=reach_to_mm(reach),
        years=(1.0 if terms is None else terms.years.value) if years is None else years,
        electricity_per_kwh=electricity,
        switch_ns=switch_ns,
    )
    options = SolveOptions(budget=budget, seed=seed, workers=workers) if replace else None
    request = WhatIfRequest(
        plan=plan,
        sets=tuple(sets or ()),
        sweeps=tuple(sweeps or ()),
        models=models,
        replace=options,
        csv=csv,
        svg=svg,
        results=results,
        objective=objective,
        terms=terms,
        html=html,
        traffic=traffic,
        listed=ListedTerms(tuple(cage or ()), gbps, devices, partial),
        network_only=network_only,
        head=given_head(date, plan),
    )
    with working(quiet=quiet) as (observer, interrupt):
        points = run_whatif(request, observer, interrupt, force=force)

    def readable() -> None:
        sentences, tables = whatif_text(points)
        if not verbose:
            for sentence in brief_text(points):
                write(sentence)
            table = brief_table(points)
            left = [] if table is None else write_top(table, "point", most=MAX_BRIEF_POINTS)
            first = [*points.all_notes[:1], *(note for note in points.all_notes[1:] if BY_SEARCH in note)]
            remark_all(first, quiet=quiet)
            if notes := len(points.all_notes) - len(first):
                left.append(count_text(notes, "more note"))
            remark_left([*left, "unchanged and other figures"], quiet=quiet)
            return
        for sentence in sentences:
            write(sentence)
        for table in tables:
            write("")
            write_table(table)

    answer(lambda: document(points), readable, json=json)
    if verbose or json:
        remark_all(points.all_notes, quiet=quiet)
    remark_written(csv, svg, html, results, quiet=quiet)
    end_if_interrupted(not points.is_complete, "the points so far are shown")
