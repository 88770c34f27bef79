"""Drawings: DOT with ports, yEd's GraphML and GEXF, and what is read of them."""

import pytest

from netfloor.exchange.job import Job, checked_values
from netfloor.exchange.writers import EXPORTERS
from netfloor.fabric.fabric import SERVER, SWITCH
from netfloor.foundation.errors import InputError

PTM = """\
graph lab {
 graph [hostidtype="hostname", version="1:0"]; edge [dir=none]
 "leaf1" [function="leaf" os="cumulus-vx" memory="768"]
 "edge1" [function="spine" model="SN4600"]
 "box1" [function="host"]
 "leaf1":"swp51" -- "edge1":"swp1" [left_mac="00:03:00:11:11:01" speed="100G"]
 "leaf1":"swp52" -- "edge1":"swp2"
 "box1":"eth0" -- "leaf1":"swp1"
}
"""
YED = """<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
 <key for="node" id="d6" yfiles.type="nodegraphics"/><key for="edge" id="d10" yfiles.type="edgegraphics"/>
 <key for="node" id="d1" attr.name="Model" attr.type="string"/>
 <graph edgedefault="directed" id="G">
  <node id="n0" yfiles.foldertype="group">
   <data key="d6"><y:ProxyAutoBoundsNode><y:Realizers><y:GroupNode>
    <y:NodeLabel>Rack A 1</y:NodeLabel></y:GroupNode></y:Realizers></y:ProxyAutoBoundsNode></data>
   <graph edgedefault="directed" id="n0:">
    <node id="n0::n0"><data key="d1">SN5600</data><data key="d6"><y:ShapeNode>
     <y:NodeLabel modelName="internal">leaf
one<y:LabelModel/></y:NodeLabel></y:ShapeNode></data></node>
   </graph></node>
  <node id="n1"><data key="d6"><y:ShapeNode><y:NodeLabel>spine</y:NodeLabel></y:ShapeNode></data></node>
  <edge id="e0" source="n0::n0" target="n1"><data key="d10"><y:PolyLineEdge>
   <y:EdgeLabel modelPosition="ttail">Eth1/1</y:EdgeLabel>
   <y:EdgeLabel modelPosition="shead">Eth1/49</y:EdgeLabel>
   <y:EdgeLabel modelPosition="center">100G</y:EdgeLabel></y:PolyLineEdge></data></edge>
  <edge id="e1" source="n0::n0" target="n1"><data key="d10"><y:PolyLineEdge>
   <y:EdgeLabel>Eth1/50 -- Eth1/2</y:EdgeLabel></y:PolyLineEdge></data></edge>
 </graph>
</graphml>
"""
GEXF = """<?xml version="1.0"?>
<gexf xmlns="http://gexf.net/1.2draft" version="1.2"><graph defaultedgetype="undirected">
 <attributes class="node"><attribute id="0" title="Role" type="string"/>
  <attribute id="1" title="Rack" type="string"/><attribute id="2" title="Unit" type="integer"/></attributes>
 <attributes class="edge"><attribute id="3" title="Source Port" type="string"/>
  <attribute id="4" title="Target Port" type="string"/>
  <attribute id="5" title="Length" type="string"/></attributes>
 <nodes><node id="7" label="one"><attvalues><attvalue for="0" value="switch"/>
  <attvalue for="1" value="B 2"/><attvalue for="2" value="40"/></attvalues></node>
  <node id="8" label="two"><attvalues><attvalue for="0" value="server"/></attvalues></node></nodes>
 <edges><edge id="0" source="7" target="8"><attvalues><attvalue for="3" value="swp1"/>
  <attvalue for="4" value="mlx5_0"/><attvalue for="5" value="12 ft"/></attvalues></edge></edges>
</graph></gexf>
"""


def ends(fabric):
    """Return each cable by the names of its ends."""
    return [
        [(fabric.devices[end.device].name, end.port_name or end.port) for end in cable.ends]
        for cable in fabric.cables
    ]


def kinds(fabric):
    """Return what each device is."""
    return {device.name: device.kind for device in fabric.devices}


def test_a_file_of_ptm_has_hosts_and_ports(read):
    """function="host" tells a host; speeds, systems and addresses are kept."""
    fabric = read("dot", PTM, "topology.dot")
    assert kinds(fabric) == {"leaf1": SWITCH, "edge1": SWITCH, "box1": SERVER}
    assert ends(fabric) == [
        [("leaf1", "swp51"), ("edge1", "swp1")],
        [("leaf1", "swp52"), ("edge1", "swp2")],
        [("box1", "eth0"), ("leaf1", "swp1")],
    ]
    assert [cable.gbps for cable in fabric.cables] == [100.0, None, None]
    assert fabric.cables[0].attributes == {"left_mac": "00:03:00:11:11:01"}
    assert fabric.devices[0].attributes == {"os": "cumulus-vx", "memory": "768", "function": "leaf"}
    assert fabric.devices[1].model == "SN4600"


def test_arrows_clusters_and_both_directions_are_cables_once(read):
    """A digraph names each cable from one end or both; a cluster with a cabinet's name is the cabinet."""
    text = (
        'digraph G { subgraph cluster_a { label="Rack 7"; leaf1; spine1 }\n'
        "leaf1:swp1 -> spine1:swp1; spine1:swp1 -> leaf1:swp1; leaf1 -> {a b}; a -> leaf1 }"
    )
    fabric = read("dot", text, "x.gv")
    assert [sorted(name for name, _ in pair) for pair in ends(fabric)] == [
        ["leaf1", "spine1"],
        ["a", "leaf1"],
        ["b", "leaf1"],
    ]
    assert [fabric.cabinet_name(index) for index in range(4)] == ["Rack 7", "Rack 7", "", ""]


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (("leaf1:swp1", "x:swp1"), {"leaf1": SWITCH, "x": SWITCH}),
        (("gpu_server_1:eth0", "x:swp1"), {"gpu_server_1": SERVER, "x": SWITCH}),
        (("y:mlx5_0", "x:7"), {"y": SERVER, "x": SWITCH}),  # two servers are not joined
    ],
)
def test_without_a_type_names_and_ports_tell(read, names, wanted):
    """What only counts of cables could tell is said in the notes."""
    fabric = read("dot", f"graph {{ {' -- '.join(names)} }}")
    assert kinds(fabric) == wanted
    assert not any(device.kind_stated for device in fabric.devices)
    assert any("no type given" in note for note in fabric.notes)


def test_patterns_settle_what_a_drawing_leaves_open(cli, tmp_path, monkeypatch):
    """As of cable lists: patterns count first; columns are no matter of a drawing."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.dot").write_text("graph { one -- two; two -- three }")
    words = ("import", "net.dot", "--from", "dot", "--network", "net.graphml")
    assert cli(*words, "--switches", "one", "--switches", "t*", "--json").json()["switches"] == [
        "one",
        "three",
        "two",
    ]
    ran = cli(*words, "--map", "A=a")
    assert (ran.code, "dot is not a cable list" in ran.err) == (3, True)


def test_yed_has_labels_groups_and_ports_at_either_end(read):
    """Labels of an edge by their place, or both ports in one; another is the rate."""
    fabric = read("graphml", YED, "net.graphml")
    assert kinds(fabric) == {"leaf one": SWITCH, "spine": SWITCH}
    assert ends(fabric) == [
        [("leaf one", "Eth1/49"), ("spine", "Eth1/1")],
        [("leaf one", "Eth1/50"), ("spine", "Eth1/2")],
    ]
    assert (fabric.cabinet_name(0), fabric.devices[0].model) == ("Rack A 1", "SN5600")
    assert [cable.gbps for cable in fabric.cables] == [100.0, None]


def test_gexf_has_attributes(read):
    """By their titles, in any case; lengths have units."""
    fabric = read("gexf", GEXF, "net.gexf")
    assert kinds(fabric) == {"one": SWITCH, "two": SERVER}
    assert ends(fabric) == [[("one", "swp1"), ("two", "mlx5_0")]]
    assert (fabric.cabinet_name(0), fabric.devices[0].unit, fabric.cables[0].length_mm) == ("B 2", 40, 3658)


@pytest.mark.parametrize(
    ("form", "text", "says"),
    [
        ("dot", "graph { a:p1 -- b:p1; a:p1 -- c:p1 }", "port p1 of 'a' holds a cable already"),
        ("dot", "graph { a:p1 -- b:p1 [speed=fast] }", "rate 'fast'"),
        ("dot", "graph { a -- <b }", "an HTML text is not closed"),
        ("dot", "graph { " + "subgraph { " * 200 + "}" * 200 + " }", "nests subgraphs too deeply"),
        ("graphml", YED.replace('target="n1"', 'target="n9"'), "there is no node 'n9'"),
        (
            "graphml",
            "<svg></svg>",
            "neither GraphML nor GEXF",
        ),
        ("gexf", GEXF.replace('id="8"', 'id="7"'), "has no id of its own"),
        ("gexf", '<!DOCTYPE a [<!ENTITY b "c">]>' + GEXF.partition("?>")[2], "XML entities"),
    ],
)
def test_what_contradicts_itself_is_refused(read, form, text, says):
    """With the file, and the line where there is one."""
    with pytest.raises(InputError) as refused:
        read(form, text, "drawn.txt")
    assert says in str(refused.value)


def test_what_ptm_writes_is_read_again(read):
    """Ports, functions, models, places, rates, lengths and ids."""
    fabric = read("gexf", GEXF, "net.gexf")
    exporter = EXPORTERS["ptm"]
    files = exporter.write(Job(fabric, None, values=checked_values(exporter, {})))
    again = read("dot", files["topology.dot"], "topology.dot")
    assert (again.devices, again.cables, again.cabinets) == (fabric.devices, fabric.cables, fabric.cabinets)


def test_ports_of_switches_are_told_from_those_of_linux(read):
    """``Eth1/49`` is a switch's, ``eth0`` a server's, whatever the devices are called."""
    text = 'graph g {\n"acc-1":"Eth1/49" -- "core-1":"Eth1/1"\n"acc-1":"Eth1/1" -- "box-1":"eth0"\n}\n'
    fabric = read("dot", text)
    assert {one.name: one.kind for one in fabric.devices} == {
        "acc-1": SWITCH,
        "core-1": SWITCH,
        "box-1": SERVER,
    }


def test_labels_and_descriptions_of_yed_say_role_rack_and_unit(read):
    """``role: spine`` in a description, on a second line of the label or in a second label."""
    label = "<data key='d6'><y:ShapeNode>{}</y:ShapeNode></data>"
    labelled = [
        "<data key='d5'>role: spine\nRack=A07; unit: 40</data>"
        + label.format("<y:NodeLabel>x</y:NodeLabel>"),
        label.format("<y:NodeLabel>y\nrole: server</y:NodeLabel>"),
        label.format("<y:NodeLabel>z</y:NodeLabel><y:NodeLabel>role: leaf</y:NodeLabel>"),
    ]
    nodes = "".join(f"<node id='n{number}'>{data}</node>" for number, data in enumerate(labelled))
    fabric = read(
        "graphml",
        "<graphml xmlns='http://graphml.graphdrawing.org/xmlns' xmlns:y='http://www.yworks.com/xml/graphml'>"
        "<key for='node' id='d5' attr.name='description'/>"
        "<key for='node' id='d6' yfiles.type='nodegraphics'/>"
        f"<graph edgedefault='undirected'>{nodes}"
        "<edge source='n0' target='n2'/><edge source='n2' target='n1'/></graph></graphml>",
    )
    assert kinds(fabric) == {"x": SWITCH, "y": SERVER, "z": SWITCH}
    assert (fabric.cabinet_name(0), fabric.devices[0].unit) == ("A07", 40)
