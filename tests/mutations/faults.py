"""Faults that one could make in a line of code: another comparison, sign, number or condition."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

#: What stands in the place of an operator, by its class.
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "floor": "ceil"}


@dataclass(frozen=True)
class Fault:
    """A stretch of a file, from byte to byte, and what stands there instead."""

    file: str
    line: int
    begin: int
    end: int
    before: str
    after: str

    def planted(self, source: bytes) -> bytes:
        """Return the file with the fault in it."""
        return source[: self.begin] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before!r} -> {self.after!r}"


def faults_in(file: str, source: bytes) -> Iterator[Fault]:
    """Yield every fault that can be planted in a file; types and texts for people are left alone."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _code(ast.parse(source)):
        for other in _others(node):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            before, after = source[begin:end].decode(), f"({ast.unparse(other)})"
            if "\n" not in before:
                yield Fault(file, node.lineno, begin, end, before, after)


def _code(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions of what runs: no annotations, decorators, texts of errors or imports."""
    for name, part in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "exc"):
            continue
        for child in part if isinstance(part, list) else [part]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr):
                continue
            if isinstance(child, ast.keyword) and child.arg in ("strict", "cache"):
                continue  # of zip and Numba: no other answers
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            if isinstance(child, ast.expr):
                yield child
            yield from _code(child)


def _others(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what could stand there by mistake."""
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not _is_text(node):
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)  # type: ignore[arg-type]
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(OPERATORS[type(node.op)](), node.values)  # type: ignore[arg-type]
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        first = OPERATORS[type(node.ops[0])]()
        yield ast.Compare(node.left, [first, *node.ops[1:]], node.comparators)  # type: ignore[list-item]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMES:
        plain = [one for one in node.keywords if node.func.id != "sorted"]
        yield ast.Call(ast.Name(NAMES[node.func.id]), node.args, plain)


def _is_text(node: ast.BinOp) -> bool:
    """Return True where texts or types are joined."""
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and not isinstance(side.value, int | float))
        for side in (node.left, node.right)
    )
