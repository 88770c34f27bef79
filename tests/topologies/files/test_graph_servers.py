"""Servers of a user's own graph, from a CSV of server, port and switch."""

import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build

LINKS = "a b\nb c\nc d\nd a\n"
SERVERS = "server,port,switch\ng1,2,b\ng1,1,a\ng2,1,a\ng2,2,b\n\n# others\ng3,1,c\ng3,2,d\n"


def test_ports_of_servers_are_attached_as_the_file_says(here):
    """Neighbours on the same switches are a group; names and order are the file's."""
    (here / "x.edges").write_text(LINKS)
    (here / "s.csv").write_text(SERVERS)
    topology = build("file:x.edges,servers=s.csv")
    assert topology.servers is not None
    assert topology.servers.switches.tolist() == [[0, 1], [2, 3]]
    assert topology.servers.servers.tolist() == [2, 1]
    assert topology.servers.labels == ("g1", "g2", "g3")
    assert topology.endpoints.tolist() == [2, 2, 1, 1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("g1,1,z\n", "line 1.*unknown switch 'z'"),
        ("g1,1,a\ng1,1,b\n", "line 2.*given twice"),
        ("g1,1,a\ng1,3,b\n", "ports 1 to 2"),
        ("g1,1,a\ng1,2,b\ng2,1,a\n", "'g2' lacks some of the ports 1 to 2"),
        ("g1,0,a\n", "port"),
        ("g1,a\n", "2 columns"),
        (",1,a\n", "empty name"),
        ("server,port,switch\n", "has no servers"),
    ],
)
def test_lines_that_make_no_servers_are_refused(here, text, words):
    """With the line, or the server whose ports are not those of the others."""
    (here / "x.edges").write_text(LINKS)
    (here / "s.csv").write_text(text)
    with pytest.raises(InputError, match=words):
        build("file:x.edges,servers=s.csv")


def test_endpoints_beside_servers_are_refused(here):
    """One of them states the endpoints."""
    (here / "x.edges").write_text(LINKS)
    (here / "s.csv").write_text(SERVERS)
    with pytest.raises(InputError, match="omit endpoints"):
        build("file:x.edges,servers=s.csv,endpoints=2")
