"""Links through panels in lists: via, ports of both sides, what is installed, what is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.fabric.links import trace_links
from netfloor.foundation.errors import InputError

Read = Callable[..., Fabric]
RACKS = (FloorCabinet("A01", units=42), FloorCabinet("B01", units=42))
DEVICES = """\
name,kind,rack,unit,height
leaf1,switch,A01,40,1
spine1,switch,B01,40,1
pp1,panel,A01,42,1
pp2,panel,B01,42,1
pp3,panel,A01,41,1
pp4,panel,B01,41,1
"""
HEADS = "a,port a,b,port b,rate,length,via,installed,fibre,id,loss\n"
TRUNK = "pp1,R[1-4],pp2,R[1-4],,18 m,,,OM4,\n"


@pytest.fixture
def listed(tmp_path: Path) -> Read:
    """Return a function that reads cable lists in the two racks."""

    def read(*rows: str) -> Fabric:
        (tmp_path / "devices.csv").write_text(DEVICES)
        (tmp_path / "cables.csv").write_text(HEADS + "".join(f"{row}\n" for row in rows))
        return read_lists([tmp_path / "devices.csv", tmp_path / "cables.csv"], RACKS).fabric

    return read


def path_of(fabric: Fabric, number: int = 0) -> list[str]:
    """Return the ports of a link of several pieces in their order."""
    links = [link for link in trace_links(fabric).links if len(link.pieces) > 1]
    ends = [end for piece in links[number].pieces for end in piece.ends]
    return [f"{fabric.devices[end.device].name} {end.port_text}" for end in ends]


def test_via_is_a_cord_at_each_end(listed: Read) -> None:
    """The cords have the rate of the row and its id with a letter; the fixed cable is installed."""
    fabric = listed(TRUNK.strip(), "leaf1,Eth1/3,spine1,Eth1/1,100G,,pp1 F2 > pp2 F2,,,L7")
    assert path_of(fabric) == [
        *("leaf1 Eth1/3", "pp1 F2", "pp1 R2", "pp2 R2", "pp2 F2", "spine1 Eth1/1"),
    ]
    bought = {cable.id: cable.gbps for cable in fabric.cables if not cable.installed}
    assert bought == {"L7-A": 100, "L7-B": 100}
    trunk = fabric.cables[fabric.cable_of_id["C000002"]]
    assert (trunk.installed, trunk.length_listed, trunk.length_mm, trunk.kind) == (
        True,
        True,
        18_000,
        "OM4",
    )


@pytest.mark.parametrize(
    "via", ["pp1 F2 > pp2 F2", "pp1:F2>pp2:F2", "pp1 F2 -> pp2", "pp1 F2", "pp1/F2 \u2192 pp2/F2"]
)
def test_ways_to_write_one_way(listed: Read, via: str) -> None:
    """The fixed cable says where the second panel is; blanks, colons and arrows as people write them."""
    fabric = listed(TRUNK.strip(), f"leaf1,Eth1/3,spine1,Eth1/1,100G,,{via},,,")
    assert path_of(fabric)[1:5] == ["pp1 F2", "pp1 R2", "pp2 R2", "pp2 F2"]


def test_ranges_of_all_panels_go_in_step(listed: Read) -> None:
    """As those of the other cells of a row."""
    fabric = listed(TRUNK.strip(), "leaf1,Eth1/[3-5],spine1,Eth1/[1-3],100G,,pp1 F[1-3] > pp2 F[1-3],,,")
    assert [path_of(fabric, number)[0::5] for number in range(3)] == [
        [f"leaf1 Eth1/{number + 3}", f"spine1 Eth1/{number + 1}"] for number in range(3)
    ]


def test_open_ports_are_the_lowest_free_ones_that_lead_there(listed: Read) -> None:
    """Named ports are taken first, wherever their row is; blank ports of the ends are assigned too."""
    fabric = listed(
        "leaf1,,spine1,,100G,,pp1 > pp2,,,",
        "leaf1,Eth1/9,spine1,Eth1/9,100G,,pp1 F1 > pp2 F1,,,",
        "spine1,,leaf1,,100G,,pp2 > pp1,,,",
        "pp1,R3,pp4,R3,,,,,,",
        TRUNK.strip()
        .replace("[1-4]", "[1-2,4]")
        .replace("pp1,", '"pp1",', 1)
        .replace("R[1-2,4]", '"R[1-2,4]"'),
    )
    assert path_of(fabric, 0)[1] == "pp1 F1"
    assert path_of(fabric, 1)[1:5] == ["pp1 F2", "pp1 R2", "pp2 R2", "pp2 F2"]
    assert path_of(fabric, 2)[1:5] == ["pp2 F4", "pp2 R4", "pp1 R4", "pp1 F4"]


def test_two_fixed_cables_in_a_row(listed: Read) -> None:
    """A cord joins the second panel and the third in front; it is bought like those at the ends."""
    fabric = listed(
        "pp1,R1,pp2,R1,,,,,,",
        "pp4,R5,pp3,R5,,,,,,",
        "leaf1,Eth1/1,spine1,Eth1/1,100G,,pp1 F1 > pp2 F1 > pp4 F5 > pp3 F5,,,X",
    )
    assert path_of(fabric) == [
        *("leaf1 Eth1/1", "pp1 F1", "pp1 R1", "pp2 R1", "pp2 F1", "pp4 F5"),
        *("pp4 R5", "pp3 R5", "pp3 F5", "spine1 Eth1/1"),
    ]
    assert [cable.id for cable in fabric.cables if not cable.installed] == ["X-A", "X-B", "X-C"]


def test_rows_of_pieces_are_the_same_link(listed: Read) -> None:
    """Also where ports are called alike in front and behind: the fixed cable is behind."""
    rows = ["leaf1,Eth1/1,pp1,1,100G,,,,,", "pp2,1,spine1,Eth1/1,100G,,,,,", "pp1,1,pp2,1,,20 m,,,,"]
    wanted = ["leaf1 Eth1/1", "pp1 1", "pp1 rear 1", "pp2 rear 1", "pp2 1", "spine1 Eth1/1"]
    for order in (rows, rows[::-1]):
        fabric = listed(*order)
        assert path_of(fabric) in (wanted, wanted[::-1])
        assert [cable.installed for cable in fabric.cables] == [
            row.startswith("pp1,1,pp2") for row in order
        ]


def test_a_cross_connection_on_one_panel(listed: Read) -> None:
    """A cord from front to front of one panel joins two fixed cables to devices."""
    fabric = listed(
        "leaf1,Eth1/1,pp1,R1,100G,,,yes,,", "spine1,Eth1/1,pp1,R7,100G,,,yes,,", "pp1,F1,pp1,F7,100G,,,,,"
    )
    assert path_of(fabric) == ["leaf1 Eth1/1", "pp1 R1", "pp1 F1", "pp1 F7", "pp1 R7", "spine1 Eth1/1"]
    assert [cable.installed for cable in fabric.cables] == [True, True, False]


def test_what_is_installed_may_be_said(listed: Read) -> None:
    """A cable between panels is, unless the row says no; another is not, unless the row says yes."""
    cords = "leaf1,Eth1/2,pp1,F1,100G,,,,,", "spine1,Eth1/2,pp2,F1,100G,,,,,"
    fabric = listed("pp1,R1,pp2,R1,,18 m,,no,,", "leaf1,Eth1/1,spine1,Eth1/1,100G,,,x,,", *cords)
    told = [(one.installed, one.length_listed) for one in fabric.cables]
    assert told[:2] == [(False, False), (True, False)]


@pytest.mark.parametrize("via", ["pp1 F2 > pp2 F2", "pp1 > pp2"])
def test_via_goes_through_fixed_cables_that_are_bought(listed: Read, via: str) -> None:
    """As through installed ones; those that no link goes through are spare."""
    fabric = listed("pp1,R[2-4],pp2,R[2-4],,,,no,OM4,", f"leaf1,Eth1/3,spine1,Eth1/1,100G,,{via},,,")
    assert path_of(fabric)[1:5] == ["pp1 F2", "pp1 R2", "pp2 R2", "pp2 F2"]
    assert not any(cable.installed for cable in fabric.cables)


@pytest.mark.parametrize("via", ["pp1 2 > pp2 2", "pp1 2 > pp2", "pp1 > pp2"])
def test_bought_cables_at_ports_without_a_side_are_behind_where_a_link_goes_through(
    listed: Read, via: str
) -> None:
    """A link through their ports, or through panels that nothing else joins, says that they are behind."""
    cords = "leaf1,Eth1/1,pp1,1,100G,,,,,,", "spine1,Eth1/2,pp2,1,100G,,,,,,"
    fabric = listed("pp1,[1-3],pp2,[1-3],,,,no,OM4,", f"leaf1,Eth1/3,spine1,Eth1/1,100G,,{via},,,", *cords)
    path = path_of(fabric, 1 if path_of(fabric)[0] == "leaf1 Eth1/1" else 0)
    assert path == ["leaf1 Eth1/3", "pp1 2", "pp1 rear 2", "pp2 rear 2", "pp2 2", "spine1 Eth1/1"]
    assert len(trace_links(fabric).links) == 2
    assert not any(cable.installed for cable in fabric.cables)


def test_a_bought_cable_beside_a_fixed_one_is_no_way(listed: Read) -> None:
    """It may be a cord in front: a link that names no ports goes through the fixed one."""
    rows = "pp1,5,pp2,5,,,,no,,", "leaf1,Eth1/3,spine1,Eth1/1,100G,,pp1 > pp2,,,"
    for own in (rows, rows[1:]):
        fabric = listed(TRUNK.strip(), *own)
        assert path_of(fabric)[1:5] == ["pp1 F1", "pp1 R1", "pp2 R1", "pp2 F1"]
        bought = [cable for cable in fabric.cables if cable.a.port_text == "5"]
        assert [cable.installed for cable in bought] == [False] * (len(own) - 1)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,pp1 F1 > pp2 F2,,,", "the fixed cable there leads to pp2 F1"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,pp1 F9 > pp2 F9,,,", "no fixed cable is behind that port"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,pp1 R1 > pp2 R1,,,", "that port is behind the panel"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,pp3 > pp4,,,", "no port that leads to pp4 is free"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,pq F1,,,", "does not name a panel"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,spine1 F1,,,", "spine1 is not a panel"),
        ("leaf1,Eth1/1,pp2,F1,100G,,pp1 F1,,,", "via leads from a panel, pp2"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,3 m,pp1 F1,,,", "length of a link via panels"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,pp1 F1,yes,,", "installed of a link via panels"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,pp1 F1,,,,0.4 dB", "loss of a link via panels"),
        ("leaf1,Eth1/[1-2],spine1,Eth1/[1-2],100G,,pp1 F[1-3],,,", "ranges of unequal length"),
        ("leaf1,Eth1/[1-2],spine1,Eth1/[1-2],100G,,pp1 F1,,,", "port pp1 F1 is used twice"),
        ("leaf1,Eth1/1,pp1,F8,100G,,,,,", "ends at pp1 F8: no cable is on the other side of that port"),
        ("leaf1,Eth1/1,pp1,F2,100G,,,,,", "ends at pp2 R2: no cable is on the other side of that port"),
        ("leaf1,Eth1/1,pp3,R1,100G,,,,,", "a row with the cable in front, at pp3 F1"),
        ("pp1,F2,pp2,F2,,,,,,", "form a loop"),
        ("pp3,F2,pp4,F2,,,,,,", "lead to no device at either end"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,,perhaps,,", "installed 'perhaps'; yes or no"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,,,wood,", "fibre 'wood'; such as OM4, OS2, DAC"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,,,COM10,", "fibre 'COM10'; such as OM4, OS2, DAC"),
        ("leaf1,Eth1/1,spine1,Eth1/1,100G,,,,OM3/OM4,", "fibre is OM3 and OM4; one type"),
        ("pp1,R9,pp1,R9,,,,,,", "a cable joins pp1 to itself"),
    ],
)
def test_what_leads_nowhere_is_refused_by_line(listed: Read, row: str, message: str) -> None:
    """With what is wrong, and the row that would be right."""
    with pytest.raises(InputError, match=r"cables\.csv: line 3: ") as refused:
        listed(TRUNK.strip(), row)
    assert message in str(refused.value)


def test_all_that_leads_nowhere_is_refused_at_once(listed: Read) -> None:
    """Each by its line."""
    with pytest.raises(InputError) as refused:
        listed(
            TRUNK.strip(),
            "leaf1,Eth1/1,pp1,F8,100G,,,,,",
            "leaf1,Eth1/2,pp1,F2,100G,,,,,",
            "pp3,F2,pp4,F2,,,,,,",
        )
    told = str(refused.value)
    assert "3 problems" in told
    assert all(f"cables.csv: line {line}: " in told for line in (3, 4, 5))


def test_ports_stay_where_they_are_as_a_plan_grows(listed: Read, tmp_path: Path) -> None:
    """A row above others takes no port of theirs."""
    from netfloor.exchange.lists.kept import OldFabric  # noqa: PLC0415

    old = listed(TRUNK.strip(), "leaf1,Eth1/1,spine1,Eth1/1,100G,,pp1 > pp2,,,")
    rows = "spine1,Eth1/9,pp3,F1,100G,,,,,\npp3,R1,leaf1,Eth1/9,100G,,,,,\n"
    more = f"spine1,Eth1/5,leaf1,Eth1/5,100G,,pp2 > pp1,,,\n{rows}"
    (tmp_path / "cables.csv").write_text(
        f"{HEADS}{TRUNK}{more}leaf1,Eth1/1,spine1,Eth1/1,100G,,pp1 > pp2,,,\n"
    )
    files = [tmp_path / "devices.csv", tmp_path / "cables.csv"]
    grown = read_lists(files, RACKS, old=OldFabric(old, 100)).fabric
    found = {path_of(grown, number)[0]: path_of(grown, number)[1] for number in (0, 1, 2)}
    assert found["leaf1 Eth1/1"] == "pp1 F1"
    assert found["spine1 Eth1/5"] == "pp2 F2"


def test_a_side_by_letter_and_by_word_is_one_port(listed: Read) -> None:
    """``R1`` and `rear 1` hold one fixed cable: the same is stated twice, another length contradicts it."""
    assert len(listed("pp1,R1,pp2,R1,,5 m", "pp1,rear 1,pp2,Rear 1,,5 m").cables) == 1
    with pytest.raises(InputError, match=r"line 3: another length for the cable of .*line 2"):
        listed("pp1,R1,pp2,R1,,5 m", "pp2,rear 1,pp1,1R,,3 m")
    with pytest.raises(InputError, match="line 3: port pp1 rear 1 is used twice"):
        listed("pp1,R1,pp2,R1", "pp1,rear 1,pp2,R2")


CROSS = "Rack A,Panel A,Port A,Rack B,Panel B,Port B"


def _trunks(folder: Path, head: str, *rows: str, **options: str) -> tuple[list[bool], tuple[str, ...]]:
    """Return whether each cable of a cable list between panels is installed, and the notes."""
    path = folder / "trunks.csv"
    path.write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
    request = TableRequest(columns={name.replace("_", " "): target for name, target in options.items()})
    listed = read_lists([path], RACKS, request).fabric
    return [cable.installed for cable in listed.cables], listed.notes


_BETWEEN = ("A01,PP-1,1,B01,PP-2,1", "A01,PP-1,2,B01,PP-2,2")


@pytest.mark.parametrize(
    ("head", "said", "options", "installed"),
    [
        (",Status", ("Active", "On order"), {}, [True, False]),
        (",Status", ("planned", "planned"), {}, [False, False]),
        (",Status", ("Active", "Active"), {}, [True, True]),
        (",Status", ("Active", "On order"), {"Status:Active": "keep rows"}, [False, False]),
        (",Status", ("Foo", "Bar"), {"Status:Foo": "keep rows", "Status:Bar": "keep rows"}, [False, False]),
        (",Status", ("Foo", "On order"), {"Status:On order": "installed rows"}, [True, True]),
        (",Installed", ("yes", "no"), {}, [True, False]),
        (",Remark", ("a", "b"), {}, [True, True]),
        (",Remark", ("a", "b"), {"Panel A": "a to buy"}, [False, False]),
    ],
)
def test_cables_between_panels_are_installed_if_nothing_else_is_said(
    tmp_path: Path, head: str, said: tuple[str, str], options: dict[str, str], installed: list[bool]
) -> None:
    """A status, an option for its value, a column Installed and the option to buy all come first."""
    rows = [f"{row},{text}" for row, text in zip(_BETWEEN, said, strict=True)]
    found, _ = _trunks(tmp_path, CROSS + head, *rows, **options)
    assert found == installed


def test_a_note_says_why_such_cables_count_as_installed(tmp_path: Path) -> None:
    """Between panels, with the number and the option that buys them, which works."""
    _, notes = _trunks(tmp_path, CROSS, *_BETWEEN)
    (note,) = (note for note in notes if "between panels" in note)
    assert "2 are taken so because they are between panels, first " in note
    assert 'map "Panel A=a to buy" or no in a column Installed buys such cables' in note
    found, notes = _trunks(tmp_path, CROSS, *_BETWEEN, **{"Panel A": "a to buy"})
    assert found == [False, False]
    assert not any("between panels" in note for note in notes)


def test_panels_without_a_rack_ask_for_one_or_buy_their_cables(tmp_path: Path) -> None:
    """An installed cable fixes the places of its ends, which a plan then has to know."""
    head, row = "Panel A,Port A,Panel B,Port B", "PP-1,1,PP-2,1"
    path = tmp_path / "list.csv"
    path.write_text(f"{head}\n{row}\n")
    listed = read_lists([path], RACKS)
    with pytest.raises(InputError, match=r'2 panels without a rack.*map "Panel A=a to buy"'):
        listed.refuse_unplaced()
    assert _trunks(tmp_path, head, row, **{"Panel A": "a to buy"})[0] == [False]


def test_a_trunk_to_buy_is_behind_the_panels_of_its_cords(tmp_path: Path) -> None:
    """Whichever row comes first: the cords keep their ports in front."""
    cords = ("A01,leaf1,e1,A01,PP-1,1,planned", "B01,spine1,e1,B01,PP-2,1,planned")
    trunk = f"{_BETWEEN[0]},planned"
    for rows in ((trunk, *cords), (*cords, trunk)):
        path = tmp_path / "list.csv"
        path.write_text("\n".join((f"{CROSS},Status".replace("Panel", "Device"), *rows)) + "\n")
        fabric = read_lists([path], RACKS).fabric
        assert path_of(fabric) == [
            *("leaf1 e1", "PP-1 1", "PP-1 rear 1", "PP-2 rear 1", "PP-2 1", "spine1 e1"),
        ]
        assert not any(cable.installed for cable in fabric.cables)


def test_one_trunk_of_several_with_a_cord_carries_its_own_port_alone(tmp_path: Path) -> None:
    """A trunk is of all ports in front only if it is the only cable between its panels."""
    cords = ("A01,leaf1,e1,A01,PP-1,1", "B01,spine1,e1,B01,PP-2,1")
    path = tmp_path / "list.csv"
    path.write_text(
        "\n".join((CROSS.replace("Panel", "Device"), *_BETWEEN, "A01,PP-1,3,B01,PP-2,3", *cords)) + "\n"
    )
    fabric = read_lists([path], RACKS).fabric
    assert path_of(fabric)[1:5] == ["PP-1 1", "PP-1 rear 1", "PP-2 rear 1", "PP-2 1"]
    assert len(trace_links(fabric).links) == 1
