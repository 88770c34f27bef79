"""``netfloor init example``: files that name each other and work as they are."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from netfloor.example_files import EXAMPLES, list_examples, write_example

SOURCE = Path(__file__).parents[2] / "examples"


def test_every_file_of_the_examples_belongs_to_one() -> None:
    """What ships can be written."""
    listed = {file for row in list_examples()["examples"] for file in row["files"]}
    assert listed == {
        f"examples/{path.relative_to(SOURCE)}" for path in SOURCE.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_holds_the_files_that_it_names(name: str, tmp_path: Path) -> None:
    """Rooms, catalogues, graphs and CSV files beside a file are there, nothing else of ours is needed."""
    written = write_example(name, tmp_path, force=False)
    for path in written.files:
        assert path.read_bytes() == (SOURCE.parent / path.relative_to(tmp_path)).read_bytes()
        if path.suffix == ".toml":
            table = tomllib.loads(path.read_text())
            named = [
                table.get("room"),
                table.get("catalogue"),
                *(one["file"] for one in table.get("csv", ())),
            ]
            assert all((path.parent / file).is_file() for file in named if file is not None)


def test_what_a_user_changed_stays(cli: Any, here: Path) -> None:
    """A file that is there unchanged is no obstacle, a changed one is refused unless it may be replaced."""
    assert cli("init", "example", "hall").code == 0
    again = cli("init", "example", "grid", "--json").json()
    assert again["written"] == ["examples/grid/plan.toml", "examples/grid/room.toml"]
    own = here / "examples/hall/plan.toml"
    own.write_text("mine")
    refused = cli("init", "example", "hall")
    assert (refused.code, own.read_text()) == (3, "mine")
    assert "examples/hall/plan.toml: exists" in refused.err
    assert cli("init", "example", "hall", "--force").code == 0
    assert own.read_text() != "mine"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("example", "moon"), 3, "known: hall, grid"),
        (("example", "hall", "--out", "a file/x"), 3, "a file/x"),
        (("example", "hall", "--schema"), 2, "--schema"),
        (("grid", "hall"), 2, "NAME"),
        (("moon",), 3, "example"),
    ],
)
def test_what_cannot_be_written_is_refused(
    words: tuple[str, ...], code: int, said: str, cli: Any, here: Path
) -> None:
    """The message names what there is, or what is wrong; nothing is written."""
    (here / "a file").write_text("")
    ran = cli("init", *words)
    assert (ran.code, said in ran.err, list(here.iterdir())) == (code, True, [here / "a file"])
