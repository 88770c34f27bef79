"""Patch lists: cables that end at panels of unknown far side, and jumpers within one device."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.asked import parse_map
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, FloorCabinet
from netfloor.fabric.links import trace_links
from netfloor.foundation.errors import InputError, as_option

CABINETS = (FloorCabinet("A01", units=42),)
_HEADS = {
    "en": "Cable ID,Device A,Port A,Device B,Port B,Length",
    "de": "Kabelnummer,Gerät A,Port A,Gerät B,Port B,Länge (m)",
    "fr": "N° câble,Équipement A,Port A,Équipement B,Port B,Longueur (m)",
    "es": "ID de cable,Equipo A,Puerto A,Equipo B,Puerto B,Longitud (m)",
}
_MAP = re.compile(r'--map "([^"]*)"')


def _read(folder: Path, head: str, *rows: str, options: tuple[str, ...] = ()) -> ListedFabric:
    path = folder / "list.csv"
    path.write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
    return read_lists([path], CABINETS, TableRequest(parse_map(options, (CABLES, DEVICES))))


def _offered(error: InputError) -> tuple[str, ...]:
    """Return the options that a refusal offers, as pasted from a terminal."""
    return tuple(dict.fromkeys(_MAP.findall(error.told(as_option))))


@pytest.mark.parametrize("head", _HEADS.values(), ids=_HEADS)
@pytest.mark.parametrize(
    "row", ["K2,sw1,2,PP-A,07,1", "K2,Patchfeld 3,12,sw1,2,1", "K2,sw1,2,panneau B,F7,1"]
)
def test_a_panel_of_which_nothing_else_is_listed_is_an_end(head: str, row: str, tmp_path: Path) -> None:
    """The cable is kept with its ports; a note names it and says that no bill has it."""
    listed = _read(tmp_path, head, "K1,srv1,eth0,sw1,1,2", row)
    assert [cable.id for cable in listed.fabric.cables] == ["K1", "K2"]
    assert [device.kind for device in listed.fabric.devices].count(PANEL) == 1
    (note,) = (note for note in listed.notes if "behind their panels" in note)
    assert "1 cable without" in note
    assert "K2 at " in note
    assert "not in the bill" in note


@pytest.mark.parametrize("head", _HEADS.values(), ids=_HEADS)
def test_a_panel_with_other_paths_asks_and_the_option_keeps_the_cable(head: str, tmp_path: Path) -> None:
    """A port without a continuation may be a mistake there; pasting the offered option accepts it."""
    rows = ("K1,sw1,1,PP-A,F1,1", "T1,PP-A,R1,PP-B,R1,9", "K2,PP-B,F1,sw2,1,1", "K3,sw1,3,PP-A,F3,1")
    with pytest.raises(InputError, match="ends at PP-A F3") as refused:
        _read(tmp_path, head, *rows)
    (option,) = _offered(refused.value)
    assert option.endswith("=b as ends")
    listed = _read(tmp_path, head, *rows, options=(option,))
    assert {cable.id for cable in listed.fabric.cables} == {"K1", "T1", "K2", "K3"}
    assert any("K3 at PP-A F3" in note and "1 cable without" in note for note in listed.notes)


@pytest.mark.parametrize(
    "rear",
    [
        "1 hinten",
        "R\u00fcckseite 1",
        "AR 1",
        "1 arri\u00e8re",
        "detr\u00e1s 1",
        "1 achter",
        "1|hinten",
        "retro 1",
    ],
)
def test_rears_of_panels_have_words_in_six_languages(rear: str, tmp_path: Path) -> None:
    """The cable between the rears joins the cords in front to one link, and counts as installed."""
    rows = ("K1,sw1,1,PP-A,1,1", f"T1,PP-A,{rear},PP-B,{rear},9", "K2,PP-B,1,sw2,1,1")
    fabric = _read(tmp_path, _HEADS["en"], *rows).fabric
    (link,) = trace_links(fabric).links
    assert [piece.id for piece in link.pieces] == ["K1", "T1", "K2"]
    assert [cable.installed for cable in fabric.cables] == [False, True, False]


def test_ports_that_may_be_the_other_side_are_named(tmp_path: Path) -> None:
    """A word that is not known, and a rear of another name, are why the path ends there."""
    rows = ("K1,sw1,1,PP-A,1,1", "T1,PP-A,1 dahinter,PP-B,R7,9", "K2,PP-B,01-02,sw2,1,1")
    with pytest.raises(InputError, match="ends at PP-A 1") as refused:
        _read(tmp_path, _HEADS["en"], *rows)
    told = refused.value.told(as_option)
    assert "at PP-A rear 1 (PP-A has '1 dahinter', which netfloor does not take for its other side)" in told
    assert "at PP-B rear 01-02 (PP-B has 'R7', which netfloor does not take for its other side)" in told


def test_a_loop_through_panels_stays_refused(tmp_path: Path) -> None:
    """The option accepts no circle."""
    rows = ("T1,PP-A,R1,PP-B,R1,9", "K2,PP-A,F1,PP-B,F1,1")
    with pytest.raises(InputError, match="form a loop"):
        _read(tmp_path, _HEADS["en"], *rows, options=("Device B=b as ends",))


@pytest.mark.parametrize("head", _HEADS.values(), ids=_HEADS)
def test_jumpers_ask_and_the_option_counts_them_by_length(head: str, tmp_path: Path) -> None:
    """A cable between two ports of one device has no route: its listed length is all that is known."""
    jumpers = ("K2,sw1,47,sw1,48,1", "K3,sw1,45,sw1,46,1", "K4,srv1,eth1,srv1,eth2,")
    rows = ("K1,srv1,eth0,sw1,1,2", *jumpers)
    with pytest.raises(InputError, match="a cable joins sw1 to itself") as refused:
        _read(tmp_path, head, *rows)
    (option,) = _offered(refused.value)
    listed = _read(tmp_path, head, *rows, options=(option,))
    assert [cable.id for cable in listed.fabric.cables] == ["K1"]
    (note,) = (note for note in listed.notes if "two ports of one device" in note)
    assert note.startswith("3 cables between two ports of one device left out, first ")
    assert "line 3 (sw1 47 to 48): 2 of 1 m and 1 without a listed length; they are not in the bill" in note


def test_one_port_to_itself_is_never_a_jumper(tmp_path: Path) -> None:
    """No cable has one port at both ends, and one without ports may be a mistake."""
    for row in ("K2,sw1,47,sw1,47,1", "K2,sw1,,sw1,,1"):
        with pytest.raises(InputError, match="a cable joins sw1 to itself; two devices") as refused:
            _read(tmp_path, _HEADS["en"], "K1,srv1,eth0,sw1,1,2", row)
        assert not _offered(refused.value)


@pytest.mark.parametrize("option", ["Port B=port b as ends", "Length=length without jumpers", "b as end"])
def test_the_suffixes_are_of_devices_alone(option: str) -> None:
    """Elsewhere they are nothing that a column can be."""
    with pytest.raises(InputError, match=r"is not a meaning of a column|is not a map"):
        parse_map([option], (CABLES, DEVICES))


def test_many_paths_of_one_option_are_one_problem(tmp_path: Path) -> None:
    """With their rows, and the first ports; the option accepts them all."""
    rows = ["K1,sw1,1,PP-A,F1,1", "T1,PP-A,R1,PP-B,R1,9", "K2,PP-B,F1,sw2,1,1"]
    rows += [f"L{port},sw1,{port},PP-A,F{port},1" for port in range(3, 8)]
    with pytest.raises(InputError, match="5 paths end at ports of panels") as refused:
        _read(tmp_path, _HEADS["en"], *rows)
    text = refused.value.told(as_option)
    assert "lines 5, 6, 7, 8 and 9: " in text
    assert "PP-A F3, PP-A F4, PP-A F5 and 2 more" in text
    assert len(_read(tmp_path, _HEADS["en"], *rows, options=_offered(refused.value)).fabric.cables) == 8


def test_devices_whose_cables_are_joined_on_at_both_ends_are_panels(tmp_path: Path) -> None:
    """Their names say nothing: ports of one number are front and rear, and links go through them."""
    rows = [f"T{port},TO-1,{port},TO-2,{port},9" for port in (1, 2)]
    rows += [f"K{port},sw1,{port},TO-1,{port},1" for port in (1, 2)]
    rows += [f"L{port},TO-2,{port},sw2,{port},1" for port in (1, 2)]
    fabric = _read(tmp_path, _HEADS["en"], *rows).fabric
    assert [device.kind for device in fabric.devices if device.name.startswith("TO")] == [PANEL] * 2
    assert [len(link.pieces) for link in trace_links(fabric).links] == [3, 3]


def test_one_port_used_twice_at_both_ends_is_a_mistake(tmp_path: Path) -> None:
    """And a cable listed from both ends joins nothing on."""
    rows = ("K1,x1,1,x2,1,9", "K2,y1,1,x1,1,9", "K3,x2,1,y2,1,9")
    with pytest.raises(InputError, match="is used twice"):
        _read(tmp_path, _HEADS["en"], *rows)
    twice = [f"K{port},x1,{port},x2,{port},9" for port in (1, 2)]
    again = [f"K{port},x2,{port},x1,{port},9" for port in (1, 2)]
    fabric = _read(tmp_path, _HEADS["en"], *twice, *again).fabric
    assert len(fabric.cables) == 2
    assert PANEL not in {device.kind for device in fabric.devices}
