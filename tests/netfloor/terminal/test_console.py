"""What is printed is fit for its reader: a person at a terminal, or a program."""

import io
import json
import sys

import pytest

from netfloor.foundation.errors import setting
from netfloor.reports.formats.table import Table, length_column, money_column
from netfloor.terminal import console


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let stdout be a terminal of 40 columns."""
    monkeypatch.setattr(console, "terminal_width", lambda _stream=None: 40)


LONG = "    a sentence that no terminal of forty columns holds on one line"


@pytest.mark.usefixtures("terminal")
def test_a_terminal_gets_lines_that_fit(capsys: pytest.CaptureFixture[str]) -> None:
    """Long lines are broken at blanks, the rest indented below; short ones stay."""
    console.write(f"short\n{LONG}")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "short"
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("      ") for line in lines[2:])
    assert " ".join(" ".join(lines[1:]).split()) == LONG.strip()


def test_a_pipe_gets_lines_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is broken for a program."""
    console.write(LONG)
    assert capsys.readouterr().out == f"{LONG}\n"


@pytest.mark.usefixtures("terminal")
def test_data_is_never_broken(capsys: pytest.CaptureFixture[str]) -> None:
    """A graph file printed on a terminal is still a graph file."""
    console.write_data(LONG + "\n")
    assert capsys.readouterr().out == f"{LONG}\n"


@pytest.mark.usefixtures("terminal")
def test_long_values_hang_below_their_value(capsys: pytest.CaptureFixture[str]) -> None:
    """Name and value stay two columns."""
    console.write_fields([("name", "one"), ("other name", LONG.strip())])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 40
    assert all(line.startswith(" " * 12) for line in lines[2:])


def test_control_characters_are_shown_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    """A name from a file cannot colour or clear a terminal."""
    console.write_fields([("name", "a\x1b[2Jb\nc")])
    console.write("d\x1b[0m")
    console.write_table(Table("", ("h",), [["e\x07"]]))
    console.remark("f\x1bg")
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err
    assert "\x07" not in out
    assert "a\\x1b[2Jb\\nc" in out


def test_a_table_is_printed_in_the_units_of_its_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """Millimetres become metres and cents money; numbers are aligned to the right, a blank line between."""
    columns = ("part", length_column("length\n"), money_column("price\n", "EUR"))
    table = Table("", columns, [("A", 12_300, 99), ("long name", None, 123_456)])
    console.write_tables([table, Table("", ("note",), [["none"]])])
    assert capsys.readouterr().out.splitlines() == [
        "           length     price",
        "part          (m)     (EUR)",
        "---------  ------  --------",
        "A            12.3      0.99",
        "long name       -  1,234.56",
        "",
        "note",
        "----",
        "none",
    ]


def test_a_table_of_remarks_has_several_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """A single one is left to the message that follows; a quiet command prints none."""
    rows = [["line 1", "no price"], ["line 2", "no part"]]
    console.remark_table(Table("", ("where", "what"), rows[:1]), quiet=False)
    console.remark_table(Table("", ("where", "what"), rows), quiet=True)
    assert capsys.readouterr() == ("", "")
    console.remark_table(Table("", ("where", "what"), rows), quiet=False)
    assert "line 2  no part\n" in capsys.readouterr().err


def test_json_is_strict() -> None:
    """NaN is no JSON, and is not printed as if it were."""
    with pytest.raises(ValueError, match="JSON"):
        console.write_json({"x": float("nan")})


def test_json_of_odd_names_can_be_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever bytes a file name had, JSON holds it."""
    console.write_json({"name": "\udcff\u00dc"})
    assert json.loads(capsys.readouterr().out) == {"name": "\udcff\u00dc"}


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """Remarks are not data, and can be left out."""
    console.remark("a", quiet=True)
    console.remark_all(["b"], quiet=True)
    console.remark_all(["c"], quiet=False)
    assert capsys.readouterr() == ("", "note: c\n")


@pytest.mark.parametrize(("terminal", "width"), [(True, 57), (False, None)])
def test_only_a_terminal_has_a_width(
    terminal: bool, width: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """COLUMNS counts where a person reads."""
    stream = io.StringIO()
    stream.isatty = lambda: terminal  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("COLUMNS", "57")
    assert console.terminal_width() == width


def test_notes_name_settings_as_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever makes a note marks settings by name, as in errors; the terminal writes options."""
    console.remark_all([f"{setting('map')} keeps it, {setting('force_size')} too"], quiet=False)
    assert capsys.readouterr().err == "note: --map keeps it, --force-size too\n"
