"""``netfloor compare``: the networks of a study, or plans side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.options import Date, Force, Json, Quiet, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark,
    remark_written,
    write,
    write_data,
    write_fields,
    write_tables,
)
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.reports.candidates.types import RankedPlans
    from netfloor.reports.formats.head import ReportHead

_INPUTS = "STUDY or PLAN..."


def compare(
    inputs: Annotated[
        list[Path],
        typer.Argument(metavar=_INPUTS, help="One study file in TOML, or two or more plan files."),
    ],
    *,
    out: Annotated[Path | None, option("--out", "The folder to write; plans alone need none.")] = None,
    catalogue: Annotated[
        Path | None, option("--catalogue", "Plans: price all by this catalogue; default: their own.")
    ] = None,
    cost_set: Annotated[
        str | None, option("--cost-set", "Plans: price all by this cost set instead.")
    ] = None,
    ownership: Annotated[
        Path | None,
        option("--ownership", "Plans: years, electricity, labour.", metavar="FILE"),
    ] = None,
    network_only: Annotated[
        bool, option("--network-only", "Plans: without servers, adapters and the cables to them.")
    ] = False,
    switch_ns: Annotated[float | None, option("--switch-ns", "Plans: latency of a switch; 100.")] = None,
    traffic: Annotated[
        str | None,
        option(
            "--traffic", "Plans: also what they carry, by this routing, such as minimal.", metavar="ROUTING"
        ),
    ] = None,
    seed: Annotated[
        int | None, option("--seed", "Study: instead of its seed. Plans: of bisections.", min=0)
    ] = None,
    iterations: Annotated[
        int | None, option("--iterations", "Study: iterations per solve, instead of its own.")
    ] = None,
    results: Annotated[
        Path | None, option("--results", "Study: an SQLite file to add the comparison to.")
    ] = None,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare plans on one price list: rank, cost, figures, and what would change the ranking.

    Or place, cost and compare the networks of a study, and write the report.
    """
    of_study = {"--iterations": iterations, "--results": results}
    of_plans = {
        "--catalogue": catalogue,
        "--cost-set": cost_set,
        "--ownership": ownership,
        "--network-only": network_only or None,
        "--switch-ns": switch_ns,
        "--traffic": traffic,
    }
    if any(path.suffix.lower() == ".toml" for path in inputs):
        if len(inputs) > 1:
            raise typer.BadParameter(
                "a study stands alone: studies and plans do not mix", param_hint=_INPUTS
            )
        _refuse(of_plans, "is for plans: a study says it itself")
        if out is None:
            raise typer.BadParameter("a study needs a folder to write", param_hint="--out")
        _compare_study(
            inputs[0], out, seed, iterations, workers, results, date, force=force, json=json, quiet=quiet
        )
        return
    _refuse(of_study, "is for a study: plans are placed already")
    if len(inputs) < 2:
        raise typer.BadParameter("one plan is not a comparison: give two or more", param_hint=_INPUTS)
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.studies.candidates.run import CandidatesRequest, compare_files

    head = given_head(date, *inputs)
    latency_ns = DEFAULT_SWITCH_NS if switch_ns is None else switch_ns
    request = CandidatesRequest(
        catalogue,
        cost_set,
        ownership,
        network_only,
        latency_ns,
        seed or 0,
        workers,
        routing=traffic,
        head=head,
    )
    with working(quiet=quiet) as (observer, _):
        found, files = compare_files(inputs, request, observer, out, force=force)
    _show_plans(found, head, json=json)
    if out is not None:
        remark(f"written: {', '.join(files)} in {out}", quiet=quiet)


def _refuse(given: dict[str, Any], why: str) -> None:
    """Refuse the first option that was given and has no meaning here."""
    for name, value in given.items():
        if value is not None:
            raise typer.BadParameter(why, param_hint=name)


def _show_plans(found: "RankedPlans", head: "ReportHead", *, json: bool) -> None:
    """Print the answer, then the order, what each buys and what would turn the order."""
    from netfloor.reports.bom.text import warning_fields
    from netfloor.reports.candidates.answer import answer as sentences
    from netfloor.reports.candidates.document import candidates_document
    from netfloor.reports.candidates.tables import terminal_tables

    def readable() -> None:
        write(sentences(found))
        warnings = [f"{one.name}: {text}" for one in found.candidates for text in one.warnings]
        write_fields(warning_fields(warnings))
        write_data("")
        write_tables(table.texts() for table in terminal_tables(found))

    answer(lambda: candidates_document(found, head), readable, json=json)


def _compare_study(
    study: Path,
    out: Path,
    seed: int | None,
    iterations: int | None,
    workers: int,
    results: Path | None,
    date: str | None,
    *,
    force: bool,
    json: bool,
    quiet: bool,
) -> None:
    """Run a study and print its two tables."""
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.reports.comparison.terminal import tables
        from netfloor.studies.compare.run import run_compare

    with working(quiet=quiet) as (observer, interrupt):
        compared = run_compare(
            *(study, out, seed, iterations, workers, observer, interrupt),
            force=force,
            results=results,
            head=given_head(date),
        )
    shown = (table.texts() for table in tables(compared.comparison))
    answer(compared.to_dict, lambda: write_tables(shown), json=json)
    remark(f"written: {', '.join(compared.files)} in {out}", quiet=quiet)
    remark_written(results, quiet=quiet)
    end_if_interrupted(compared.interrupted, "the report holds what was finished")
