"""The benchmark of the simulator says what it lacks."""

import pytest

from benchmarks.research.traffic import booksim2


def test_an_absent_booksim_is_said_to_be_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is measured, and the line says how to name it."""
    monkeypatch.setattr(booksim2, "BOOKSIM", "")
    (line,) = booksim2.booksim()
    assert "NETFLOOR_BOOKSIM" in line
