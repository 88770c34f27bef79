"""A list says the same of its devices and cables to a plan and to an import."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import End, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

ENDS = "From,Rack,U,Port,To,Rack,U,Port,"
LISTS = {
    "every column": (
        "Kabel-Nr.;Von Schrank;Von HE;Von Ger\u00e4t;Von Port;Nach Schrank;Nach HE;Nach Ger\u00e4t;"
        "Nach Port;L\u00e4nge [m];Datenrate;Faser;Farbe;Bemerkung\n"
        "K1;A01;40;leaf1;Eth1/49;B05;U38-39;spine1;Eth1/1;12,5;100G;OM4;aqua;oben\n"
        "K2;A01;40;leaf1;Eth1/50;B05;U38;spine1;Eth1/2;11,0;100G;OM4;aqua;\n"
    ),
    "labels of ports": "a,port a,b,port b\nleaf1,p1,spine1,p7\nleaf1,p2,spine1,p8\nleaf1,swp3,spine1,9\n",
    "no ports": f"{ENDS}Qty\nleaf1,A01,40,-,spine1,A02,38,n/a,2\nleaf2,A01,39,,spine1,A02,38,,1\n",
    "ranges": (
        "a,port a,b,port b,cable id\nsrv[1-3],eth0,leaf1,swp[1-3],K[1-3]\nleaf1,swp49-50,spine1,1-2,T\n"
    ),
    "ranges of words": "a,port a,b,port b\n\"pdu1[a,b]\",1,leaf1,psu[1-2]\n",
    "braces": "a,port a,b,port b\nleaf1,HSN {1..2},spine1,p{1..2}\n",
    "both ends": (
        "Device,Port,Remote Device,Remote Port,Note\nleaf1,Ethernet1/1,spine1,Eth1/1,up\n"
        "spine1,Ethernet1/1,leaf1,Eth1/1,ok\n"
    ),
    "one end in full": (
        "Device,Interface,Neighbor\nleaf1,Eth49,spine1\nleaf2,Eth49,spine1\nspine1,Eth1,leaf1\n"
        "spine1,Eth2,leaf2\n"
    ),
    "slots": "a,slot a,port a,b,port b\nnode1,ocp,1,leaf1,1\nnode1,pcie1,1,leaf1,2\nnode1,-,1,leaf1,3\n",
    "unused ports": "Device,Port,Peer,Peer Port\nleaf1,1,spine1,1\nleaf1,2,N/A,N/A\nleaf1,3,,\n",
    "netbox": (
        "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,length,length_unit\n"
        "leaf1,dcim.interface,Eth1,box1,dcim.frontport,1,3,m\nbox1,dcim.rearport,1,box2,dcim.rearport,1,98,ft\n"
        "box2,dcim.frontport,1,spine1,dcim.interface,Eth1,2,m\n"
    ),
    "consoles": (
        "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n"
        "leaf1,dcim.interface,Eth1,spine1,dcim.interface,Eth1\n"
        "leaf1,dcim.consoleport,con0,ts1,dcim.consoleserverport,7\n"
    ),
    "panels": (
        "Cable ID,From,From Port,To,To Port,Length\nW1,leaf1,Eth1,pp1,1,2\nW2,pp1,1,pp2,1,30\n"
        "W3,pp2,1,spine1,Eth1,2.5\n"
    ),
    "racks on doors": (
        f"{ENDS}\nleaf1,Rack A01,40,1,spine1,A02,38,1,\nleaf1,A01,U40,2,spine1,Rack A02,38,2,\n"
    ),
    "removed": "a,port a,b,port b,action\nleaf1,1,spine1,1,keep\nleaf1,2,spine1,2,remove\n",
    "several cables a row": (
        "Name,Rack,U,Height,Cable 1 To,Cable 1 To Port,Cable 2 To,Cable 2 To Port\n"
        "srv1,A,1,2,leaf1,1,leaf2,1\nsrv2,A,3,2,leaf1,2,leaf2,2\nleaf1,A,40,1,,,,\nleaf2,A,41,1,,,,\n"
    ),
    "hops": (
        "From,From Port,Hop 1 Panel,Hop 1 Port,To,To Port,Cable ID\nleaf1,Eth1,pp1,F1,spine1,Eth1,K1\n"
        "leaf2,Eth1,,,spine1,Eth2,K2\n"
    ),
    "managed switches": 'StartDevice,StartPort,EndDevice,EndPort\n"MF0;leaf1:MQM8700/U1",1,spine1,2\n',
    "rows again": "a,port a,b,port b,speed,length\nl1,1,s1,1,100G,\ns1,1,l1,1,,5\n",
    "pairs": "Link\nleaf1:Eth1 -> spine1:Eth1\nleaf2:Eth1 -> spine1:Eth2\n",
    "rows of ends": "Connection Name;Element;Port\nV1;sw1;49\nV1;sw2;1\nV2;sw1;50\nV2;sw2;2\n",
    "blank headings": (
        "Source,Rack,Location,Slot,,Port,Destination,Rack,Location,,Port\n"
        "mn01,x3000,u01,ocp,-,j1,sw1,x3000,u33,-,j1\n"
    ),
    "models": f"{ENDS}Model A,Model B\nx1,A,1,eth0,x2,A,9,swp1,DGX H100,SN5600\n",
    "fibre": "a,port a,b,port b,fibre,installed\nl1,1,s1,1,OS2 9/125,yes\nl1,2,s1,2,Cat.6A,no\n",
}  # fmt: skip


def _imported(path: Path) -> Fabric:
    """Return the fabric of an import, whose named ports are stated whatever their numbers."""
    fabric = READERS["csv"].tables(path, {}, TableRequest())  # type: ignore[misc]
    named = (
        replace(
            cable,
            **{
                side: replace(end, stated=end.stated or bool(end.port_name))
                for side, end in zip("ab", cable.ends, strict=True)
            },
        )  # type: ignore[arg-type]
        for cable in fabric.cables
    )
    return replace(fabric, cables=tuple(named))


def _planned(path: Path, racks: list[str]) -> Fabric:
    return read_lists([path], [FloorCabinet(name, units=48) for name in racks]).fabric


def devices(fabric: Fabric) -> dict[str, tuple[Any, ...]]:
    """Return kind, model, rack and unit of each device by its name."""
    return {
        one.name: (
            one.kind,
            one.model,
            fabric.cabinet_name(at) if one.cabinet is not None else "",
            one.unit,
        )
        for at, one in enumerate(fabric.devices)
    }


def cables(fabric: Fabric) -> Counter[tuple[Any, ...]]:
    """Return the cables with all that a list says of them; assigned ports have no label."""
    return Counter(
        (
            *sorted((fabric.devices[end.device].name, _label(end)) for end in cable.ends),
            cable.id,
            cable.length_mm,
            cable.gbps,
            cable.kind,
            *sorted(cable.attributes.items()),
        )
        for cable in fabric.cables
    )


def _label(end: End) -> str:
    return end.port_text if end.stated else ""


@pytest.mark.parametrize("name", LISTS)
def test_plan_and_import_read_a_list_alike(name: str, tmp_path: Path) -> None:
    """Devices, racks, units, ports, ids, lengths, rates, colours and notes."""
    path = tmp_path / "list.csv"
    path.write_text(LISTS[name], encoding="utf-8")
    imported = _imported(path)
    planned = _planned(path, [cabinet.name for cabinet in imported.cabinets])
    assert imported.cables
    assert devices(planned) == devices(imported)
    assert cables(planned) == cables(imported)


WRONG = {
    "two racks": f"{ENDS}\nleaf1,A01,40,1,spine1,A02,38,1,\nleaf1,A02,40,2,spine1,A02,38,2,\n",
    "two units": f"{ENDS}\nleaf1,A01,40,1,spine1,A02,38,1,\nleaf1,A01,39,2,spine1,A02,38,2,\n",
    "two models": "a,model a,b,model b\nl1,SN5600,s1,SN4600\nl1,SN2201,s1,SN4600\n",
    "two cables at a port": "a,port a,b,port b\nl1,1,s1,1\nl1,1,s2,1\n",
    "two lengths": "a,port a,b,port b,length\nl1,1,s1,1,3\nl1,1,s1,1,4\n",
    "no device": "a,port a,b,port b,cable id\nl1,1,s1,1,K1\nl2,1,,,K2\n",
    "no length": "a,port a,b,port b,length\nl1,1,s1,1,far\n",
    "no rate": "a,port a,b,port b,rate\nl1,1,s1,1,fast\n",
    "ports and a count": "a,port a,b,port b,count\nl1,1,s1,1,2\n",
    "beyond the headings": "a,port a,b,port b\nl1,1,s1,1,what\n",
    "unequal ranges": "a,port a,b,port b\nl[1-3],1,s1,[1-2]\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_plan_and_import_refuse_a_list_alike(name: str, tmp_path: Path) -> None:
    """In the same words, with the same lines and remedies."""
    path = tmp_path / "list.csv"
    path.write_text(WRONG[name], encoding="utf-8")
    with pytest.raises(InputError) as imported:
        _imported(path)
    with pytest.raises(InputError) as planned:
        _planned(path, ["A01", "A02"])
    assert str(planned.value) == str(imported.value)


NAMES = st.sampled_from(["leaf1", "leaf2", "spine1", "srv1", "pp1", "pp2"])
PORTS = st.sampled_from(["", "1", "2", "p1", "p2", "Eth1/1", "Ethernet1/2", "swp3", "-"])
ROWS = st.lists(
    st.tuples(
        NAMES,
        PORTS,
        NAMES,
        PORTS,
        st.sampled_from(["", "3", "2.5 m", "10 ft", "x"]),
        st.sampled_from(["", "100G", "25 Gb/s"]),
        st.sampled_from(["", "blue", "aqua"]),
    ).filter(lambda row: row[0] != row[2]),
    min_size=1,
    max_size=6,
)


#: Problems of plans alone: an order states colours once, and lacks no cable behind a panel.
OF_PLANS = ("another colour", "no cable is on the other side")


def outcome(read: Callable[[], Fabric]) -> tuple[Counter[tuple[Any, ...]] | None, list[str]]:
    """Return the cables of a list, None if it is refused, and its problems without those of plans alone."""
    try:
        return cables(read()), []
    except InputError as error:
        lines = str(error).split("\n  ")
        return None, [one for one in lines[len(lines) > 1 :] if not any(map(one.__contains__, OF_PLANS))]


@given(ROWS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_rows_are_read_alike(tmp_path: Path, rows: list[tuple[str, ...]]) -> None:
    """The same cables, or the same problems."""
    path = tmp_path / "list.csv"
    text = "a,port a,b,port b,length,rate,colour\n" + "\n".join(map(",".join, rows)) + "\n"
    path.write_text(text, encoding="utf-8")
    cables_of_import, problems = outcome(lambda: _imported(path))
    cables_of_plan, problems_of_plan = outcome(lambda: _planned(path, []))
    assert problems_of_plan == problems
    assert cables_of_plan is None or cables_of_plan == cables_of_import
