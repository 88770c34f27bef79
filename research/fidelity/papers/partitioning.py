"""Network partitioning: best and worst shapes of Mira, JUQUEEN and two proposed machines."""

from functools import cache
from importlib.resources import as_file, files

from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.research.partitions.machine_policy import machine_policy
from netfloor.research.partitions.policy import PolicyRow

#: Midplanes, current shape and bisection, and a better shape where one exists: Table 6.
_MIRA = """
1 1x1x1x1 256
2 2x1x1x1 256
4 4x1x1x1 256 2x2x1x1 512
8 4x2x1x1 512 2x2x2x1 1024
16 4x4x1x1 1024 2x2x2x2 2048
24 4x3x2x1 1536 3x2x2x2 2048
32 4x4x2x1 2048
48 4x4x3x1 3072
64 4x4x2x2 4096
96 4x4x3x2 6144
"""
#: Midplanes, worst shape and bisection, and a better shape where one exists: Table 7.
_JUQUEEN = """
1 1x1x1x1 256
2 2x1x1x1 256
3 3x1x1x1 256
4 4x1x1x1 256 2x2x1x1 512
5 5x1x1x1 256
6 6x1x1x1 256 3x2x1x1 512
7 7x1x1x1 256
8 4x2x1x1 512 2x2x2x1 1024
10 5x2x1x1 512
12 6x2x1x1 512 3x2x2x1 1024
14 7x2x1x1 512
16 4x2x2x1 1024 2x2x2x2 2048
20 5x2x2x1 1024
24 6x2x2x1 1024 3x2x2x2 2048
28 7x2x2x1 1024
32 4x2x2x2 2048
40 5x2x2x2 2048
48 6x2x2x2 2048
56 7x2x2x2 2048
"""
#: Midplanes, then the best shape and bisection of JUQUEEN, JUQUEEN-54 and JUQUEEN-48 (- for none): Table 5.
_DESIGNS = """
1 1x1x1x1 256 1x1x1x1 256 1x1x1x1 256
2 2x1x1x1 256 2x1x1x1 256 2x1x1x1 256
3 3x1x1x1 256 3x1x1x1 256 3x1x1x1 256
4 2x2x1x1 512 2x2x1x1 512 2x2x1x1 512
5 5x1x1x1 256 - - - -
6 3x2x1x1 512 3x2x1x1 512 3x2x1x1 512
7 7x1x1x1 256 - - - -
8 2x2x2x1 1024 2x2x2x1 1024 2x2x2x1 1024
9 - - 3x3x1x1 768 3x3x1x1 768
10 5x2x1x1 512 - - - -
12 3x2x2x1 1024 3x2x2x1 1024 3x2x2x1 1024
14 7x2x1x1 512 - - - -
16 2x2x2x2 2048 2x2x2x2 2048 2x2x2x2 2048
18 - - 3x3x2x1 1536 3x3x2x1 1536
20 5x2x2x1 1024 - - - -
24 3x2x2x2 2048 3x2x2x2 2048 3x2x2x2 2048
27 - - 3x3x3x1 2304 - -
28 7x2x2x1 1024 - - - -
32 4x2x2x2 2048 - - 4x2x2x2 2048
36 - - 3x3x2x2 3072 3x3x2x2 3072
40 5x2x2x2 2048 - - - -
48 6x2x2x2 2048 - - 4x3x2x2 3072
54 - - 3x3x3x2 4608 - -
56 7x2x2x2 2048 - - - -
"""


def _printed(table: str, columns: int) -> dict[str, tuple[Printed, ...]]:
    """Return the rows of a table; where only one shape is printed, it is also the best shape."""
    rows: dict[str, tuple[Printed, ...]] = {}
    for line in table.split("\n")[1:-1]:
        units, *cells = line.split()
        cells = cells * 2 if len(cells) == 2 else cells
        figures = tuple(int(cell) if cell.isdigit() else cell for cell in cells)
        rows[units] = tuple(None if figure == "-" else figure for figure in figures[:columns])
    return rows


@cache
def _policy(machine: str) -> dict[str, PolicyRow]:
    """Return a machine's rows by midplanes, from the machine file that netfloor ships."""
    with as_file(files("netfloor.examples") / "machines" / f"{machine}.toml") as path:
        return {str(row.units): row for row in machine_policy(path).rows}


def _both(names: tuple[str, str]) -> tuple[FigureColumn, ...]:
    return tuple(FigureColumn(f"{name}{more}") for name in names for more in ("", " bisection"))


def _of_machine(machine: str, names: tuple[str, str], row: str) -> Row:
    """Return the shapes with the fewest and the most links between halves, both exact."""
    result = _policy(machine)[row]
    return {
        names[0]: result.worst,
        f"{names[0]} bisection": result.worst_cut.links,
        names[1]: result.best,
        f"{names[1]} bisection": result.best_cut.links,
    }


def _mira(row: str, _work: Measurement) -> Row:
    return _of_machine("mira", ("current", "proposed"), row)


def _juqueen(row: str, _work: Measurement) -> Row:
    return _of_machine("juqueen", ("worst", "best"), row)


_MACHINES = {"JUQUEEN": "juqueen", "JUQUEEN-54": "juqueen-54", "JUQUEEN-48": "juqueen-48"}


def _designs(row: str, _work: Measurement) -> Row:
    """Return the best shape of each machine that can have this size."""
    ours: dict[str, int | str] = {}
    for name, machine in _MACHINES.items():
        if row in _policy(machine):
            result = _policy(machine)[row]
            ours |= {name: result.best, f"{name} bisection": result.best_cut.links}
    return ours


MIRA = Reproduction(
    key="partitioning-mira",
    paper="Partitioning",
    exhibits=("Figure 1", "Table 1", "Table 6"),
    command="netfloor partition policy examples/machines/mira.toml",
    first="midplanes",
    columns=_both(("current", "proposed")),
    printed=_printed(_MIRA, 4),
    measure=_mira,
)
JUQUEEN = Reproduction(
    key="partitioning-juqueen",
    paper="Partitioning",
    exhibits=("Figure 2", "Table 2", "Table 7"),
    command="netfloor partition policy examples/machines/juqueen.toml",
    first="midplanes",
    columns=_both(("worst", "best")),
    printed=_printed(_JUQUEEN, 4),
    measure=_juqueen,
)
DESIGNS = Reproduction(
    key="partitioning-designs",
    paper="Partitioning",
    exhibits=("Figure 7", "Table 5"),
    command="netfloor partition policy juqueen.toml --against juqueen-54.toml --against juqueen-48.toml",
    first="midplanes",
    columns=tuple(FigureColumn(f"{name}{more}") for name in _MACHINES for more in ("", " bisection")),
    printed=_printed(_DESIGNS, 6),
    measure=_designs,
)

EXHIBITS = (MIRA, JUQUEEN, DESIGNS)
