"""Group headings above headings of which one is unknown, and headings of alternatives."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, FloorCabinet
from netfloor.foundation.errors import InputError

_ROOM = (FloorCabinet("Q2", units=42), FloorCabinet("Q3", units=42))
_GROUPS = {
    "fr": ("Extrémité A", "Extrémité B", "Baie,U", "Port"),
    "de": ("Von", "Nach", "Schrank,HE", "Anschluss"),
    "en": ("Side A", "Side B", "Rack,U", "Port"),
}
_ROW = "1,Q2,40,rt1,xe-0/0/0,Q3,42,sw2,01"


def _read(folder: Path, text: str, **columns: str) -> ListedFabric:
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8")
    return read_lists([path], _ROOM, TableRequest(columns))


def _text(language: str, device: str) -> str:
    a, b, place, port = _GROUPS[language]
    side = f"{place},{device},{port}"
    return (
        f",{a},,,,{b},,,\nN°,{side},{side}\n{_ROW}\n{_ROW.replace('0/0/0', '0/0/1').replace('01', '02')}\n"
    )


def _ends(listed: ListedFabric) -> list[tuple[str, int | None, str]]:
    devices = listed.fabric.devices
    return [
        (devices[end.device].name, devices[end.device].unit, end.port_text)
        for end in listed.fabric.cables[0].ends
    ]


_FIRST = [("rt1", 40, "xe-0/0/0"), ("sw2", 42, "01")]


@pytest.mark.parametrize("language", _GROUPS)
@pytest.mark.parametrize(
    "device",
    ["Équipement / Tiroir", "Device or Drawer", "Gerät oder Panel", "Switch / Server", "Panel ou nœud"],
)
def test_alternatives_of_known_words_are_known(language: str, device: str, tmp_path: Path) -> None:
    """Such a heading implies no kind for all devices below it."""
    listed = _read(tmp_path, _text(language, device))
    assert _ends(listed) == _FIRST
    assert not any(one.kind == PANEL for one in listed.fabric.devices)


@pytest.mark.parametrize("language", _GROUPS)
def test_only_the_unknown_heading_is_asked_about(language: str, tmp_path: Path) -> None:
    """With an option for each end that can be pasted."""
    text = _text(language, "Zzgl")
    with pytest.raises(InputError) as caught:
        _read(tmp_path, text)
    a, b, *_ = _GROUPS[language]
    assert f'say which with map "{a} Zzgl=a" map "{b} Zzgl=b"' in str(caught.value)
    assert _ends(_read(tmp_path, text, **{f"{a} Zzgl": "a", f"{b} Zzgl": "b"})) == _FIRST


def test_letters_of_all_columns_leave_both_rows_headings(tmp_path: Path) -> None:
    """The second heading row is no data if the user maps every column by letter."""
    targets = ("rack a", "unit a", "a", "port a", "rack b", "unit b", "b", "port b")
    listed = _read(tmp_path, _text("fr", "Zzgl"), **dict(zip("BCDEFGHI", targets, strict=True)))
    assert len(listed.fabric.cables) == 2
    assert _ends(listed) == _FIRST


def test_a_tenant_is_no_end_without_a_far_end_in_french(tmp_path: Path) -> None:
    """NetBox exports the tenant of each cable; ``Termination A`` stays the port of ``Device A``."""
    path = tmp_path / "list.csv"
    path.write_text("Device A,Termination A,Device B,Termination B,Tenant\nsrv1,e0,sw1,e1,\n")
    (cable,) = read_lists([path], ()).fabric.cables
    assert [end.port_text for end in cable.ends] == ["e0", "e1"]
    path.write_text("Tenant,Port,Aboutissant,Port\nsrv1,e0,sw1,e1\n")
    assert [device.name for device in read_lists([path], ()).fabric.devices] == ["srv1", "sw1"]
