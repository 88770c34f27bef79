"""The table that says which cabinet each server with a name is in."""

from pathlib import Path

import pytest

from netfloor.exchange.user_tables.servers import read_named_servers
from netfloor.foundation.errors import InputError

NAMES, CABINETS = ("gpu-1", "gpu-2", "gpu-3"), ("A01", "A02")
LINES = "gpu-2,A02\ngpu-1,A01\ngpu-3,A02\n"


@pytest.mark.parametrize("text", [LINES, "server,cabinet\n" + LINES, LINES.replace("\n", "\n\n")])
def test_each_server_is_where_its_line_says(tmp_path: Path, text: str) -> None:
    """In the order of the names, not of the lines; with a heading or without."""
    (tmp_path / "servers.csv").write_text(text)
    assert read_named_servers(tmp_path / "servers.csv", NAMES, CABINETS).tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LINES + "gpu-9,A01\n", "no server 'gpu-9'"),
        (LINES.replace("A02", "A03"), "no cabinet 'A03'"),
        (LINES + "gpu-1,A01\n", "'gpu-1' is given twice"),
        (LINES.replace("gpu-2,A02", "gpu-2,A02,x"), "3 columns"),
        (LINES + "server,A01\n", "no server 'server'"),  # the word of a heading is a name here
        ("gpu-2,A02\n", "2 servers without a line, the first is gpu-1"),
    ],
)
def test_a_line_that_fits_no_server_is_refused(tmp_path: Path, text: str, words: str) -> None:
    """Each server has one line."""
    (tmp_path / "servers.csv").write_text(text)
    with pytest.raises(InputError, match=words):
        read_named_servers(tmp_path / "servers.csv", NAMES, CABINETS)


def test_headings_allow_other_orders_and_columns(tmp_path: Path) -> None:
    """Of a table with titles, in other words; all problems are listed at once."""
    text = "Rechner in Halle 7;;\nSchrank;Notiz;Servername\n{}A02;;gpu-2\nA01;neu;gpu-1\n\nA02;;gpu-3\n"
    (tmp_path / "servers.csv").write_text(text.format(""))
    assert read_named_servers(tmp_path / "servers.csv", NAMES, CABINETS).tolist() == [0, 1, 1]
    (tmp_path / "servers.csv").write_text(text.format("A09;;gpu-1\nA01;;gpu-7\n"))
    with pytest.raises(InputError, match="2 problems"):
        read_named_servers(tmp_path / "servers.csv", NAMES, CABINETS)
