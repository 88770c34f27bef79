"""Options that several commands share."""

import os
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from netfloor.effort import effort
from netfloor.foundation.errors import InputError
from netfloor.options import MOST_WORKERS, RANGES, Workers, option, refuse_out_of_range


def run(command: Any, *words: str) -> str:
    """Return what a command of one function prints."""
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, words).output.strip()


@pytest.mark.parametrize("cores", [1, 6, 1000])
def test_there_is_a_thread_for_each_core(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody says how many; never more than the option takes."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(cores)), raising=False)

    def command(*, workers: Workers) -> None:
        typer.echo(workers)

    assert run(command) == str(min(cores, MOST_WORKERS))
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
