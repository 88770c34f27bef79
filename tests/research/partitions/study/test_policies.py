"""``netfloor partition``: the paper's tables from the machine files, bounds, and bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.research.partitions.machine_policy import machine_policy
from netfloor.research.partitions.network_policy import weighted_dragonfly
from netfloor.research.partitions.report.policy import policy_document
from netfloor.topologies.families.lattices.lattice import Dimension

MACHINES = Path(__file__).parents[4] / "examples/machines"
Cli = Any

#: Oltchik, Schwartz: Network Partitioning and Avoidable Contention, Table 6 (Table 1 is its rows that
#: differ): P, midplanes, current geometry, BW, new geometry and BW where they differ.
TABLE_6 = """
512 1 1x1x1x1 256
1024 2 2x1x1x1 256
2048 4 4x1x1x1 256 2x2x1x1 512
4096 8 4x2x1x1 512 2x2x2x1 1024
8192 16 4x4x1x1 1024 2x2x2x2 2048
12288 24 4x3x2x1 1536 3x2x2x2 2048
16384 32 4x4x2x1 2048
24576 48 4x4x3x1 3072
32768 64 4x4x2x2 4096
49152 96 4x4x3x2 6144
"""
#: Table 7 (Table 2 is its rows that differ): P, midplanes, worst geometry, BW, proposed geometry, BW.
TABLE_7 = """
512 1 1x1x1x1 256
1024 2 2x1x1x1 256
1536 3 3x1x1x1 256
2048 4 4x1x1x1 256 2x2x1x1 512
2560 5 5x1x1x1 256
3072 6 6x1x1x1 256 3x2x1x1 512
3584 7 7x1x1x1 256
4096 8 4x2x1x1 512 2x2x2x1 1024
5120 10 5x2x1x1 512
6144 12 6x2x1x1 512 3x2x2x1 1024
7168 14 7x2x1x1 512
8192 16 4x2x2x1 1024 2x2x2x2 2048
10240 20 5x2x2x1 1024
12288 24 6x2x2x1 1024 3x2x2x2 2048
14336 28 7x2x2x1 1024
16384 32 4x2x2x2 2048
20480 40 5x2x2x2 2048
24576 48 6x2x2x2 2048
28672 56 7x2x2x2 2048
"""
#: Table 5: P, midplanes, then geometry and BW of JUQUEEN, JUQUEEN-54 and JUQUEEN-48, "-" where blank.
TABLE_5 = """
512 1 1x1x1x1 256 1x1x1x1 256 1x1x1x1 256
1024 2 2x1x1x1 256 2x1x1x1 256 2x1x1x1 256
1536 3 3x1x1x1 256 3x1x1x1 256 3x1x1x1 256
2048 4 2x2x1x1 512 2x2x1x1 512 2x2x1x1 512
2560 5 5x1x1x1 256 - - - -
3072 6 3x2x1x1 512 3x2x1x1 512 3x2x1x1 512
3584 7 7x1x1x1 256 - - - -
4096 8 2x2x2x1 1024 2x2x2x1 1024 2x2x2x1 1024
4608 9 - - 3x3x1x1 768 3x3x1x1 768
5120 10 5x2x1x1 512 - - - -
6144 12 3x2x2x1 1024 3x2x2x1 1024 3x2x2x1 1024
7168 14 7x2x1x1 512 - - - -
8192 16 2x2x2x2 2048 2x2x2x2 2048 2x2x2x2 2048
9216 18 - - 3x3x2x1 1536 3x3x2x1 1536
10240 20 5x2x2x1 1024 - - - -
12288 24 3x2x2x2 2048 3x2x2x2 2048 3x2x2x2 2048
13824 27 - - 3x3x3x1 2304 - -
14336 28 7x2x2x1 1024 - - - -
16384 32 4x2x2x2 2048 - - 4x2x2x2 2048
18432 36 - - 3x3x2x2 3072 3x3x2x2 3072
20480 40 5x2x2x2 2048 - - - -
24576 48 6x2x2x2 2048 - - 4x3x2x2 3072
27648 54 - - 3x3x3x2 4608 - -
28672 56 7x2x2x2 2048 - - - -
"""


def rows_of(cli: Cli, name: str) -> dict[int, dict[str, Any]]:
    """Return the JSON rows of a shipped machine by their units."""
    ran = cli("partition", "policy", MACHINES / f"{name}.toml", "--json")
    assert (ran.code, ran.err) == (exit_codes.DONE, "")
    return {row["units"]: row for row in ran.json()["rows"]}


@pytest.mark.parametrize(("name", "table"), [("mira", TABLE_6), ("juqueen", TABLE_7)])
def test_tables_1_2_6_and_7(cli: Cli, name: str, table: str) -> None:
    """Every cell: worst or current geometry and bandwidth, best or new ones, and no other rows."""
    rows = rows_of(cli, name)
    lines = [line.split() for line in table.split("\n") if line]
    assert sorted(rows) == [int(line[1]) for line in lines]
    for nodes, units, *cells in lines:
        row, (geometry, bandwidth, *better) = rows[int(units)], cells
        new_geometry, new_bandwidth = better or (geometry, bandwidth)
        assert row["nodes"] == int(nodes)
        assert (row["worst_geometry"], row["worst_bisection"]) == (geometry, int(bandwidth))
        assert (row["best_geometry"], row["best_bisection"]) == (new_geometry, int(new_bandwidth))
        assert row["ratio"] == int(new_bandwidth) / int(bandwidth)
        assert row["exact"]


def test_table_5(cli: Cli) -> None:
    """Every cell of the three designs, and no other rows."""
    designs = [rows_of(cli, name) for name in ("juqueen", "juqueen-54", "juqueen-48")]
    lines = [line.split() for line in TABLE_5.split("\n") if line]
    assert sorted(set().union(*designs)) == [int(line[1]) for line in lines]
    for nodes, units, *cells in lines:
        for rows, geometry, bandwidth in zip(designs, cells[::2], cells[1::2], strict=True):
            row = rows.get(int(units))
            assert (row is None) == (geometry == "-")
            if row is not None:
                assert row["nodes"] == int(nodes)
                assert (row["best_geometry"], row["best_bisection"]) == (geometry, int(bandwidth))


def test_designs_side_by_side(cli: Cli) -> None:
    """The paper's largest speed-ups over JUQUEEN at the sizes that both have: 1.5 for JUQUEEN-48 at 48."""
    paths = [MACHINES / f"{name}.toml" for name in ("juqueen", "juqueen-54", "juqueen-48")]
    document = cli(
        "partition", "policy", paths[0], "--against", paths[1], "--against", paths[2], "--json"
    ).json()
    assert document["machine"] == "JUQUEEN"
    assert [other["machine"] for other in document["compared"]] == ["JUQUEEN-54", "JUQUEEN-48"]
    ratios = {one["nodes"]: one["ratio"] for one in document["compared"][1]["ratios"]}
    assert ratios[24576] == 1.5
    table = cli("partition", "policy", paths[0], "--against", paths[1], "--against", paths[2], "-v").out
    lines = [line.split() for line in table.splitlines()]
    assert ["27,648", "-", "-", "3x3x3x2", "4,608", "-", "-"] in lines


@pytest.mark.parametrize("path", sorted(MACHINES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_machine_has_a_table_and_an_expansion(cli: Cli, path: Path) -> None:
    """Best is not below worst, bounds not above what was found."""
    document = cli("partition", "policy", path, "--expansion", "--json").json()
    assert document["rows"]
    for row in document["rows"]:
        assert row["best_bisection"] >= row["worst_bisection"] >= row["worst_bisection_lower"]
        assert row["best_bisection_lower"] <= row["best_bisection"]
    for one in document["expansion"]:
        assert 0 <= one["lower"] <= one["upper"] <= 1
        assert one["links_lower"] <= one["links_upper"]


def test_a_hypercube_is_exact_at_every_size(cli: Cli) -> None:
    """By Harper's order; half of a hypercube has one link for each router."""
    document = cli("partition", "policy", MACHINES / "hypercube.toml", "--expansion", "--json").json()
    assert all(one["exact"] for one in document["expansion"])
    assert document["expansion_method"] == "Harper's order"
    assert document["expansion"][-1]["links_lower"] == 128


def test_the_best_five_of_a_5x3_torus_are_no_cuboid(cli: Cli) -> None:
    """8 links against 10, and the bound of 6 is met by neither."""
    document = cli("partition", "bound", "--torus", "5x3", "--size", 5, "--json").json()
    assert (document["bound_links"], document["cuboid"]["links"], document["best"]["links"]) == (6, 10, 8)
    assert document["cuboid"]["sides"] == [5, 1]


def test_single_links_have_no_theorem(cli: Cli) -> None:
    """The 2x2x2 torus of single links: 4 links around two routers, and no bound is claimed."""
    document = cli("partition", "bound", "--torus", "2x2x2", "--size", 2, "--single", "--json").json()
    assert (document["bound"], document["best"]["links"]) == (None, 4)


def test_large_tori_have_an_interval(cli: Cli) -> None:
    """Mira's nodes, half of them: two cross-sections, exactly; and many routers are no trouble."""
    document = cli("partition", "bound", "--torus", "16x16x12x8x2", "--size", 24576, "--json").json()
    assert document["best"] is None
    assert (document["links_lower"], document["links_upper"]) == (6144, 6144)
    assert cli("partition", "bound", "--torus", "64x64x32", "--size", 30000).code == exit_codes.DONE


def test_a_dragonflys_links_count_by_their_capacity() -> None:
    """Each router of K16 x K6 has 15 links of 1, 5 of 3 and one global link of 4."""
    from netfloor.research.partitions.machine_file import DragonflyFile, read_machine  # noqa: PLC0415 - used once

    path = MACHINES / "cray-xc.toml"
    file = read_machine(path)
    assert isinstance(file, DragonflyFile)
    topology, inner, scale = weighted_dragonfly(file, path)
    assert (inner, scale) == ([Dimension(16, "clique", 1), Dimension(6, "clique", 3)], 1)
    assert set(topology.degree.tolist()) == {15 + 5 * 3 + 4}


def test_capacities_come_back_in_the_users_unit(here: Path) -> None:
    """Halved capacities halve every bisection."""
    text = 'kind = "torus"\nname = "t"\nsizes = [6, 4]\ncapacities = [{}, {}]\n'
    (here / "one.toml").write_text(text.format(1, 2.5))
    (here / "half.toml").write_text(text.format(0.5, 1.25))
    whole, half = (policy_document(machine_policy(here / f"{name}.toml")) for name in ("one", "half"))
    for one, other in zip(whole["rows"], half["rows"], strict=True):
        assert one["best_bisection"] == 2 * other["best_bisection"]
        assert one["best_geometry"] == other["best_geometry"]


def test_large_capacities_are_written_in_full(cli: Cli, here: Path) -> None:
    """Every digit, so that no certified bound seems to be above the cut that was found."""
    text = 'kind = "torus"\nname = "t"\nsizes = [6, 4]\ncapacities = [499999.5, 499999]\n'
    (here / "machine.toml").write_text(text)
    ran = cli("partition", "policy", "machine.toml", "--expansion", "--verbose")
    assert "3,999,996" in ran.out.split()
    assert "e+" not in ran.out


def test_even_numbers_of_cray_xc_groups_are_exact(cli: Cli) -> None:
    """Whole groups on either side: 96 of capacity between two groups, four times that between pairs."""
    rows = rows_of_dragonfly(cli)
    assert [(rows[units]["best_bisection"], rows[units]["exact"]) for units in (2, 4)] == [
        (96, True),
        (384, True),
    ]
    assert [rows[units]["nodes"] for units in (2, 4)] == [2 * 96 * 4, 4 * 96 * 4]


def rows_of_dragonfly(cli: Cli) -> dict[int, dict[str, Any]]:
    """Return the rows of the shipped Cray XC, not all of which are exact."""
    document = cli("partition", "policy", MACHINES / "cray-xc.toml", "--json", "--quiet").json()
    return {row["units"]: row for row in document["rows"]}


@pytest.mark.parametrize("sides", ["01x5", "+1x5", "1x005"])
def test_a_size_of_one_may_have_zeros_before_it(cli: Cli, sides: str) -> None:
    """It is the ring of five all the same."""
    document = cli("partition", "bound", "--torus", sides, "--size", 2, "--json").json()
    assert (document["sizes"], document["best"]["links"]) == ([1, 5], 2)


BOUNDS = {
    "--torus 5x0 --size 2": "a size of 0",
    "--hyperx 3x00x4 --size 2": "a size of 0",
    "--torus 5x-3 --size 2": "--torus",
    "--torus 5xa --size 2": "--torus",
    "--torus x --size 2": "--torus",
    "--torus 1x1 --size 1": "--torus",
    "--torus 5x3 --size 8": "half",
    "--torus 5x3 --size 0": "half",
    "--torus 5x3 --size -4": "half",
    "--torus 99999999x99999999 --size 4": "too large",
    "--torus 5x3 --hypercube 3 --size 2": "2 networks",
    "--size 2": "0 networks",
    "--hypercube 0 --size 1": "--hypercube",
    "--hypercube 64 --size 1": "--hypercube",
    "--hyperx 0x4 --size 1": "--hyperx",
}
BLUE_GENE = 'kind = "bluegene-q"\nname = "x"\nmidplanes = [4, 4, 3, 2]\n'
TORUS = 'kind = "torus"\nname = "x"\nsizes = [4, 4]\n'
DRAGONFLY = 'kind = "dragonfly"\nname = "x"\ngroup = [4, 2]\nglobal_ports = 1\n'
FILES = {
    "does not fit": BLUE_GENE + '[policy]\ngeometries = ["5x1x1x1"]\n',
    "3 sides": BLUE_GENE + '[policy]\ngeometries = ["4x1x1"]\n',
    "not a geometry": BLUE_GENE + '[policy]\ngeometries = ["4x1x1xa"]\n',
    "geometries": BLUE_GENE + "[policy]\ngeometries = []\n",
    "0x4x1x1 does not fit": BLUE_GENE + '[policy]\ngeometries = ["0x4x1x1"]\n',
    "kind: is missing": 'name = "x"\n',
    "'cube' is unknown": 'kind = "cube"\nname = "x"\n',
    "midplanes": 'kind = "bluegene-q"\nname = "x"\nmidplanes = [4, 4, 3]\n',
    "midplanes.2": 'kind = "bluegene-q"\nname = "x"\nmidplanes = [4, 4, 0, 1]\n',
    "unknown key": TORUS + "colour = 3\n",
    "sizes.1": 'kind = "torus"\nname = "x"\nsizes = [4, 0]\n',
    "1 capacities": TORUS + "capacities = [1]\n",
    "capacities.0": TORUS + "capacities = [0, 1]\n",
    "digits": TORUS + "capacities = [1.123456789012, 1]\n",
    "at most": 'kind = "torus"\nname = "x"\nsizes = [4000, 4000]\n',
    "groups: ": DRAGONFLY + "groups = 999\n",
    "1 capacities; give 2": DRAGONFLY + "groups = 3\ngroup_capacities = [2]\n",
    "g=": DRAGONFLY + "groups = 20\n",
    "a dragonfly has no geometries": DRAGONFLY + 'groups = 3\n[policy]\ngeometries = ["1"]\n',
    "a graph has no geometries": 'kind = "graph"\nname = "x"\nnetwork = "torus:4x4"\n[policy]\nx = 1\n',
    "unknown family": 'kind = "graph"\nname = "x"\nnetwork = "nothing:1"\n',
    "can be examined": 'kind = "graph"\nname = "x"\nnetwork = "torus:100x100"\n',
    "schema": "schema = 2\n" + TORUS,
    "not valid TOML": "kind = ",
}


@pytest.mark.parametrize(("options", "named"), BOUNDS.items())
def test_bad_bounds(cli: Cli, options: str, named: str) -> None:
    """One message that names the culprit, code 3, nothing on stdout."""
    ran = cli("partition", "bound", *options.split())
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert named in ran.err


@pytest.mark.parametrize(("named", "text"), FILES.items())
def test_bad_machine_files(cli: Cli, here: Path, named: str, text: str) -> None:
    """The same for machine files."""
    (here / "machine.toml").write_text(text)
    ran = cli("partition", "policy", "machine.toml", "--json")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert named in ran.err
    assert "bug" not in ran.err


def test_a_graph_is_found_beside_its_machine_file(cli: Cli, here: Path) -> None:
    """Wherever the command is run."""
    (here / "sub").mkdir()
    (here / "sub/mine.edges").write_text("a b 3\nb c\nc a\nc d\n")
    (here / "sub/machine.toml").write_text('kind = "graph"\nname = "x"\nnetwork = "file:mine.edges"\n')
    document = cli("partition", "policy", "sub/machine.toml", "--json").json()
    assert [(row["units"], row["best_bisection"]) for row in document["rows"]] == [(4, 2)]


def test_documents_are_strict_json(cli: Cli, here: Path) -> None:
    """A partition of one router has nothing to halve: the ratio is 1."""
    (here / "machine.toml").write_text(TORUS)
    document = json.loads(cli("partition", "policy", "machine.toml", "--json").out)
    first = document["rows"][0]
    assert (first["units"], first["best_bisection"], first["ratio"]) == (1, 0, 1.0)
