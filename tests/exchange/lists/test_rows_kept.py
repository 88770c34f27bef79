"""No row and no heading of a list is lost without a word."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.studies.tables_read import understood_table

CABINETS = (FloorCabinet("R1", units=42),)
ABC = "name,kind,height,watts\n" + "".join(f"{name},switch,1,1\n" for name in "ABC")


def read(folder: Path, devices: str, cables: str = "", **columns: str) -> ListedFabric:
    """Return the fabric of two texts; ``columns``: the map."""
    (folder / "devices.csv").write_text(devices)
    (folder / "cables.csv").write_text(cables or "a,b\n")
    paths = [folder / "devices.csv", folder / "cables.csv"]
    return read_lists(paths, CABINETS, TableRequest(columns=columns))


def notes(listed: ListedFabric, folder: Path) -> list[str]:
    """Return the notes, the folder left out."""
    return [note.replace(f"{folder}/", "") for note in listed.notes]


def ends(listed: ListedFabric) -> list[str]:
    """Return both devices of each cable."""
    names = [device.name for device in listed.fabric.devices]
    return ["".join(names[end.device] for end in cable.ends) for cable in listed.fabric.cables]


def test_a_cable_whose_devices_are_called_as_the_headings_is_kept(tmp_path: Path) -> None:
    """``A,B`` below ``a,b``, and ``a,b`` itself where there are two headings."""
    assert ends(read(tmp_path, ABC, "a,b\nA,B\nB,C\nA,C\n")) == ["AB", "BC", "AC"]
    assert ends(read(tmp_path, ABC.lower(), "a,b\na,b\nb,c\n")) == ["ab", "bc"]
    assert ends(read(tmp_path, ABC, "a,b,id\nA,B,ID\nB,C,x\n")) == ["AB", "BC"]


def test_headings_that_come_again_are_left_out_with_their_line(tmp_path: Path) -> None:
    """As each page of a print repeats them; a total below the rows too."""
    listed = read(tmp_path, ABC, "a,b,rate\nA,B,1G\na,b,rate\nB,C,1G\nA,C,1G\nTotal 3,,\n")
    assert ends(listed) == ["AB", "BC", "AC"]
    assert notes(listed, tmp_path)[:2] == [
        "cables.csv: not read as cables: line 3 ('a': the headings again)",
        "cables.csv: 1 row of sums left out: line 6 ('Total 3')",
    ]


@pytest.mark.parametrize(
    ("devices", "count"),
    [
        ("name\nA\ntotal\n", 2),
        ("name,kind,height,watts\nA,switch,1,1\ntotal,switch,1,1\n", 2),
        ("name,height,Site\nA,1,x\nSum,1,hall two\n", 2),
        ("name,kind,height,watts\nA,switch,1,1\nTotal,,1,1\n", 1),
        ("name,height,price\nA,1,10\nTotal 1,,10\n", 1),
    ],
)
def test_a_device_may_be_called_total(tmp_path: Path, devices: str, count: int) -> None:
    """Unless its row holds nothing but sums; that is told with its line."""
    listed = read(tmp_path, devices)
    assert len(listed.fabric.devices) == count
    told = [note for note in notes(listed, tmp_path) if "of sums" in note]
    assert [note.partition(" (")[0] for note in told] == ["devices.csv: 1 row of sums left out: line 3"] * (
        count == 1
    )


@pytest.mark.parametrize(
    ("devices", "total"),
    [
        ("rack,unit,name,type,watts\nR1,1,srv1,server,500\nTotal,,2 devices,,1000\n", "Total"),
        ("Schrank;HE;Name;Art\nR1;1;srv1;Server\nSumme;;11 Geräte\n", "Summe"),
        ("Kast;U;name;rol\nR1;1;srv1;Server\nTotaal;;11\n", "Totaal"),
        ("rack;U;name;role\nR1;1;srv1;Server\nTotale;;11\n", "Totale"),
    ],
)
def test_a_total_may_stand_in_the_column_of_racks(tmp_path: Path, devices: str, total: str) -> None:
    """With how many devices there are below the names; a row with a unit is a device."""
    listed = read(tmp_path, devices)
    assert [device.name for device in listed.fabric.devices] == ["srv1"]
    assert notes(listed, tmp_path)[0] == f"devices.csv: 1 row of sums left out: line 3 ({total!r})"
    with pytest.raises(InputError, match="there is no cabinet 'Total'"):
        read(tmp_path, "rack,unit,name,type,watts\nTotal,2,srv1,server,500\n")


def test_rows_that_may_be_data_are_named_where_they_are_not_read(tmp_path: Path) -> None:
    """A name that begins as a comment does, and full rows above the headings."""
    listed = read(tmp_path, ABC, "a,b,rate\nA,B,1G\n#1,B,1G\n# later,B,1G\n")
    assert "cables.csv: not read as cables: line 3 ('#1': a comment) and line 4 ('# later': a comment)" in (
        notes(listed, tmp_path)
    )
    listed = read(tmp_path, ABC, "A,B,1G\na,b,rate\nB,C,1G\n")
    assert "cables.csv: line 2: 1 row above these headings, as full as they are, not read: line 1" in notes(
        listed, tmp_path
    )


def test_headings_that_are_not_used_are_named_last(tmp_path: Path) -> None:
    """With the field that one resembles; optional fields that a list lacks are no news."""
    text = "name,kind,height,watts,Rackk,Owner\nA,switch,1,1,R1,me\nB,switch,1,1,,me\n"
    listed = read(tmp_path, text)
    assert notes(listed, tmp_path) == [
        "devices.csv: kept as they are, not read: 'Rackk' (1 cell) and 'Owner' (2 cells); "
        "--map 'Rackk=rack' assigns one."
    ]
    assert listed.fabric.devices[0].attributes == {"Rackk": "R1", "Owner": "me"}
    assert notes(read(tmp_path, text, Rackk="rack", Owner="skip"), tmp_path) == []
    bill = read(tmp_path, ABC, "a,b,rate,Form A,piece\\nA,B,1G,QSFP28,p1\\n")
    assert not any("not read" in note for note in bill.notes)
    *_, last = notes(read(tmp_path, "name,Owner\nA,me\n"), tmp_path)
    assert last.endswith("'Owner' (1 cell); --map 'Owner=FIELD' assigns it.")


def test_notes_on_rows_that_are_left_out_come_first(tmp_path: Path) -> None:
    """What a plan lacks comes before all that is as written; a note has the folder of a file once."""
    text = "a,port a,b,port b,Status,Owner\nA,1,B,1,Remove,me\nA,2,B,2,,me\nB,2,A,2,,me\n"
    told = read(tmp_path, ABC, text).notes
    assert "'Status': 'Remove' 1 left out" in "".join(told[:2])
    assert "kept as they are" in told[-1]
    assert all(note.count(str(tmp_path)) <= 1 for note in told)


@pytest.mark.parametrize(
    "heading",
    ["Start-HE", "Unterste HE", "HE von", "HE unten", "Bottom U", "Lowest U", "Start unit", "U start"],
)
def test_headings_of_the_lowest_unit_fix_a_device(tmp_path: Path, heading: str) -> None:
    """It is not moved."""
    listed = read(tmp_path, f"name,kind,height,watts,rack,{heading}\nA,switch,1,1,R1,7\n")
    assert (listed.fabric.devices[0].unit, listed.fixed, listed.notes) == (7, (True,), ())


@pytest.mark.parametrize("kind", ["Art", "Gerätetyp", "Klasse"])
@pytest.mark.parametrize("height", ["Bauhöhe", "Anzahl HE"])
def test_german_headings_and_heights_are_read(tmp_path: Path, kind: str, height: str) -> None:
    """A height may have its unit: ``2 HE``."""
    listed = read(tmp_path, f"name,{kind},{height},watts\nA,switch,2 HE,1\nB,switch,1U,1\n")
    assert [device.units for device in listed.fabric.devices] == [2, 1]
    assert listed.notes == ()


@pytest.mark.parametrize(("heading", "gbps"), [("Gbit/s", 25), ("Gb/s", 25), ("Mbit/s", 0.025)])
def test_a_unit_alone_names_the_rate(tmp_path: Path, heading: str, gbps: float) -> None:
    """In its own unit."""
    listed = read(tmp_path, ABC, f"a,b,{heading}\nA,B,25\n")
    assert listed.fabric.cables[0].gbps == gbps


def test_devices_without_a_cable_are_named(tmp_path: Path) -> None:
    """Where lists have cables; PDUs only where they have cords."""
    devices = ABC + "P,pdu,0,\nQ,pdu,0,\n"
    assert "1 of 3 devices has no cable: C." in read(tmp_path, devices, "a,b\nA,B\n").notes
    assert "2 of 5 devices have no cable: C and Q." in read(tmp_path, devices, "a,b\nA,B\nA,P\n").notes
    assert not any("no cable" in note for note in read(tmp_path, devices).notes)


@pytest.mark.parametrize(
    ("heading", "gbps"),
    [
        ("configured_speed_gbps", 25),
        ("Negotiated Speed (Mb/s)", 0.025),
        ("Port speed", 25),
        ("Max. speed", 25),
    ],
)
def test_a_rate_may_say_how_it_is_known(tmp_path: Path, heading: str, gbps: float) -> None:
    """In its unit; a plain column of rates counts before it, and words below it are none."""
    assert read(tmp_path, ABC, f"a,b,{heading}\nA,B,25\n").fabric.cables[0].gbps == gbps
    both = read(tmp_path, ABC, f"a,b,{heading},speed\nA,B,25,100G\n").fabric.cables[0]
    assert (both.gbps, both.attributes) == (100, {heading: "25"})
    assert read(tmp_path, ABC, f"a,b,{heading}\nA,B,fast\n").fabric.cables[0].gbps is None


def test_the_first_cable_of_a_path_is_the_cable(tmp_path: Path) -> None:
    """``Cable 1 ID`` and ``Cable 1 Length`` are its id and length."""
    cable = read(tmp_path, ABC, "a,b,rate,Cable 1 ID,Cable 1 Length (m)\nA,B,1G,K7,3\n").fabric.cables[0]
    assert (cable.id, cable.length_mm, cable.attributes) == ("K7", 3000, {})


def test_columns_that_are_kept_for_later_stand_in_the_table(tmp_path: Path) -> None:
    """A serial number and the type of a cable are no field of a list; nothing is kept without a word."""
    request = TableRequest()
    paths = [tmp_path / "devices.csv", tmp_path / "cables.csv"]
    paths[0].write_text("name,kind,height,watts,Serial\nA,switch,1,1,S7\nB,switch,1,1,\n")
    paths[1].write_text("a,b,rate,type\nA,B,1G,smf\n")
    listed = read_lists(paths, CABINETS, request)
    assert [(one.heading, one.meaning, one.example, one.count) for one in request.report.kept] == [
        ("Serial", "kept as it is", "S7", 1),
        ("type", "medium, rate or lane it names", "smf", 1),
    ]
    assert [row[1:3] for row in understood_table(request.report).rows][-2:] == [
        ("Serial", "kept as it is"),
        ("type", "medium, rate or lane it names"),
    ]
    assert not any("not read" in note for note in listed.notes)
    assert listed.fabric.cables[0].attributes == {"type": "smf"}


def test_a_type_beside_the_kind_is_the_model(tmp_path: Path) -> None:
    """If most of its cells have a digit, and no other column is the model."""
    rows = "name,Art,Typ,height,watts\nA,Server,PowerEdge R760,1,1\nB,Switch,SN5600,1,1\n"
    listed = read(tmp_path, rows)
    assert [(one.kind, one.model) for one in listed.fabric.devices] == [
        ("server", "PowerEdge R760"),
        ("switch", "SN5600"),
    ]
    listed = read(tmp_path, "name,Art,Typ,height,watts\nA,Server,physisch,1,1\n")
    assert (listed.fabric.devices[0].model, listed.fabric.devices[0].attributes["Typ"]) == ("", "physisch")


def test_cables_to_be_removed_are_left_out(tmp_path: Path) -> None:
    """As a column of actions says; the option takes them."""
    (tmp_path / "d.csv").write_text("name,kind,height,watts\nx,switch,1,1\ny,switch,1,1\n")
    rows = "a,port a,b,port b,Action\nx,1,y,1,Create\nx,2,y,2,Remove\nx,3,y,3,abbauen\n"
    (tmp_path / "c.csv").write_text(rows)
    files = [tmp_path / "d.csv", tmp_path / "c.csv"]
    request = TableRequest()
    assert len(read_lists(files, (), request).fabric.cables) == 1
    told = "c.csv: 'Action': 'Create' 1 kept, 'Remove' 1 and 'abbauen' 1 left out"
    assert any(told in note for note in request.report.notes)
    kept = read_lists(files, (), TableRequest(columns={"Action": "skip"}))
    assert len(kept.fabric.cables) == 3


def test_a_cable_to_a_withdrawn_device_names_its_row(tmp_path: Path) -> None:
    """And the option that keeps it; pasted, it loads the lists."""
    (tmp_path / "d.csv").write_text("name,kind,height,watts,Status\nx,switch,1,1,\ny,switch,1,1,Remove\n")
    (tmp_path / "c.csv").write_text("a,port a,b,port b\nx,1,y,1\n")
    files = [tmp_path / "d.csv", tmp_path / "c.csv"]
    with pytest.raises(
        InputError, match=r"no device 'y'; its row, .*line 3, is left out for 'Remove'"
    ) as refused:
        read_lists(files, (), TableRequest())
    assert 'map "Status:Remove=keep rows" keeps it' in str(refused.value)
    kept = read_lists(files, (), TableRequest(columns={"Status:Remove": "keep rows"}))
    assert [device.name for device in kept.fabric.devices] == ["x", "y"]


@pytest.mark.parametrize(
    "devices",
    [
        "name,model,rack,unit\nA,X1,R1,1\nTotal,1,,\n",
        "name,rack,unit\nA,R1,1\nTotal,1,\n",
        "name,qty,rack\nA,1,R1\nTotal: 24,,\n",
        "name\nA\nTotal: 24\n",
        "name,model\nA,X1\nTotal,24 devices\n",
        "Rack R1\nname,unit\nA,1\nTotal: 1,\n",
    ],
)
def test_a_number_beside_the_word_for_a_total_is_a_sum(tmp_path: Path, devices: str) -> None:
    """Below any heading, also where names, models or racks are texts."""
    listed = read(tmp_path, devices)
    assert [device.name for device in listed.fabric.devices] == ["A"]
    told = [note for note in notes(listed, tmp_path) if "1 row of sums left out" in note]
    assert len(told) == 1


def test_sums_of_cables_are_counted_with_their_lines(tmp_path: Path) -> None:
    """Also if both columns of ends have texts; a cable of a device that is called so stays."""
    cables = "a,port a,b,port b,length\nA,1,B,1,3\nTotal,1,cables,,3\nB,2,C,1,3\nTotal,2,,,6\nSum,2,all,,\n"
    listed = read(tmp_path, ABC, cables)
    assert ends(listed) == ["AB", "BC"]
    assert "cables.csv: 3 rows of sums left out: line 3 ('Total'), line 5 ('Total') and line 6 ('Sum')" in (
        notes(listed, tmp_path)
    )
    listed = read(tmp_path, ABC + "Total,switch,1,1\n", "a,port a,b,port b\nTotal,Eth1,B,Eth1\n")
    assert ends(listed) == ["TotalB"]


def test_a_dutch_list_of_cross_connects_is_read(tmp_path: Path) -> None:
    """By its headings, its statuses and its total, whatever column that is in."""
    path = tmp_path / "list.csv"
    path.write_text(
        "XC-ID;A-zijde kast;A-zijde paneel;A-zijde poort;Z-zijde kast;Z-zijde paneel;Z-zijde poort;"
        "Status;Prijs\n"
        "XC1;R1;PP-A;1/2;R2;PP-B;3/4;Actief;125,00\n"
        "XC2;R1;PP-A;3/4;R2;PP-B;5/6;In aanvraag;125,00\n"
        "XC3;R1;PP-A;5/6;R2;PP-B;7/8;Opgezegd;125,00\n"
        ";;;;;;;Totaal;375,00\n",
        encoding="utf-8",
    )
    cabinets = (FloorCabinet("R1", units=42), FloorCabinet("R2", units=42))
    fabric = read_lists([path], cabinets).fabric
    assert [(cable.id, cable.installed) for cable in fabric.cables] == [("XC1", True), ("XC2", False)]
    assert [device.name for device in fabric.devices] == ["PP-A", "PP-B"]


def test_the_upper_line_of_merged_headings_is_no_row_that_is_not_read(tmp_path: Path) -> None:
    """It shares the texts of merged cells with the line below it."""
    path = tmp_path / "list.csv"
    path.write_text(
        "Ref,LEFT,LEFT,RIGHT,RIGHT,Rem\nRef,Device,Port,Device,Port,Rem\n1,sw1,1,sw2,1,x\n2,sw1,2,sw2,2,y\n"
    )
    listed = read_lists([path], (FloorCabinet("R1", units=42),))
    assert len(listed.fabric.cables) == 2
    assert not any("above these headings" in note for note in listed.notes)


def test_equal_words_in_sums_leave_ids_to_the_cables(tmp_path: Path) -> None:
    """A column of numbers stays that of ids if only rows without ends repeat a text in it."""
    cables = "No.,a,port a,b,port b\n001,A,1,B,1\n002,B,2,C,1\nTotals,,,,\nDAC,,,,\nDAC,,,,\n"
    listed = read(tmp_path, ABC, cables)
    assert [cable.id for cable in listed.fabric.cables] == ["001", "002"]
