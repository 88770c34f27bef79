"""Temporary files of killed writers are swept, those of living ones are not."""

import multiprocessing
import os
import signal

import pytest

from netfloor.foundation import files, scratch
from netfloor.foundation.files import output_folder, write_atomic
from netfloor.foundation.scratch import sweep


def left(folder):
    """Return the names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_writer_left_is_swept(tmp_path):
    """Files and folders of this output; those of others and look-alikes stay."""
    (tmp_path / ".plan.json.abcd1234.tmp").write_bytes(b"half")
    (tmp_path / ".plan.json.abcd1234.old").mkdir()
    (tmp_path / ".plan.json.abcdefgh.tmp").mkdir()
    (tmp_path / ".plan.json.abcdefgh.tmp/half").write_bytes(b"half")
    kept = [".other.json.abcd1234.tmp", ".plan.json.abcd12345.tmp", ".plan.json.swp", "plan.json.tmp"]
    for name in kept:
        (tmp_path / name).write_bytes(b"mine")
    write_atomic(tmp_path / "plan.json", "{}")
    assert left(tmp_path) == sorted([*kept, "plan.json"])


def test_a_link_that_looks_like_a_leftover_is_not_touched(tmp_path):
    """Neither the link nor what it leads to."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes").write_bytes(b"keep")
    (tmp_path / ".out.abcd1234.tmp").symlink_to("mine")
    sweep(tmp_path / "out")
    assert left(tmp_path) == [".out.abcd1234.tmp", "mine"]
    assert left(tmp_path / "mine") == ["notes"]


def test_what_a_living_writer_holds_stays(tmp_path):
    """Two runs that write the same output do not take each other's work away."""
    with output_folder(tmp_path / "out", force=False) as folder:
        (folder / "one").write_text("x")
        sweep(tmp_path / "out")
        assert left(folder) == ["one"]
    with scratch.scratch_file(tmp_path / "file") as (_, name):
        sweep(tmp_path / "file")
        assert name.is_file()
        name.unlink()


@pytest.mark.parametrize("exchanges", [True, False])
def test_a_folder_that_was_moved_aside_comes_back(tmp_path, monkeypatch, exchanges):
    """Killed between the two steps of a swap; the next run refuses and replaces as if nothing was."""
    if not exchanges:
        monkeypatch.setattr(files, "exchange", lambda *_: False)
    (tmp_path / ".out.abcd1234.old/old").mkdir(parents=True)
    (tmp_path / ".out.abcd1234.old/old/notes").write_text("mine")
    with (
        pytest.raises(files.InputError, match="did not write"),
        output_folder(tmp_path / "out", force=False),
    ):
        pass
    assert left(tmp_path) == ["out"]
    assert left(tmp_path / "out") == ["notes"]
    with output_folder(tmp_path / "out", force=True) as folder:
        (folder / "new").write_text("x")
    assert left(tmp_path) == ["out"]
    assert left(tmp_path / "out") == [files.FOLDER_MARK, "new"]


def _write_until_killed(path):
    while True:
        write_atomic(path, b"x" * 100_000)


def _replace_until_killed(path):
    while True:
        with output_folder(path, force=False) as folder:
            (folder / "one").write_bytes(b"x" * 100_000)


@pytest.mark.parametrize("work", [_write_until_killed, _replace_until_killed])
def test_writers_at_once_do_not_disturb_each_other(tmp_path, work):
    """Some write, another sweeps; all are still at it, and killed ones leave nothing that stays."""
    path = tmp_path / "out"
    context = multiprocessing.get_context("fork")
    writers = [
        context.Process(target=work, args=(path,)) for _ in range(2 if work == _write_until_killed else 1)
    ]
    for writer in writers:
        writer.start()
    for _ in range(2000):
        sweep(path)
    assert all(writer.is_alive() for writer in writers)
    for writer in writers:
        os.kill(writer.pid, signal.SIGKILL)
        writer.join()
    sweep(path)
    assert left(tmp_path) in (["out"], [])


def test_names_are_exchanged_in_one_step(tmp_path):
    """Where the system can; where it cannot nothing changes."""
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    swapped = scratch.exchange(tmp_path / "a", tmp_path / "b")
    assert left(tmp_path / "a") == (["b"] if swapped else ["a"])
    assert left(tmp_path / "b") == (["a"] if swapped else ["b"])


def test_two_folders_change_names_and_a_name_that_is_not_there_is_an_error(tmp_path):
    """Only a system that cannot swap at all answers with False."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    if scratch.exchange(tmp_path / "one", tmp_path / "two"):
        assert left(tmp_path / "one") == ["two"]
        with pytest.raises(FileNotFoundError):
            scratch.exchange(tmp_path / "one", tmp_path / "three")
