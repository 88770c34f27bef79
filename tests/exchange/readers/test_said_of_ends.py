"""What tables say of ends and kinds, beyond the round trips."""

from netfloor.fabric.fabric import SERVER, SWITCH

OPA = (
    "Rack Group,Rack,Name,Name-2,Port,Type,Rack Group,Rack,Name,Name-2,Port,Type,Label,Length,Details\n"
    "G,A01,host,hfi1_0,1,FI,G,A02,edge,,1,SW,,5,\n"
    ",,host,hfi1_1,1,,,,edge,,2,,,5,\n"
)


def test_a_host_of_omni_path_may_have_two_adapters(read):
    """``Name-2`` is the adapter, and each has a port 1: two cables, not one port twice."""
    found = read("opa", OPA, "x.csv")
    [host] = [index for index, device in enumerate(found.devices) if device.kind == SERVER]
    ends = [end for cable in found.cables for end in cable.ends if end.device == host]
    assert [(end.port, end.port_name) for end in ends] == [(1, "hfi1_0/1"), (2, "hfi1_1/1")]


def test_headings_of_places_may_stand_twice_beside_named_ends(read):
    """``Source,Rack,U,Destination,Rack,U``: the places of both ends, not of none."""
    found = read("edges", "Source,Rack,U,Destination,Rack,U,Length\na,A01,40,b,A02,41,5 m\n", "x.csv")
    places = {d.name: (found.cabinets[d.cabinet].name, d.unit) for d in found.devices}
    assert places == {"a": ("A01", 40), "b": ("A02", 41)}


def test_nodes_that_are_guessed_are_counted(read):
    """A type such as a server's model says nothing, and a guess must be seen."""
    heads = "A-Node Name,A-Type,A-Port,Z-Node Name,Z-Type,Z-Port\n"
    found = read("p2p", heads + "dgx,DGX-H100,OSFP1,one,switch,1\nbox,R760,OSFP1,one,switch,2\n", "x.csv")
    assert {d.name: d.kind for d in found.devices} == {"dgx": SERVER, "one": SWITCH, "box": SERVER}
    assert any(note.startswith("no type given for 1 device: ") for note in found.notes)
    assert any("1 type of devices names neither switch nor server, such as R760" in n for n in found.notes)
    known = read("p2p", heads + "dgx,DGX-H100,OSFP1,one,switch,1\n", "y.csv")
    assert known.notes == ()
