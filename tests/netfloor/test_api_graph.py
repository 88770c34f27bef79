"""A graph of the caller's own: names, cabinets, positions and rates come along, and stay the caller's."""

import json
from pathlib import Path

import matplotlib as mpl
import networkx as nx
import pytest

import netfloor as nf
from netfloor.layout.bounds import BY_NETWORKS, Bound
from netfloor.layout.bounds.theorems import theorem_of
from netfloor.plans.file import document_sha256

mpl.use("Agg")


def hall(rate: float = 400.0) -> "nx.Graph[str]":
    """Return 12 switches in two rows of named cabinets, two in each, with chords of another rate."""
    graph = nx.Graph(name="the old hall")
    for number in range(12):
        row, place = divmod(number // 2, 3)
        name, door = f"sw-{number + 1:02}", f"{'AB'[row]}{place + 1:02}"
        graph.add_node(name, rack=door, pos=(0.8 * place, 2.4 * row), endpoints=number % 3)
    names = list(graph)
    for number, name in enumerate(names):
        graph.add_edge(name, names[(number + 1) % 12], gbps=400.0)
        graph.add_edge(name, names[(number + 5) % 12], gbps=rate)
    return graph


def test_what_nodes_and_edges_say_comes_along() -> None:
    """Names, endpoints, rates, cabinets and positions of the graph are those of the plan and its room."""
    network = nf.network.from_networkx(hall(200.0), gbps=100)
    assert (network.name, network.label(0), network.endpoints.tolist()[:3]) == (
        "the old hall",
        "sw-01",
        [0, 1, 2],
    )
    assert sorted(set(network.rates_of_links.tolist())) == [200.0, 400.0]
    assert network.server_gbps == 100.0
    room = nf.room(network)
    assert [room.cabinet_name(number) for number in range(room.cabinet_count)] == [
        "A01",
        "A02",
        "A03",
        "B01",
        "B02",
        "B03",
    ]
    plan = nf.place(network, fixed=True)
    graph = plan.to_networkx()
    for name, data in hall().nodes(data=True):
        assert (graph.nodes[name]["cabinet"], graph.nodes[name]["pos"]) == (data["rack"], data["pos"])
    for a, b, data in hall(200.0).edges(data=True):
        assert next(iter(graph[a][b].values()))["gbps"] == data["gbps"]
    # by hand: along the rows and across, and 2 m of overhead at each end; 2 m inside a cabinet
    for a, b, length_m in graph.edges(data="length_m"):
        (x, y), (u, v) = graph.nodes[a]["pos"], graph.nodes[b]["pos"]
        same = graph.nodes[a]["cabinet"] == graph.nodes[b]["cabinet"]
        assert length_m == pytest.approx(2.0 if same else abs(x - u) + abs(y - v) + 4.0)
    again = nf.network.from_networkx(graph)
    assert again.standing is not None
    assert again.links.tolist() == network.links.tolist()


def test_a_network_that_stands_is_bounded_and_moved() -> None:
    """Where it stands is a placement in its room: no shorter than the bound or the best found."""
    network = nf.network.from_networkx(hall(200.0), gbps=100)
    today, moved = nf.place(network, fixed=True), nf.place(network, iterations=20_000)
    assert moved.bound.metres <= moved.total_cable_m <= today.total_cable_m
    assert today.bound.metres <= today.total_cable_m
    some = nf.place(network, fixed={"sw-01": "B03", "sw-02": ("B03", 2)}, iterations=2000)
    assert {some.to_networkx().nodes[name]["cabinet"] for name in ("sw-01", "sw-02")} == {"B03"}
    with pytest.raises(nf.InputError, match="no cabinet 'B04'"):
        nf.place(network, fixed={"sw-01": "B04"})
    with pytest.raises(nf.InputError, match="has no positions of its switches"):
        nf.place("slimfly:3", fixed=True)


def test_the_plan_of_a_graph_is_read_and_verified(tmp_path: Path, cli) -> None:
    """Its file holds the graph and its rates; every name in it, on screens and pages is the caller's."""
    network = nf.network.from_networkx(hall(200.0), gbps=100)
    plan = nf.place(network, iterations=2000).write(tmp_path / "plan.json")
    again = nf.read_plan(plan.path or "")
    assert isinstance(again, nf.Plan)
    assert again.network.rates_of_links.tolist() == network.rates_of_links.tolist()
    checked = again.verify()
    assert checked.ok, checked.problems
    assert "a graph of no file" in " ".join(checked.unchecked)
    assert ".edges" not in (tmp_path / "plan.json").read_text()
    said = cli("cost", plan.path, "--json").json()
    assert said["network"] == "the old hall"
    assert said["total_cost"] == pytest.approx(plan.cost().total_cents / 100)
    document = json.loads((tmp_path / "plan.json").read_text())
    document["inputs"]["network"]["graph"]["gbps"]["links"][0] += 100.0
    document["sha256"] = document_sha256(document)
    (tmp_path / "forged.json").write_text(json.dumps(document))
    ran = cli("verify", tmp_path / "forged.json")
    assert ran.code == 6
    assert "gbps" in ran.out


def test_money_is_by_the_rate_of_each_link() -> None:
    """Cables of two rates cost what each costs by itself, by a set whose prices are per Gb/s."""
    both = nf.place(nf.network.from_networkx(hall(200.0)), fixed=True)
    alike = {rate: nf.place(nf.network.from_networkx(_all(rate)), fixed=True) for rate in (200.0, 400.0)}
    orders = {rate: plan.cost("slimfly-2014").orders.price_cents for rate, plan in alike.items()}
    rates = both.network.rates_of_links
    want = [int(orders[rate][number]) for number, rate in enumerate(rates.tolist())]
    assert both.cost("slimfly-2014").orders.price_cents.tolist() == want


def _all(rate: float) -> "nx.Graph[str]":
    graph = hall()
    nx.set_edge_attributes(graph, rate, "gbps")
    return graph


def test_all_problems_of_a_graph_are_told_at_once() -> None:
    """With the node or edge that has them."""
    graph = hall()
    graph.nodes["sw-03"]["pos"] = "here"
    graph.nodes["sw-04"]["endpoints"] = 1.5
    graph.edges["sw-01", "sw-02"]["gbps"] = -1
    with pytest.raises(nf.InputError) as caught:
        nf.network.from_networkx(graph)
    for word in ("sw-03", "sw-04", "gbps -1"):
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda graph: graph.nodes["sw-02"].update(pos=(5.0, 5.0)), "A01 has several positions"),
        (lambda graph: graph.nodes["sw-02"].update(rack="A09"), "have the same position"),
        (lambda graph: graph.nodes["sw-02"].pop("pos"), "without a position"),
        (
            lambda graph: [
                own.update(pos=(own["pos"][0] / 1000, own["pos"][1])) for _, own in graph.nodes(data=True)
            ],
            "unit_m",
        ),
    ],
)
def test_positions_that_make_no_room_are_refused(change, match: str) -> None:
    """A cabinet has one place, a place one cabinet, and cabinets are not centimetres apart."""
    graph = hall()
    change(graph)
    with pytest.raises(nf.InputError, match=match):
        nf.room(nf.network.from_networkx(graph))


def test_cabinets_alone_and_positions_alone_make_rooms() -> None:
    """Names tell a grid; positions a hall whose cabinets are named after the switches in them."""
    graph = hall()
    for _, own in graph.nodes(data=True):
        del own["pos"]
    room = nf.room(graph)
    assert "A02" in [room.cabinet_name(number) for number in range(room.cabinet_count)]
    graph = nx.grid_2d_graph(3, 4)
    nx.set_node_attributes(graph, {node: (node[0] * 1.2, node[1] * 2.0) for node in graph}, "pos")
    plan = nf.place(graph, fixed=True)
    assert plan.to_networkx().nodes["(1, 2)"]["cabinet"] == "1 2"
    assert nf.place(graph, nf.room(graph, slots_per_cabinet=3), iterations=2000).verify().ok
    with pytest.raises(nf.InputError, match="is not a measure"):
        nf.room(graph, rows=3)


def test_the_callers_names_are_in_tables_charts_and_studies() -> None:
    """A mapping names plans and networks; nothing else stands for them anywhere."""
    network = nf.network.from_networkx(hall())
    plans = {"today": nf.place(network, fixed=True), "moved": nf.place(network, iterations=2000)}
    found = nf.compare(plans)
    assert set(found["name"]) == {"today", "moved"}
    assert set(found["network"]) == {"the old hall"}
    assert {label.get_text() for label in found.plot("mean_cable_m").get_yticklabels()} == {
        "today",
        "moved",
    }
    assert ".edges" not in json.dumps(found.to_dict()) + found.to_html()
    study = nf.study({"mine": network, "SlimFly": "slimfly:3"}, iterations=2000, unplaced=2, placed=1)
    assert study["network"] == ["mine", "SlimFly"]
    assert ".edges" not in json.dumps(study.to_dict())


def test_tables_carry_units_into_pandas_and_papers() -> None:
    """Headings have them, a data frame its attributes, LaTeX its escapes."""
    found = nf.compare({"a & b": nf.place("slimfly:3", iterations=2000)})
    table = found.table("name", "mean_cable_m", "gap", "parts_cost", "proved_by")
    assert (table.units["mean_cable_m"], table.units["parts_cost"]) == ("m", found.currency)
    assert table.to_pandas().attrs["units"]["mean_cable_m"] == "m"
    assert list(table.to_pandas(headings=True))[1] == "Mean cable (m)"
    assert r"a \& b & " in table.to_latex()
    assert "Mean cable (m)" in table._repr_html_()
    assert table.to_markdown().count("\n") == 2
    with pytest.raises(nf.InputError, match="did you mean mean_cable_m"):
        found.table("mean_cabel_m")


def test_a_bound_names_its_theorem_and_its_sources() -> None:
    """Of grids and of halls, and of devices placed from lists."""
    grid = nf.place("slimfly:5", iterations=2000).bound
    assert "second eigenvalue" in grid.cite()
    assert "Fiedler" in grid.cite()
    assert "@article{fiedler1973," in grid.bibtex()
    hall_bound = nf.place(nf.network.from_networkx(hall()), iterations=2000).bound
    assert hall_bound.method in str(hall_bound)
    assert hall_bound.sources
    exact = nf.place("complete:4", iterations=1, placer="exact")
    assert exact.bound.gap == 0
    money = nf.place("slimfly:5", objective="money", iterations=2000)
    assert money.objective is not None
    assert money.objective.value > 0


@pytest.mark.parametrize(
    ("method", "source"),
    [
        ("line cuts, Cholesky factorisation", "fiedler1973"),
        ("line cuts, expander flow", "arora2009"),
        ("line cuts, 4 / (n D)", "mohar1991diameter"),
        ("line cuts, clusters of switches", "mohar1991"),
        ("all eigenvalues, pairs of cabinets", "hadley1992"),
    ],
)
def test_every_method_has_its_theorem(method: str, source: str) -> None:
    """Of several networks bounded alone, that of each."""
    alone = Bound(1, method, 0.0, 0, 0, 0)
    joined = Bound(1, BY_NETWORKS, 0.0, 0, 0, 0, networks=(alone, alone))
    for bound in (alone, joined):
        assert source in [one.key for one in theorem_of(bound).publications]
    assert theorem_of(alone).statement in theorem_of(joined).statement


@pytest.mark.parametrize(
    ("name", "called"), [("", "graph"), ("two\nlines", "two lines"), ("n" * 99, "n" * 80)]
)
def test_a_graph_without_a_usable_name_is_called_something(name: str, called: str) -> None:
    """Names of generated graphs may be long; a name that the caller gives is taken as it is, or refused."""
    assert nf.network.from_networkx(nx.Graph([(0, 1)], name=name)).name == called
    with pytest.raises(nf.InputError, match="is not a valid network name"):
        nf.network.from_networkx(nx.Graph([(0, 1)]), name="n" * 99)
