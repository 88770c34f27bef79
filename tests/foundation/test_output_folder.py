"""Whole folders: replaced as a whole if ours, else not touched."""

import os

import pytest

from netfloor.foundation import files
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import FOLDER_MARK, check_output_folder, output_folder


def write(path, name, *, force=False):
    """Write a folder with one file."""
    with output_folder(path, force=force) as folder:
        (folder / name).write_text(name, encoding="utf-8")


def names(path):
    """Return what a folder holds."""
    return sorted(entry.name for entry in path.iterdir())


def test_a_new_folder_holds_what_was_written_and_the_mark(tmp_path):
    """Missing parents are made; nothing else is left beside it."""
    write(tmp_path / "a" / "out", "one")
    assert names(tmp_path / "a" / "out") == [FOLDER_MARK, "one"]
    assert names(tmp_path / "a") == ["out"]


def test_our_own_folder_is_replaced_as_a_whole(tmp_path):
    """Nothing of the earlier run stays."""
    write(tmp_path / "out", "one")
    write(tmp_path / "out", "two")
    assert names(tmp_path / "out") == [FOLDER_MARK, "two"]
    assert names(tmp_path) == ["out"]


def test_an_empty_folder_is_taken(tmp_path):
    """It holds nothing that could be lost."""
    (tmp_path / "out").mkdir()
    write(tmp_path / "out", "one")
    assert names(tmp_path / "out") == [FOLDER_MARK, "one"]


def test_a_foreign_folder_is_refused_and_untouched(tmp_path):
    """Files that netfloor did not write stay, byte for byte."""
    (tmp_path / "thesis.tex").write_text("years of work", encoding="utf-8")
    with pytest.raises(InputError, match="did not write"):
        write(tmp_path, "one")
    assert names(tmp_path) == ["thesis.tex"]


def test_force_replaces_a_foreign_folder(tmp_path):
    """The user said so."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "notes").write_text("x", encoding="utf-8")
    write(out, "one", force=True)
    assert names(out) == [FOLDER_MARK, "one"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_a_failure_inside_changes_nothing(tmp_path, error):
    """The earlier folder stands whole, the unfinished one is gone, the error is passed on."""

    def fail():
        with output_folder(tmp_path / "out", force=False) as folder:
            (folder / "half").write_text("x", encoding="utf-8")
            raise error

    write(tmp_path / "out", "one")
    with pytest.raises(error):
        fail()
    assert names(tmp_path / "out") == [FOLDER_MARK, "one"]
    assert names(tmp_path) == ["out"]


def test_a_failure_inside_makes_no_folder(tmp_path):
    """Where there was none, there is none."""
    with pytest.raises(RuntimeError), output_folder(tmp_path / "out", force=False):
        raise RuntimeError
    assert names(tmp_path) == []


def test_a_failing_swap_puts_the_old_folder_back(tmp_path, monkeypatch):
    """If the new folder cannot be moved in, the old one stands again."""
    out = tmp_path / "out"
    write(out, "one")
    rename = files.Path.replace

    def fail_for_the_new(self, target):
        if self.name.endswith(".tmp"):
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(files, "exchange", lambda *_: False)  # as where the system swaps in two steps
    monkeypatch.setattr(files.Path, "replace", fail_for_the_new)
    with pytest.raises(files.UnplannedStopError, match="Input/output error"):
        write(out, "two")
    assert names(out) == [FOLDER_MARK, "one"]


def test_a_symbolic_link_is_refused_and_with_force_followed(tmp_path):
    """The folder behind the link is replaced, the link stays."""
    write(tmp_path / "real", "one")
    (tmp_path / "link").symlink_to("real")
    with pytest.raises(InputError, match="symbolic link"):
        write(tmp_path / "link", "two")
    assert names(tmp_path / "real") == [FOLDER_MARK, "one"]
    write(tmp_path / "link", "two", force=True)
    assert (tmp_path / "link").is_symlink()
    assert names(tmp_path / "real") == [FOLDER_MARK, "two"]


def test_what_cannot_be_a_folder_is_refused_before_the_work(tmp_path):
    """A file, a file as parent, a link into nowhere as parent, a name too long for any disk."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    (tmp_path / "nowhere").symlink_to("missing")
    for path, part in (
        (tmp_path / "file", "is not a folder"),
        (tmp_path / "file" / "out", "cannot be written"),
        (tmp_path / "nowhere" / "out", "cannot be written"),
        (tmp_path / ("n" * 300), "too long"),
    ):
        with pytest.raises(InputError, match=part):
            check_output_folder(path, force=True)


def test_a_folder_has_the_modes_that_the_user_set(tmp_path):
    """A temporary folder's private mode is not left on the result."""
    before = os.umask(0o027)
    try:
        write(tmp_path / "out", "one")
    finally:
        os.umask(before)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o750


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_locked_place_is_refused_before_the_work(tmp_path):
    """No right to write or to look there: one message, not a traceback."""
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(0o000)
    try:
        for path in (locked, locked / "out"):
            with pytest.raises(InputError, match="cannot be written"):
                check_output_folder(path, force=True)
    finally:
        locked.chmod(0o700)
