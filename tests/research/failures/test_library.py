"""Link failures from Python."""

from collections.abc import Callable
from typing import Any

import pytest

import netfloor as nf
from netfloor import research


def test_links_fail_as_the_command_has_it(cli: Callable[..., Any]) -> None:
    """The library's curve is that of `netfloor topology failures` with the same seed."""
    curve = research.link_failures("slimfly:5", proportions=[0, 0.2], seed=3, max_trials=10)
    assert isinstance(curve, research.FailureCurve)
    asked = ("--proportions", "0,0.2", "--seed", 3, "--max-trials", 10, "--json")
    shown = cli("topology", "failures", "slimfly:5", *asked).json()
    assert [curve.to_dict()] == shown["networks"]
    with pytest.raises(nf.InputError, match="ascend"):
        research.link_failures("slimfly:5", proportions=[0.2, 0])
