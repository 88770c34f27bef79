"""A plan has the same figures in every command that shows it."""

from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
Figures = Mapping[str, float | None]


@pytest.fixture
def said(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Figures]:
    """Return the figures of one plan by the command that says them, all by one cost set and one file."""
    monkeypatch.chdir(folder)
    by_set = ("--catalogue", "slimfly-2014")
    terms, carried = ("--ownership", "own.toml"), ("--traffic", "minimal")
    ranked = cli("compare", "a.json", "b.json", *terms, *carried, "--json").json()["candidates"]
    diff = cli("diff", "a.json", "b.json", *terms, "--json").json()
    study = cli("compare", "study.toml", "--out", "s", "--force", "--json").json()
    planned = cli("whatif", "a.json", "--set", "reach=4", *by_set, *terms, *carried, "--json").json()
    return {
        "compare": next(one["figures"] for one in ranked if one["file"] == "a.json"),
        "whatif": planned["baseline"]["figures"],
        "diff": diff["old"]["figures"],
        "diff without terms": cli("diff", "a.json", "b.json", "--json").json()["old"]["figures"],
        "study": study["rows"][0]["figures"],
    }


def common(one: Figures, other: Figures) -> set[str]:
    """Return the figures that both have."""
    return {key for key in one if one[key] is not None and other[key] is not None}


def test_plans_side_by_side_what_if_and_differences_agree(said: dict[str, Figures]) -> None:
    """Every figure that two of them have, with the same terms of ownership."""
    counts = {}
    for first, second in combinations(("compare", "whatif", "diff"), 2):
        one, other = said[first], said[second]
        both = common(one, other)
        assert {key: one[key] for key in both} == {key: other[key] for key in both}, (first, second)
        counts[first, second] = len(both)
    assert min(counts.values()) >= 40


def test_a_study_agrees_where_no_terms_count(said: dict[str, Figures]) -> None:
    """A study has no terms of ownership: its figures are those of a difference without them, and carried
    traffic and bisections those of plans side by side.
    """
    study, diff, compare = (said[name] for name in ("study", "diff without terms", "compare"))
    both = common(study, diff)
    assert {key: study[key] for key in both} == {key: diff[key] for key in both}
    assert len(both) >= 40
    by_terms = {key for key in both if said["diff"][key] != diff[key]}
    assert by_terms <= {"unsourced_share"}
    rest = common(study, compare) - by_terms
    assert {key: study[key] for key in rest} == {key: compare[key] for key in rest}
    assert {"uniform_gbps", "bisection_links", "mean_latency_ns", "cost_per_uniform_gbps"} <= rest
