"""What a command asks for when no option is given."""

from dataclasses import MISSING, fields
from importlib import import_module
from typing import Any

import pytest
from typer.testing import CliRunner

from netfloor.cli import app
from tests.fixtures.commands import every_command
from tests.fixtures.subjects import is_here

#: Each with what it asks the library for, by the module that has it.
LINES = {
    "circulant search --routers 9 --radix 4": "research.circulants.study.search.CirculantRequest",
    "circulant product --routers 9 --radix 4": "research.circulants.study.product.ProductRequest",
    "growth study.toml --out out": "research.growth.study.run.GrowthRequest",
    "traffic load ring:4": "studies.traffic.load.LoadRequest",
    "traffic motif ring:4": "research.traffic.study.motif.MotifRequest",
    "traffic motifs study.toml --out out": "research.traffic.study.motif.MotifRunOptions",
    "traffic offered ring:4": "research.traffic.study.offered.OfferedRequest",
    "traffic routes ring:4": "studies.traffic.routes.RoutesRequest",
    "traffic simulate ring:4": "research.traffic.study.simulate.SimulationRequest",
    "traffic smpi study.toml --out out": "research.traffic.smpi.run.SmpiRequest",
    "traffic study study.toml --out out": "research.traffic.study.study.StudyRequest",
    "compare a.json b.json --out out": "studies.candidates.run.CandidatesRequest",
    "whatif plan.json": "studies.whatif.run.WhatIfRequest",
    "diff a.json b.json": "studies.diff.run.DiffRequest",
    "grow plan.json ring:5": "studies.grow.run.GrowRequest",
}


class Asked(Exception):  # noqa: N818 - ends the command where it asks
    """Holds what a command asked for."""


@pytest.mark.parametrize("line", [line for line in LINES if is_here(line)])
def test_a_command_without_options_asks_for_what_the_library_does_without(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the threads, the seed of a network, the date, and what the user has to say."""
    module, _, name = f"netfloor.{LINES[line]}".rpartition(".")
    kind: Any = getattr(import_module(module), name)

    def ask(*values: Any, **named: Any) -> None:
        raise Asked(kind(*values, **named))

    monkeypatch.setattr(f"{module}.{name}", ask)
    told = CliRunner().invoke(app, line.split()).exception
    assert isinstance(told, Asked), told
    (asked,) = told.args
    for one in fields(kind):
        default = one.default if one.default is not MISSING else one.default_factory
        if default is not MISSING and one.name not in ("workers", "head", "out"):
            assert getattr(asked, one.name) == (default() if callable(default) else default), one.name


def test_no_command_does_what_a_switch_asks_for_unasked() -> None:
    """Nothing is replaced, left out or printed as JSON unless somebody says so.

    A switch that can be said both ways may be on.
    """
    switches = [
        (" ".join(words), one)
        for words, command in every_command()
        for one in command.params
        if getattr(one, "is_flag", False) and not one.secondary_opts
    ]
    assert ("whatif", "--force") in [(name, one.opts[0]) for name, one in switches]
    assert [(name, one.opts[0]) for name, one in switches if one.default] == []
