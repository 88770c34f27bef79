"""Options that several commands share."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from netfloor import cli
from netfloor.effort import effort
from netfloor.foundation.errors import InputError, as_option, setting
from netfloor.options import MAX_WORKERS, RANGES, Workers, option, refuse_out_of_range
from netfloor.studies.hall_plan.file import FIELDS

ROOT = Path(__file__).parents[2]


def run(command: Any, *words: str) -> str:
    """Return what a command of one function prints."""
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, words).output.strip()


def options(command: Any) -> Iterator[str]:
    """Yield every option of a command and of those below it."""
    for parameter in command.params:
        yield from (*parameter.opts, *parameter.secondary_opts)
    for below in getattr(command, "commands", {}).values():
        yield from options(below)


def test_messages_name_options_that_there_are() -> None:
    """Every setting that the code names is an option as the command line spells it, or a file's field."""
    known, fields = {*options(get_command(cli.app))}, {*FIELDS}
    unknown = [
        (path.name, name.value)
        for path in ROOT.glob("[a-z]*/**/*.py")
        if path.relative_to(ROOT).parts[0] not in ("tests", "benchmarks")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setting"
        for name in node.args
        if isinstance(name, ast.Constant)
        if name.value not in fields and as_option(name.value) not in known
    ]
    assert not unknown


def test_options_are_spelled_with_dashes() -> None:
    """Though the library's argument has underscores."""
    refused = InputError(setting("most_cycles"), "is 0", f"give {setting('least_ports')}")
    assert refused.told(as_option) == "--most-cycles: is 0; give --least-ports"


@pytest.mark.parametrize("cores", [1, 6, 1000])
def test_there_is_a_thread_for_each_core(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody says how many; never more than the option takes."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(cores)), raising=False)

    def command(*, workers: Workers) -> None:
        typer.echo(workers)

    assert run(command) == str(min(cores, MAX_WORKERS))
    assert run(command, "--workers", "3") == "3"


def test_ranges_are_told_in_plain_numbers() -> None:
    """No range has an exponent."""
    for name, (low, high, _) in RANGES.items():
        for wrong in (low - 1, high * 2):
            with pytest.raises(InputError) as told:
                refuse_out_of_range(name, wrong)
            assert "e-" not in told.value.expected
            assert "e+" not in told.value.expected
    with pytest.raises(InputError, match=r"from 0\.000001 to 1,000,000 Gb/s"):
        refuse_out_of_range("gbps", 0)


def test_a_shared_option_has_its_limits_in_every_command() -> None:
    """Its help is the command's; a command may add to what is accepted."""

    def command(*, iterations: Annotated[int, option("--iterations", "Moves.", max=9)] = 5) -> None:
        typer.echo(iterations)

    assert "Moves." in run(command, "--help")
    assert run(command, "--iterations", "9") == "9"
    for wrong in ("0", "10"):
        assert "Invalid value" in run(command, "--iterations", wrong)


def test_an_effort_is_iterations_or_seconds() -> None:
    """Neither is the default of what is run; both are wrong usage."""
    assert effort(None, None) is None
    budgets = effort(5, None), effort(None, 0.5)
    assert [(budget.iterations, budget.seconds) for budget in budgets if budget] == [(5, None), (None, 0.5)]
    with pytest.raises(typer.BadParameter, match="excludes --iterations"):
        effort(5, 0.5)
