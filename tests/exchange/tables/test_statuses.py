"""Columns of statuses: withdrawn cables, cables in place, and the options for values."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.asked import parse_map
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.row_kinds.statuses import (
    INSTALLED,
    PLANNED,
    REMOVED,
    is_status_heading,
    remark_status,
    status_of,
)
from netfloor.foundation.errors import InputError

HEAD = "Device A,Port A,Device B,Port B,Length"
GOING = (
    *("to be removed", "cancelled", "Canceled by customer", "dismantled", "retired", "out of service"),
    *("Disconnected", "Decommissioning", "ToBeRemoved", "no longer required", "entf\u00e4llt", "Entfallen"),
    *("entfaellt", "storniert", "gek\u00fcndigt", "zur\u00fcckbauen", "zurueckgebaut", "wird entfernt"),
    *(
        "au\u00dfer Betrieb",
        "nicht mehr ben\u00f6tigt",
        "R\u00e9sili\u00e9",
        "R\u00c9SILI\u00c9E",
        "\u00e0 supprimer",
    ),
    *(
        "\u00c0 d\u00e9poser",
        "annul\u00e9",
        "hors service",
        "n'est plus utilis\u00e9e",
        "Dado de baja",
        "baja",
        "a eliminar",
    ),
    *("desmontado", "fuera de servicio", "vervallen", "te verwijderen", "buiten gebruik", "opgezegd"),
    *("da rimuovere", "dismesso", "cessata", "Demontage geplant", "removal pending"),
)
IN_PLACE = (
    *(
        "installed",
        "Connected",
        "In service",
        "InService",
        "active",
        "existing",
        "in Betrieb",
        "aktiv",
        "verlegt",
    ),
    *(
        "En service",
        "pos\u00e9e",
        "existant",
        "en servicio",
        "instalado",
        "in gebruik",
        "ge\u00efnstalleerd",
    ),
    *("in servizio", "installata", "no change", "unver\u00e4ndert"),
)
TO_COME = (
    *("planned", "to be installed", "not installed", "new", "ordered", "not yet connected", "geplant"),
    *(
        "noch nicht verlegt",
        "neu zu verlegen",
        "\u00c0 cr\u00e9er",
        "\u00e0 poser",
        "non pos\u00e9",
        "pr\u00e9vue",
        "por instalar",
    ),
    *("gepland", "te leggen", "da posare", "previsto"),
)
UNKNOWN = (
    *(
        "Reserved",
        "R\u00e9serv\u00e9",
        "Gebucht",
        "do not remove",
        "nicht entfernt",
        "remove and reconnect",
        "Move",
        "ok",
    ),
    *("remove old, install new", "not planned", "Terminated", "inactive", "installed, test pending"),
)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (text, status)
        for status, texts in ((REMOVED, GOING), (INSTALLED, IN_PLACE), (PLANNED, TO_COME), ("", UNKNOWN))
        for text in texts
    ],
)
def test_words_of_statuses(text: str, status: str) -> None:
    """Inside phrases too, in six languages; a text that says two things, or the contrary, is not known."""
    assert status_of(text) == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("entf\u00e4llt", REMOVED),
        ("to be removed 03/2025", REMOVED),
        ("Wird abgebaut!", REMOVED),
        ("removed from drawing 7", ""),
        ("entf\u00e4llt, siehe Plan", ""),
        ("unused", ""),
    ],
)
def test_a_remark_counts_if_it_says_nothing_else(text: str, status: str) -> None:
    """A remark that only mentions a removal, or calls a pair unused, leaves no cable out."""
    assert remark_status(text) == status


@pytest.mark.parametrize(
    ("heading", "is_one"),
    [
        *[
            (heading, True)
            for heading in ("Status", "Statut du lien", "Cable Status", "Kabelstatus", "Action")
        ],
        *[
            (heading, False)
            for heading in ("Port status", "Status A", "Device status", "Type", "Statistics")
        ],
    ],
)
def test_headings_of_statuses(heading: str, is_one: bool) -> None:
    """Of the cable or of its row, not of a port, an end or a device."""
    assert is_status_heading(heading) == is_one


def _rows(statuses: list[str]) -> list[str]:
    return [f"sw1,{number},srv{number},eth0,3,{status}" for number, status in enumerate(statuses, 1)]


def _read(folder: Path, statuses: list[str], head: str = "Statut", *options: str) -> ListedFabric:
    text = "\n".join((f"{HEAD},{head}", *_rows(statuses)))
    (folder / "list.csv").write_text(f"{text}\n", encoding="utf-8")
    request = TableRequest(columns=parse_map(options, (CABLES, DEVICES)))
    return read_lists([folder / "list.csv"], (), request)


def _installed(listed: ListedFabric) -> list[bool]:
    return [cable.installed for cable in listed.fabric.cables]


def _note(listed: ListedFabric, heading: str = "Statut") -> str:
    return next((note for note in listed.notes if f": '{heading}': " in note), "").partition(": ")[2]


def test_cables_in_place_are_told_from_cables_to_come(tmp_path: Path) -> None:
    """Where a column has both, cables in place are installed and keep their lengths; the note says all."""
    values = ["En service", "\u00c0 cr\u00e9er", "R\u00e9sili\u00e9", "En service", "R\u00e9serv\u00e9"]
    listed = _read(tmp_path, values)
    assert _installed(listed) == [True, False, True, False]
    assert [cable.length_listed for cable in listed.fabric.cables] == [True, False, True, False]
    did, *options = _note(listed).split("; ")
    assert did == (
        "'Statut': 'En service' 2 installed and not bought, '\u00c0 cr\u00e9er' 1 kept, "
        "'R\u00e9serv\u00e9' 1 unknown and kept, 'R\u00e9sili\u00e9' 1 left out"
    )
    assert options == [
        '--map "Statut:En service=keep rows" buys such cables',
        '--map "Statut:R\u00e9serv\u00e9=skip rows" leaves such rows out',
        '--map "Statut:R\u00e9sili\u00e9=keep rows" keeps such rows',
    ]


def test_cables_in_place_alone_are_bought_unless_the_user_says_so(tmp_path: Path) -> None:
    """A list that calls every cable active may be one of cables to buy: the note has the option."""
    listed = _read(tmp_path, ["active", "active", "cancelled"])
    assert _installed(listed) == [False, False]
    assert "'active' 2 kept and bought, 'cancelled' 1 left out; --map" in _note(listed)
    option = "Statut:active=installed rows"
    assert f'--map "{option}" if such cables are in place' in _note(listed)
    assert _installed(_read(tmp_path, ["active", "active", "cancelled"], "Statut", option)) == [True, True]


def test_sheets_of_one_heading_are_read_alike(tmp_path: Path) -> None:
    """A file of cables in place beside one of cables to come."""
    for name, row in (("old", "sw1,1,srv1,eth0,3,existing"), ("new", "sw1,2,srv2,eth0,3,planned")):
        (tmp_path / f"{name}.csv").write_text(f"{HEAD},Status\n{row}\n")
    assert _installed(read_lists([tmp_path / "old.csv", tmp_path / "new.csv"], ())) == [True, False]


def test_a_column_of_installed_cables_counts_first(tmp_path: Path) -> None:
    """Its blank cells are cables to buy, whatever a status says."""
    listed = _read(tmp_path, ["connected,yes", "connected,", "planned,"], "Statut,Installed")
    assert _installed(listed) == [True, False, False]


@pytest.mark.parametrize(
    ("options", "cables"),
    [
        ((), 3),
        (("Statut:gebucht=skip rows",), 1),
        (("F:Gebucht=skip rows", "Statut:storniert=keep rows"), 2),
        (("list.csv:Statut:Gebucht=skip rows",), 1),
        (("Device B:srv1=skip rows",), 2),
        (("Statut=skip",), 4),
    ],
)
def test_the_user_says_which_rows_are_left_out(
    tmp_path: Path, options: tuple[str, ...], cables: int
) -> None:
    """By value of any column, by heading or letter, in one file or all; the saved mapping keeps it."""
    listed = _read(tmp_path, ["Gebucht", "Gebucht", "storniert", "neu"], "Statut", *options)
    assert len(listed.fabric.cables) == cables


def test_a_value_that_no_row_has_is_a_problem(tmp_path: Path) -> None:
    """With the value that is near it; so is a column that no list has."""
    with pytest.raises(InputError, match="no row has 'gebuchtt' below 'Statut'; did you mean Gebucht"):
        _read(tmp_path, ["Gebucht"], "Statut", "Statut:Gebuchtt=skip rows")
    with pytest.raises(InputError, match="'Stattus:Gebucht' names no column and value"):
        _read(tmp_path, ["Gebucht"], "Statut", "Stattus:Gebucht=skip rows")


def test_a_withdrawn_cable_of_the_remarks_is_left_out(tmp_path: Path) -> None:
    """With a note; a longer remark that mentions a removal is named and kept."""
    values = ["entf\u00e4llt", "L\u00e4nge pr\u00fcfen!", "entf\u00e4llt laut Plan 7", ""]
    listed = _read(tmp_path, values, "Bemerkung")
    assert len(listed.fabric.cables) == 3
    assert "'entf\u00e4llt laut Plan 7' 1 unknown and kept, 'entf\u00e4llt' 1 left out" in _note(
        listed, "Bemerkung"
    )
    assert "pr\u00fcfen" not in _note(listed, "Bemerkung")


def test_imports_read_statuses_alike(tmp_path: Path) -> None:
    """Of rows of cables, and of rows of ends that share a cable's name."""
    text = "\n".join((f"{HEAD},Status", *_rows(["in service", "planned", "to be removed"])))
    (tmp_path / "list.csv").write_text(f"{text}\n")
    fabric = READERS["csv"].read(tmp_path / "list.csv")
    assert [cable.installed for cable in fabric.cables] == [True, False]
    ends = "Cable ID,Device,Port,Status\nK1,a,1,in service\nK1,b,1,in service\nK2,a,2,new\nK2,b,2,new\n"
    (tmp_path / "ends.csv").write_text(ends)
    fabric = READERS["csv"].read(tmp_path / "ends.csv")
    assert [cable.installed for cable in fabric.cables] == [True, False]


@pytest.mark.parametrize("heading", ["Operation", "Action", "Aktion", "# Operation *"])
def test_adding_a_row_to_a_file_leaves_its_status(heading: str, tmp_path: Path) -> None:
    """``ADD`` is no plan beside ``Installed``, and the note counts what was done; ``DELETE`` leaves out."""
    values = ["ADD,Installed", "ADD,Planned", "DELETE,Installed", "ADD,Installed"]
    listed = _read(tmp_path, values, f"{heading},Status")
    assert _installed(listed) == [True, False, True]
    assert "'Installed' 2 installed and not bought, 'Planned' 1 kept" in _note(listed, "Status")
    assert "'ADD' 3 kept, 'DELETE' 1 left out" in _note(listed, heading)


def test_the_note_tells_of_statuses_that_contradict_each_other(tmp_path: Path) -> None:
    """A cable called installed by one column and planned by another is bought, and the note says so."""
    values = ["installed,planned", "installed,done", "planned,planned"]
    listed = _read(tmp_path, values, "Cable Status,Link Status")
    assert _installed(listed) == [False, True, False]
    note = _note(listed, "Cable Status")
    assert "'installed' 1 installed and not bought" in note
    assert "'installed' 1 not taken as installed, since another column" in note


@pytest.mark.parametrize(("heading", "gone"), [("Status", "Decommissioned"), ("# Operation *", "DELETE")])
def test_withdrawn_devices_are_left_out_of_lists_of_devices(
    heading: str, gone: str, tmp_path: Path
) -> None:
    """With the note of cables; other statuses of devices decide nothing, also for cables."""
    devices = tmp_path / "devices.csv"
    devices.write_text(f"Name,Height,{heading}\nd0,1,Planned\nd1,1,Installed\nold,1,{gone}\n")
    cables = tmp_path / "cables.csv"
    cables.write_text(f"{HEAD},Status\nd0,1,d1,1,2,Installed\n")
    listed = read_lists([devices, cables], ())
    assert [device.name for device in listed.fabric.devices] == ["d0", "d1"]
    assert not listed.fabric.cables[0].installed
    assert f"{gone!r} 1 left out" in _note(listed, heading)
