"""The house stays one in which the next thing has its place: sizes, circles, no second home."""

import ast
from collections import Counter
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).parent.parent
ROOMS = (
    "foundation", "fabric", "topologies", "rooms", "structure", "layout", "costmodels", "traffic", "plans",
    "exchange", "reports", "studies", "research", "netfloor", "benchmarks",
)  # fmt: skip
MAX_LINES, FEWEST_LINES, MAX_FILES, MAX_SHARE = 500, 40, 20, 0.22
TABLE_PRINTERS = {"write_table", "write_tables", "remark_table"}
#: Names that users read in JSON Schemas: a hall and a grid have a table of cables each.
IN_SCHEMAS = {"CableTable", "Source"}


def files(*folders: str) -> list[Path]:
    """Return the Python files below folders of the repository."""
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def lines(path: Path) -> int:
    """Return the lines of a file."""
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_file_is_long() -> None:
    """Whoever opens a file reads it."""
    long = {path.name: lines(path) for path in files(*ROOMS, "tests") if lines(path) > MAX_LINES}
    assert not long


def test_no_folder_is_crowded() -> None:
    """A folder is looked over at a glance; a prefix that files share is a folder not yet made."""
    crowd = Counter(path.parent.relative_to(ROOT).as_posix() for path in files(*ROOMS, "tests"))
    assert not {folder: count for folder, count in crowd.items() if count > MAX_FILES}


def test_no_room_is_the_whole_house() -> None:
    """No package has more than 22 % of the lines."""
    sizes = {room: sum(map(lines, files(room))) for room in ROOMS}
    whole = sum(sizes.values())
    assert not {room: size for room, size in sizes.items() if size > MAX_SHARE * whole}


def module_of(path: Path) -> str:
    """Return the name that a file is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] in ("netfloor", "benchmarks") else ("netfloor", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports() -> "nx.DiGraph[str]":
    """Return which file imports which, by module; inside functions and for types too."""
    modules = {module_of(path): path for path in files(*ROOMS)}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from((module, {"path": path}) for module, path in modules.items())
    for module, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
                graph.add_edges_from(
                    (module, name if name in modules else node.module)
                    for name in names
                    if name in modules or node.module in modules
                )
    return graph


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside functions and for types count: whoever reads one file need not hold another."""
    graph = imports()
    graph.remove_node("netfloor")  # the public names are fetched from everywhere, by name
    circles = [sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert not circles


def test_no_small_file_has_one_user() -> None:
    """A file of fewer than 40 lines that one other file imports belongs to that file.

    Files that a registry lists (a package's ``__init__.py``, or ``cli.py``) may be small: a plug-in or a
    command is one file each. Kernels are compiled, so they are in files that are imported late.
    """
    graph = imports()
    small = []
    for module, path in graph.nodes(data="path"):
        if path.name in ("__init__.py", "__main__.py") or path.stem.endswith("kernels"):
            continue
        users = [graph.nodes[user]["path"].name for user in graph.predecessors(module)]
        registered = any(name in ("__init__.py", "cli.py") for name in users)
        if lines(path) < FEWEST_LINES and len(users) < 2 and not registered:
            small.append(path.relative_to(ROOT).as_posix())
    assert not small


def test_every_folder_says_what_belongs_in_it() -> None:
    """Each package has a docstring of one first line, a sentence that no other package has."""
    said = {
        path.parent.relative_to(ROOT).as_posix(): (
            ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        ).partition("\n")[0]
        for path in files(*ROOMS)
        if path.name == "__init__.py"
    }
    folders = {path.parent.relative_to(ROOT).as_posix() for path in files(*ROOMS)}
    assert set(said) == folders
    assert not [folder for folder, text in said.items() if len(text.split()) < 4 or not text.endswith(".")]
    assert not {text for text, count in Counter(said.values()).items() if count > 1}


def test_classes_have_names_of_their_own() -> None:
    """No public class name stands twice, so that a search finds the one that is meant."""
    names = Counter(
        node.name
        for path in files(*ROOMS)
        if "api" not in path.parts  # the public face calls things by their inner names
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert not {name for name, count in names.items() if count > 1} - IN_SCHEMAS


def test_every_table_is_printed_by_its_columns() -> None:
    """Only the terminal turns a table into texts; a command gives it the table, never headings and rows."""
    strays = []
    for path in files(*ROOMS):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            texts = (ast.Starred, ast.Tuple, ast.List, ast.Constant)
            loose = name in TABLE_PRINTERS and any(isinstance(one, texts) for one in node.args[:1])
            made = name in {"texts", "table_text"} and path.parent != ROOT / "netfloor/terminal"
            strays += [f"{module_of(path)}:{node.lineno}"] * (loose or made)
    assert not strays
