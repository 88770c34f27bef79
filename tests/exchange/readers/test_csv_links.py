"""Lists of cables: headings in any order, and what people hand over instead of them."""

import io

import openpyxl
import pytest
from small_files import Bad, check_refused

from netfloor.exchange.imported.network import network_of
from netfloor.foundation.errors import InputError

CABLES = [[("a", "swp1"), ("b", "swp2")], [("a", 7), ("c", 8)]]


def ends(fabric):
    """Return each cable by the names of its ends."""
    return [
        [(fabric.devices[end.device].name, end.port_name or end.port) for end in cable.ends]
        for cable in fabric.cables
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a,swp1,b,swp2\na,7,c,8\n",
        "device;port;device;port\na;swp1;b;swp2\n# second rack\na;7;c;8\n",
        "Device A,Device B,Port A,Port B\na,b,swp1,swp2\na,c,7,8\n",
        "From,From Port,To,To Port\na,swp1,b,swp2\na,7,c,8\n",
        "Cable ID\tLocal Device\tLocal Interface\tRemote Device\tRemote Interface\tLength\n"
        "17\ta\tswp1\tb\tswp2\t3 m\n18\ta\t7\tc\t8\t\n",
    ],
)
def test_headings_say_which_column_is_which(read, text):
    """In any order, other columns passed over, and a note says so unless four have their order."""
    fabric = read("csv", text)
    assert ends(fabric) == CABLES
    in_order = text.splitlines()[0].count("Device") < 2 and "Cable" not in text
    assert [note for note in fabric.notes if "by the headings" in note] == [] or not in_order
    assert in_order or any("by the headings a cable is" in note for note in fabric.notes)


def test_names_made_of_the_words_of_headings_are_a_cable(read):
    """A device may be called node-a: a heading has two ports and two devices."""
    assert ends(read("csv", "node-a,p,node-b,q\n")) == [[("node-a", "p"), ("node-b", "q")]]


def test_a_workbook_is_read_by_its_first_filled_sheet(read):
    """A note says which, where there are more."""
    book = openpyxl.Workbook()
    for name in ("cables", "notes"):
        sheet = book.create_sheet(name)
        sheet.append(["device", "port", "device", "port"])
        sheet.append(["a", "swp1", "b", "swp2"])
    buffer = io.BytesIO()
    book.save(buffer)
    fabric = read("csv", buffer.getvalue(), "x.xlsx")
    assert ends(fabric) == CABLES[:1]
    assert any("of 2 sheets, 'cables' is read" in note for note in fabric.notes)


BAD = {
    "has 2 columns": ("a,b\n", "read as edges"),
    "has 5 columns": ("a,1,b,1,3m\n", "headings such as Device A, Port A"),
    "has 1 column;": ("a 1 b 1\n", "commas, semicolons, tabs or bars"),
}


@pytest.mark.parametrize("says", BAD)
def test_another_number_of_columns_is_refused_with_what_to_do(read, says, tmp_path):
    """Lists without ports have a reader of their own; more columns need headings."""
    content, advice = BAD[says]
    for part in (says, advice):
        check_refused(read, Bad("csv", "x.csv", content, part), tmp_path)


def test_types_of_both_ends_say_what_is_a_switch(read, tmp_path):
    """In columns of either order; without types a triangle has none, and is refused with what to give."""
    text = (
        "Device A,Port A,Device B,Port B,Type B,Role A\na,1,b,1,switch,Leaf switch\nb,2,c,1,server,switch\n"
    )
    kinds = {device.name: device.kind for device in read("csv", text).devices}
    assert kinds == {"a": "switch", "b": "switch", "c": "server"}
    triangle = read("csv", "a,1,b,1\nb,2,c,1\nc,2,a,2\n")
    with pytest.raises(InputError, match="3 cables or more") as refused:
        network_of(triangle, tmp_path / "l.csv", None)
    assert "'type a' and 'type b'" in str(refused.value.told("{}".format))
