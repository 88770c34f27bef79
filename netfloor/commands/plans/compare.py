"""Command ``netfloor compare``: compare the networks of a study, or several plans."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.foundation.files import one_name
from netfloor.foundation.wording import count_text
from netfloor.options import Cage, Date, Force, Json, ListedGbps, Quiet, Verbose, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark,
    remark_left,
    remark_written,
    write,
    write_data,
    write_fields,
    write_tables,
    write_top,
)
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from netfloor.studies.candidates.run import CandidatesRequest

_INPUTS = "STUDY or PLAN..."


def compare(
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar=_INPUTS, help="A study file in TOML; or plans of any kind, or folders of plans."
        ),
    ],
    *,
    out: Annotated[Path | None, option("--out", "Folder for page, CSV, JSON and workbook.")] = None,
    catalogue: Annotated[
        list[Path] | None,
        option(
            "--catalogue",
            "Price all by this catalogue; repeat for several; default: that of the study or plans.",
        ),
    ] = None,
    ownership: Annotated[
        Path | None, option("--ownership", "Years, electricity, labour; see the docs.", metavar="FILE")
    ] = None,
    network_only: Annotated[
        bool, option("--network-only", "Without servers, adapters and server cables.")
    ] = False,
    cage: Cage = None,
    gbps: ListedGbps = None,
    switch_ns: Annotated[
        float | None, option("--switch-ns", "Latency of a switch; default: the study's, else 100.")
    ] = None,
    traffic: Annotated[
        str | None,
        option(
            "--traffic", "Also compare throughput with this routing, such as minimal.", metavar="ROUTING"
        ),
    ] = None,
    seed: Annotated[
        int | None, option("--seed", "Seed of bisections, and of a study's placements.", min=0)
    ] = None,
    iterations: Annotated[
        int | None, option("--iterations", "Iterations per solve of a study; plans are placed already.")
    ] = None,
    results: Annotated[Path | None, option("--results", "Add the comparison to this SQLite file.")] = None,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Rank plans or networks by cost and figures.

    Plans: on one price list, with the changes that would alter the ranking. Study: place, price and compare
    its networks with baselines.
    """
    is_study = any(path.suffix.lower() == ".toml" for path in inputs)
    if is_study and len(inputs) > 1:
        raise typer.BadParameter("give a single study, or plans, not both", param_hint=_INPUTS)
    if not is_study and len(inputs) < 2 and not inputs[0].is_dir():
        raise typer.BadParameter("give at least two plans", param_hint=_INPUTS)
    if not is_study and iterations is not None:
        raise typer.BadParameter("is for a study; plans are already placed", param_hint="--iterations")
    if is_study and (cage is not None or gbps is not None):
        raise typer.BadParameter("is for plans of lists", param_hint="--cage" if cage else "--gbps")
    with loading(quiet=quiet):
        from netfloor.plans.order.terms import ListedTerms
        from netfloor.report_head import given_head
        from netfloor.studies.candidates.run import CandidatesRequest

    request = CandidatesRequest(
        catalogue=one_name(catalogue),
        ownership=ownership,
        network_only=network_only,
        listed=ListedTerms(tuple(cage or ()), gbps),
        switch_ns=switch_ns,
        seed=seed,
        iterations=iterations,
        workers=workers,
        routing=traffic,
        results=results,
        head=given_head(date, *(() if is_study else inputs)),
    )
    run = _compare_study if is_study else _compare_plans
    run(inputs, request, out, force=force, json=json, quiet=quiet, verbose=verbose)


def _compare_plans(
    plans: list[Path],
    request: "CandidatesRequest",
    out: Path | None,
    *,
    force: bool,
    json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Print the answer, then the ranking, the parts of each plan and the changes that would alter it."""
    from netfloor.reports.bom.text import is_doubt, warning_fields
    from netfloor.reports.candidates.answer import answer as sentences
    from netfloor.reports.candidates.document import candidates_document
    from netfloor.reports.candidates.tables import blank_fields, terminal_tables
    from netfloor.studies.candidates.run import compare_files

    with working(quiet=quiet) as (observer, _):
        result, files = compare_files(plans, request, observer, out, force=force)

    def readable() -> None:
        write(sentences(result))
        warnings = [
            f"{candidate.name}: {text}" for candidate in result.candidates for text in candidate.warnings
        ]
        if not verbose:
            urgent = [text for text in warnings if not is_doubt(text)]
            write_fields([*warning_fields(urgent), *blank_fields(result)])
            left = write_top(terminal_tables(result)[0], "plan")
            remark_left([*left, "warnings in full", "break-even prices"], quiet=quiet)
            return
        write_fields([*warning_fields(warnings), *blank_fields(result)])
        write_data("")
        write_tables(terminal_tables(result))

    answer(lambda: candidates_document(result, request.head), readable, json=json)
    _remark_files(files, request.results, out, quiet=quiet)


def _compare_study(
    study: list[Path],
    request: "CandidatesRequest",
    out: Path | None,
    *,
    force: bool,
    json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Run a study and print its tables."""
    from netfloor.reports.candidates.answer import answer as sentences
    from netfloor.reports.candidates.tables import terminal_tables
    from netfloor.reports.comparison.terminal import tables
    from netfloor.studies.compare.run import run_compare

    with working(quiet=quiet) as (observer, interrupt):
        compared = run_compare(study[0], request, out, observer, interrupt, force=force)

    def readable() -> None:
        if not verbose:
            if compared.ordered is not None:
                write(sentences(compared.ordered))
            first, *others = tables(compared.comparison)
            left = write_top(first, "network")
            remark_left([*left, *[count_text(len(others), "more table")] * bool(others)], quiet=quiet)
            return
        write_tables(tables(compared.comparison))
        if compared.ordered is not None:
            write_data("")
            write(sentences(compared.ordered))
            write_data("")
            write_tables(terminal_tables(compared.ordered))

    answer(compared.to_dict, readable, json=json)
    took = [f"{name} {seconds:,.1f} s" for name, seconds in compared.seconds.items() if seconds]
    if took:
        remark(f"placed in: {', '.join(took)}", quiet=quiet)
    _remark_files(compared.files, request.results, out, quiet=quiet)
    end_if_interrupted(compared.interrupted, "the report has the finished part")


def _remark_files(files: "Sequence[str]", results: Path | None, out: Path | None, *, quiet: bool) -> None:
    """Print the names of the written files."""
    if out is not None:
        remark(f"written: {', '.join(files)} in {out}", quiet=quiet)
    remark_written(results, quiet=quiet)
