"""Bad input over all readers: each refused in one line that says where, and nothing written."""

import re
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from defects import CHANGES, HARMLESS, INSIDE, LIKE, PLACES
from good_as_found import AS_FOUND
from good_files import READERS, Reader
from refusals import is_one_refusal

#: Line, row, byte, column, sheet, or a field by its path.
WHERE = re.compile(r"\bline \d|\brow \d|sheet '|: (?:top level|[\w#]+(?:\.[\w#]+)*): |\bcolumn |\bkey ")
_TABLES = {"netbox", "netbox devices", "opa", "opa workbook", "p2p", "edges with places"}
_PLACES = {"locations", "places filled in"}
_SETS = {"catalogue", "cost set", "ownership", "power set"}
_LINES = {"graphgolf", "graphgolf-grid", "fixed switches", "node names", "topo", "ibnetdiscover -p"}
#: A line that begins no record is one of the tool's own.
_WARNINGS = {"ibnetdiscover", "ibnetdiscover -p", "ibsim"}
_NODES = {"dot", "dot with ports", "cvt", "cvt workbook", "edges with places"}
#: Forms of lists of cables, and what is read like them.
_CABLES = {"cvt", "cvt workbook", "p2p", "edges with places", "csv"}
_LISTS = {*_CABLES, "opa"}
#: What is no defect to a reader: it means something there, or is left out as documented.
FINE: dict[str, set[str]] = {
    "cut in half": _LINES,  # between two lines
    "cut before its end": {
        *{"graphgolf", "catalogue", "match", "netbox", "netbox devices", "ibnetdiscover", "ibsim"},
        *{"opa", "price list", "ns3", *_PLACES, *_CABLES} - {"cvt workbook"},
    },
    "UTF-16": {"price list", "servers", *_PLACES, *_LISTS},
    # a name without a cabinet is a line not filled in yet; a text line below prices is a note
    "Latin-1": {"places filled in", "price list"},
    "surrogate": {"places filled in"},
    "half a record": {"edges", "adjacency"},
    "twice": {"edges", "dot", "dot with ports", "ibnetdiscover", "ibsim", *_CABLES},
    "more in a record": {"ibnetdiscover", "opa", "opa workbook", "cvt workbook", "graphml"},
    "foreign line": {"price list", "netbox", "netbox devices", "cvt workbook", *_WARNINGS},
    "open quote": {*_WARNINGS, "cvt workbook"},  # in a sheet, a port without a cable
    "line break in a name": {"cvt workbook"},  # likewise, once the sheet is made of its lines
    "control character": {"cvt workbook"},
    "long name": {"dot"},
    "unknown name": {*_NODES, "node names"},
    "formula": {*_NODES, "node names"} - {"dot with ports"},
    "path": {*_NODES, "node names"} - {"dot with ports"},
    "no name": {"adjacency", "cvt", "cvt workbook"},
    "loop": {"dot with ports", "adjacency", "netbox", "csv", "cvt", "cvt workbook", "edges with places"},
    "no number": {"edges", "fixed switches", *_PLACES, *_TABLES},
    "quoted text": {"dot with ports", "fixed switches", "servers", "price list", *_PLACES, *_TABLES}
    - {"opa workbook"},
    "zero": {
        "dot with ports",
        "graphml",
        "graphgolf",
        "plan request",
        "node names",
        *_PLACES,
        "qaplib",
        "price list",
        *_SETS,
        *_TABLES,
    }
    - {"netbox devices"},
    "fraction": {
        *_SETS,
        "dot with ports",
        "ns3",
        "netbox",
        "opa",
        "opa workbook",
        "edges with places",
    },
    "negative": {"qaplib"},
    "huge": {"qaplib", "node names"},
    "beyond a float": {"node names"},
    "2 GiB": {"results"},
    "no file": {"failures checkpoint", "layout checkpoint"},
    "round link": {"layout checkpoint"},
}
#: Bad input whose first consequence is another one: a cabinet too few, a part that nobody sells.
INFEASIBLE = {("plan request", "cut in half")}
Good = Callable[[Reader], bytes]
#: Messages about what stands inside a file, with and without a place in it.
placed = {True: 0, False: 0}


def tree(folder: Path) -> list[tuple[str, int, int]]:
    """Return every name below a folder with its size and time of change."""
    found = [(str(path.relative_to(folder)), path.lstat()) for path in folder.rglob("*")]
    return sorted((name, about.st_size, about.st_mtime_ns) for name, about in found)


def spoil(reader: Reader, defect: str, data: bytes, path: Path) -> bool:
    """Damage the good file; False where there is nothing that this defect could break."""
    if defect in PLACES:
        PLACES[defect](path)
        return True
    changed = CHANGES[defect](reader, data)
    if changed is None or changed == data:
        return False
    path.write_bytes(changed)
    return True


def applies(reader: Reader, defect: str) -> bool:
    """Return True if a defect could break such a file."""
    if defect in PLACES or not reader.text:
        return defect in PLACES or CHANGES[defect](reader, b"{\0}\n" * 9) is not None
    data = reader.encoded(reader.text)
    return CHANGES[defect](reader, data) not in (None, data)


#: Every second one is run in the ordinary suite, all of them nightly.
CASES = [
    (reader, defect)
    for reader in (*READERS, *AS_FOUND)
    for defect in (*CHANGES, *PLACES)
    if applies(reader, defect)
]


@pytest.mark.parametrize(
    "reader", [r for r in (*READERS, *AS_FOUND) if r.form != "layout checkpoint"], ids=str
)
def test_the_good_file_is_read(cli: Any, good: Good, reader: Reader) -> None:
    """So a refusal of its damaged copies is about the damage."""
    good(reader)
    ran = cli(*reader.command.split(), seconds=60)
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("reader", "defect"),
    [
        pytest.param(*case, id=f"{case[0]}: {case[1]}", marks=[pytest.mark.nightly] if number % 2 else [])
        for number, case in enumerate(CASES)
    ],
)
def test_a_bad_file_is_refused_by_name_and_place(
    cli: Any, good: Good, here: Path, reader: Reader, defect: str
) -> None:
    """Code 3, one line or one per way on; the file by name, its content by place; nothing written."""
    spoil(reader, defect, good(reader), here / reader.file)
    before, memory = tree(here), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ran = cli(*reader.command.split())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 1 << 20  # KiB: 1 GiB
    if reader.form in FINE.get(defect, ()) or defect in HARMLESS:
        assert ran.code == 0, ran.err
        return
    assert ran.code == (4 if (reader.form, defect) in INFEASIBLE else 3), ran.err
    table, found, said = ran.err.rpartition("netfloor: ")
    assert (ran.out, found) == ("", "netfloor: ")
    assert is_one_refusal(ran.err), ran.err
    assert not table or reader.form in _CABLES  # what was understood of a list stands above
    assert len(ran.err) < 4000
    assert tree(here) == before
    if defect in INSIDE and ran.code == 3:
        file, colon, told = said.partition(": ")  # its name is no place in it
        placed[(here / file).exists() and WHERE.search(colon + told) is not None] += 1
        return
    names = {*Path(reader.file).parts} | ({"--locations"} if reader.form == "locations" else set())
    assert ran.code == 4 or any(name in ran.err for name in names)


def test_places_are_named_in_nearly_all_messages() -> None:
    """In 95 % of the messages about what stands inside a file; the tests above counted."""
    if sum(placed.values()) < 100:
        pytest.skip("needs the refusals above in the same process")
    assert placed[True] >= 0.95 * sum(placed.values()), placed


def test_there_are_six_hundred() -> None:
    """In the ordinary suite; no defect to its reader, or the same with another value, is not counted."""
    bad = [(reader, defect) for reader, defect in CASES[::2] if reader.form not in FINE.get(defect, ())]
    kinds = {(reader.form, LIKE.get(defect, defect)) for reader, defect in bad if defect not in HARMLESS}
    assert len(kinds) >= 600
