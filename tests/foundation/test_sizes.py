"""How much memory there is, by whom it is told."""

import os
from pathlib import Path

import pytest

from netfloor.exchange.tables.text_input import checked_text
from netfloor.foundation import sizes as memory
from netfloor.foundation.errors import InputError
from netfloor.rooms.any_room import require_slots
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.spec import build

GIB = 1 << 30


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend a machine of 8 GiB, 6 of them available, in no control group."""
    (tmp_path / "meminfo").write_text(f"MemTotal: {8 << 20} kB\nMemAvailable: {6 << 20} kB\n")
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "CGROUP", tmp_path)
    return tmp_path


def test_what_linux_calls_available_counts(machine: Path) -> None:
    """Not all that the machine has."""
    assert memory.available_bytes() == 6 * GIB
    (machine / "memory.max").write_text("max\n")
    assert memory.available_bytes() == 6 * GIB


def test_a_control_group_may_leave_less(machine: Path) -> None:
    """Its limit less what it uses; never below the floor."""
    (machine / "memory.max").write_text(f"{4 * GIB}\n")
    (machine / "memory.current").write_text(f"{GIB}\n")
    assert memory.available_bytes() == 3 * GIB
    (machine / "memory.current").write_text(f"{4 * GIB - 5}\n")
    assert memory.available_bytes() == memory.FLOOR_BYTES


def test_other_systems_tell_their_size(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages times page size; the floor where nobody tells."""
    (machine / "meminfo").unlink()
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 2 << 20, "SC_PAGE_SIZE": 4096}.__getitem__)
    assert memory.available_bytes() == 8 * GIB

    def unknown(_name: str) -> int:
        raise ValueError

    monkeypatch.setattr(os, "sysconf", unknown)
    assert memory.available_bytes() == memory.FLOOR_BYTES


HUGE = ("random:1000000,32", "hypercube:22", "skywalk:1000000,3", "xpander:5,1000000")


@pytest.mark.parametrize("spec", [*HUGE, "*".join(["complete:8"] * 12)])
def test_what_memory_does_not_hold_is_refused_before_it_is_built(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The estimate and what is available are in the message."""
    monkeypatch.setattr(memory, "available_bytes", lambda: GIB // 2)
    with pytest.raises(InputError, match=r"switches and .* links would need about .* GiB") as refused:
        build(spec)
    assert "0.5 GiB are available" in str(refused.value)
    monkeypatch.setattr(memory, "_any_size", True)
    with pytest.raises(InputError, match="are available"):
        build(spec)


@pytest.mark.parametrize(("gib", "fits"), [(1, False), (2, True), (24, True)])
def test_a_plan_is_refused_by_memory_alone(gib: int, fits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """100,000 switches and 800,000 links take 1.65 GB: nobody has to force them on a machine of 24 GiB."""
    monkeypatch.setattr(memory, "available_bytes", lambda: gib * GIB)
    room = room_from_spec("grid:320x320")
    memory.refuse_if_too_large("random:100000,16", 100_000, 800_000)
    if fits:
        require_slots("random:100000,16", 100_000, room, cables=800_000)
    else:
        with pytest.raises(InputError, match=r"need about 1.5 GiB of memory, but 1.0 GiB are available"):
            require_slots("random:100000,16", 100_000, room, cables=800_000)


def test_a_text_of_too_many_lines_is_refused(tmp_path: Path) -> None:
    """Whatever it lists, with the time that it would take."""
    (tmp_path / "x.csv").write_text("a,1,b,1\n" * 400_001)
    with pytest.raises(InputError, match=r"x.csv: has 400,001 lines, which would take about 10 s"):
        checked_text(tmp_path / "x.csv", "list")
