"""What docstrings and comments name is there: modules, functions, classes and files."""

import ast
import builtins
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from tests.test_house import ROOMS, ROOT, files

FOLDERS = (*ROOMS, "tests")
_ROOM = "|".join(FOLDERS)
#: A name of code in single backticks; a dotted path that begins with a room; a file below one.
_QUOTED = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)(?:\(\))?`(?!`)")
_DOTTED = re.compile(rf"(?<![\w./`\"'-])((?:netfloor\.)?(?:{_ROOM})(?:\.[a-z_]\w*)+)(?![\w/])")
_FILE = re.compile(rf"(?<![\w./-])((?:{_ROOM})/[\w/.-]*\w\.(?:py|toml|md|js|mjs))")

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Code:
    """Everything that the folders define, by module, by class and anywhere."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        self.modules = {_dotted(path): path for path in files(*folders)}
        self.tops: dict[str, set[str]] = defaultdict(set)
        self.members: dict[str, set[str]] = defaultdict(set)
        self.names = set(dir(builtins))
        self.trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in self.modules.values()}
        for module, path in self.modules.items():
            self.tops[module] = {name for node in self.trees[path].body for name in _bound(node)}
            for node in _binding(self.trees[path]):
                self.names |= _bound(node)
                if isinstance(node, ast.ClassDef):
                    self.members[node.name] |= {name for part in _binding(node) for name in _bound(part)}

    @cached_property
    def packages(self) -> set[str]:
        """Names of folders and modules, with dots."""
        return {name.rsplit(".", up)[0] for name in self.modules for up in range(name.count(".") + 1)}

    def has(self, name: str, path: Path) -> bool:
        """Return whether a name that a file mentions exists: from the top, beside the file, or anywhere."""
        if name.endswith(".py"):
            return (path.parent / name).is_file()
        first, *rest = name.split(".")
        if first in sys.stdlib_module_names or (rest and rest[0] in self.members.get(first, ())):
            return True
        beside = _dotted(path).split(".")
        tops = (".".join([*beside[:depth], name]) for depth in range(len(beside), -1, -1))
        if any(map(self._is_path, tops)):
            return True
        return not rest and (name in self.names or any(one.endswith(f".{name}") for one in self.packages))

    def _is_path(self, name: str) -> bool:
        """Return whether a dotted path leads to a module, or to a name of one or of its classes."""
        parts = name.removeprefix("netfloor.").split(".")
        for length in range(len(parts), 0, -1):
            for head in (".".join(parts[:length]), ".".join(["netfloor", *parts[:length]])):
                rest = parts[length:]
                if head in self.packages and (not rest or rest[0] in self.tops[head]):
                    return len(rest) < 2 or rest[1] in self.members[rest[0]]
        return False


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _binding(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements and parameters of a tree, not its expressions."""
    waiting = [tree]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if isinstance(node, ast.stmt | ast.arguments | ast.arg | ast.ExceptHandler | ast.match_case):
                waiting.append(node)
                yield node


def _bound(node: ast.AST) -> set[str]:
    """Return the names that a statement, or what is in it at once, gives to something."""
    if isinstance(node, ast.If | ast.Try):
        return {name for part in ast.iter_child_nodes(node) for name in _bound(part)}
    if isinstance(node, Defined):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names}
    if isinstance(node, ast.arg):
        return {node.arg}
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    stored = {part for target in targets if isinstance(target, ast.AST) for part in ast.walk(target)}
    return {part.id for part in stored if isinstance(part, ast.Name)} | {
        part.attr for part in stored if isinstance(part, ast.Attribute)
    }


def _texts(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a file with their lines."""
    for node in (tree, *_binding(tree)):
        if isinstance(node, ast.Module | Defined) and (text := ast.get_docstring(node, clean=False)):
            yield node.body[0].lineno, text
    source = path.read_text(encoding="utf-8")
    comments = re.findall(r"#.*", source)
    if not any(pattern.search(one) for pattern in (_QUOTED, _DOTTED, _FILE) for one in comments):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def missing(path: Path, code: Code) -> Iterator[str]:
    """Yield the names in docstrings and comments of a file that nothing has."""
    for line, text in _texts(path, code.trees[path]):
        quoted = _QUOTED.findall(text)
        dotted = _DOTTED.findall(_QUOTED.sub("", text))
        for name in (*quoted, *dotted):
            if not code.has(name, path):
                yield f"{path.relative_to(ROOT)}:{line}: {name}"
        for name in _FILE.findall(text):
            if not (ROOT / name).is_file():
                yield f"{path.relative_to(ROOT)}:{line}: {name}"


def test_what_docstrings_and_comments_name_exists() -> None:
    """Whoever follows a name finds it: a module that has moved takes its mentions along."""
    code = Code(FOLDERS)
    assert not [one for path in files(*FOLDERS) for one in missing(path, code)]


def test_a_name_of_a_module_that_has_moved_is_missed() -> None:
    """The same name is found from where it is, from beside it, and not where it was."""
    code, reader = Code(("structure", "layout")), ROOT / "structure/spectrum/laplacian.py"
    for name in (
        "structure.spectrum.flow",
        "netfloor.structure.spectrum.flow.ExpanderFlow",
        "flow.ExpanderFlow",
    ):
        assert code.has(name, reader), name
    for name in (
        "structure.flow",
        "structure.spectrum.flow.Gone",
        "ExpanderFlow.gone",
        "nothing_of_this_name",
    ):
        assert not code.has(name, reader), name
