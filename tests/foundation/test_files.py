"""Reading what users hand us; nothing is trusted."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation import files
from netfloor.foundation.errors import InputError, UnplannedStopError
from netfloor.foundation.files import (
    canonical_sha256,
    check_output_file,
    load_json,
    load_toml,
    read_text,
    to_json,
    write_atomic,
)

#: Any characters, and those by which Python stands for bytes of a file name that are no UTF-8.
texts = st.text(st.characters(codec="utf-8") | st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF))
finite = st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | finite | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def problem_of(call, *arguments):
    """Return what the user reads."""
    with pytest.raises(InputError) as caught:
        call(*arguments)
    return str(caught.value)


def file_with(folder, data):
    """Write a file and return its path."""
    path = folder / "given"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


@given(value=json_values)
def test_json_comes_back_as_it_was_written(tmp_path_factory, value):
    """load_json(to_json(x)) = x."""
    path = tmp_path_factory.getbasetemp() / "round.json"
    write_atomic(path, to_json(value))
    assert load_json(path) == value


@given(value=st.dictionaries(st.text(max_size=3), st.integers(), max_size=6))
def test_the_canonical_checksum_ignores_the_order_of_keys(value):
    """Equal values have equal checksums; a changed one has another."""
    assert canonical_sha256(value) == canonical_sha256(dict(reversed(value.items())))
    assert canonical_sha256(value) != canonical_sha256({**value, "new key": 0})


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "key 'c' is given twice"),
        ('{"a": NaN}', "has NaN"),
        ('{"a": [Infinity]}', "has Infinity"),
        ('{"a": -Infinity}', "has -Infinity"),
        ('{"a": 1e999}', "has 1e999"),
        ('{"a": -1e999}', "has -1e999"),
        ('{"a": 1' + "0" * 5000 + "}", "cannot be read as JSON"),
        ('{\n"a": 1,\n}', "line 3: is not valid JSON"),
        ("[" * 200_000, "cannot be read as JSON"),
        ('{"a":' * 100_000, "cannot be read as JSON"),
        ("hello", "line 1: is not valid JSON"),
    ],
    ids=range(11),
)
def test_what_is_no_strict_json_is_refused(tmp_path, text, part):
    """Duplicate keys, what is no finite number, bottomless nesting, broken text."""
    path = file_with(tmp_path, text)
    message = problem_of(load_json, path)
    assert message.startswith(str(path))
    assert part in message


@pytest.mark.parametrize(
    "text",
    [
        "a = ",
        "a = 1\na = 2",
        "[a",
        "a = " + "[" * 100_000,
        "a = 1" + "0" * 5000,
        "a = 2024-13-01",
        '{"a": 1}',
    ],
    ids=range(7),
)
def test_what_is_no_toml_is_refused_naming_the_file(tmp_path, text):
    """Also nesting and numbers that Python itself refuses."""
    path = file_with(tmp_path, text)
    assert problem_of(load_toml, path).startswith(f"{path}: ")


def test_good_toml_is_a_table(tmp_path):
    """A byte order mark at the front is no part of it."""
    assert load_toml(file_with(tmp_path, b"\xef\xbb\xbfa = 1\n[b]\nc = 'd'")) == {"a": 1, "b": {"c": "d"}}


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "is empty"),
        (b" \n\t\r\n", "is empty"),
        (b"one\ntwo \xff\n", "line 2: is not UTF-8"),
        (b"\xff\xfea\0b\0", "line 1: is not UTF-8"),
        (b"one\ntwo\nthree\0", "line 3: has a NUL"),
    ],
)
def test_a_file_that_is_no_text_is_refused(tmp_path, data, part):
    """Empty, binary, or in another encoding."""
    assert part in problem_of(read_text, file_with(tmp_path, data))


def test_what_is_no_regular_file_is_refused(tmp_path):
    """A folder, a pipe that would wait forever, a missing file, an impossible name."""
    os.mkfifo(tmp_path / "pipe")
    for path, part in (
        (tmp_path, "not a regular file"),
        (tmp_path / "pipe", "not a regular file"),
        (Path(os.devnull), "not a regular file"),
        (tmp_path / "missing", "No such file"),
        (tmp_path / ("n" * 300), "too long"),
        (Path("a\0b"), "not a file name"),
    ):
        assert part in problem_of(read_text, path)


def test_a_giant_file_is_refused_unread(tmp_path):
    """A sparse file above 1 GiB is refused by its size."""
    with (tmp_path / "giant").open("wb") as stream:
        stream.truncate(files.MAX_INPUT_BYTES + 1)
    assert "larger than 1 GiB" in problem_of(read_text, tmp_path / "giant")


@pytest.mark.parametrize("data", ["text: ä\n", b"\0\xff", ""])
def test_a_written_file_holds_exactly_the_data_and_nothing_is_left_beside(tmp_path, data):
    """Text as UTF-8 without translation of line ends, bytes as they are."""
    path = tmp_path / "out"
    write_atomic(path, "old")
    write_atomic(path, data)
    assert path.read_bytes() == (data.encode() if isinstance(data, str) else data)
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_a_written_file_has_the_modes_that_the_user_set(tmp_path):
    """A temporary file's private mode is not left on the result."""
    before = os.umask(0o027)
    try:
        write_atomic(tmp_path / "out", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o640


def test_a_full_disk_is_an_unplanned_stop_and_the_old_file_stays(tmp_path, monkeypatch):
    """No space left: exit code 5, the old content whole, no temporary file."""
    path = tmp_path / "out"
    write_atomic(path, "old")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(UnplannedStopError, match="No space left"):
        write_atomic(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_a_target_that_is_no_file_is_refused_before_the_work(tmp_path):
    """A folder, a device, a missing folder, a file as a folder, a name too long for any disk."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path, part in (
        (tmp_path, "is a folder"),
        (Path(os.devnull), "not a regular file"),
        (tmp_path / "missing" / "out", "does not exist"),
        (tmp_path / "file" / "out", "does not exist"),
        (tmp_path / ("n" * 300), "too long"),
    ):
        assert part in problem_of(check_output_file, path)


def test_a_device_is_never_replaced(tmp_path):
    """Not even by a caller that did not ask first: a pipe stays a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "not a regular file" in problem_of(write_atomic, pipe, "x")
    assert pipe.is_fifo()


def test_a_free_name_is_accepted(tmp_path):
    """Neither a new file nor an old one is refused."""
    check_output_file(tmp_path / "new")
    write_atomic(tmp_path / "old", "x")
    check_output_file(tmp_path / "old")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_locked_folder_is_refused_before_the_work(tmp_path):
    """No right to write there: said before hours of work."""
    tmp_path.chmod(0o500)
    try:
        assert "cannot be written" in problem_of(check_output_file, tmp_path / "out")
    finally:
        tmp_path.chmod(0o700)
