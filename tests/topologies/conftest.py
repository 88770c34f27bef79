"""What all tests of networks share."""

import pytest

from netfloor.foundation import sizes


@pytest.fixture(autouse=True)
def small_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend 1 GiB of available memory, so that a network is too large here if it is anywhere."""
    monkeypatch.setattr(sizes, "available_bytes", lambda: 1 << 30)
