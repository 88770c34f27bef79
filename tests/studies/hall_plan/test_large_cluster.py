"""The largest cluster of the examples, planned as shipped."""

from pathlib import Path

import pytest

from tests.fixtures.own_memory import run_apart

EXAMPLE = Path(__file__).parents[3] / "examples/gpu/cluster_16384.toml"
GIB_IN_KIB = 1 << 20


def _most_kib(*words: str) -> int:
    """Return the memory that a command needed at most, in KiB; it must end well."""
    ran, peak_kib = run_apart(["-m", "netfloor", *words, "--quiet"])
    assert ran.returncode == 0, ran.stderr
    return peak_kib


@pytest.mark.nightly
def test_a_cluster_of_16384_gpus_is_planned_and_verified_within_six_gib(tmp_path: Path) -> None:
    """49,152 cables to the bill and the report, and every figure of the plan derived again."""
    assert _most_kib("plan", str(EXAMPLE), "--out", str(tmp_path / "out")) < 6 * GIB_IN_KIB
    assert _most_kib("verify", str(tmp_path / "out/plan.json")) < 6 * GIB_IN_KIB
