"""Plants a sample of Cosmic Ray's faults in the core, and runs the tests that run each line.

A copy of the tree stands for the repository. Which test runs which line is measured there, under coverage.
"""

import argparse
import ast
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import chdir
from functools import cache
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome

from tests.mutations.covering import TIMES, Covering

ROOT = Path(__file__).parents[2]
CORE = ("layout", "costmodels", "plans/check", "rooms")
TESTS = (
    *("tests/layout", "tests/costmodels", "tests/plans", "tests/rooms", "tests/studies/lists"),
    *("tests/studies/test_placed_lists.py", "tests/studies/test_listed_plan.py"),
)
#: Of Cosmic Ray's operators the mistakes that people make; it has 120 more, such as ``<<`` for ``+``.
_BINARY = "Add_Sub Sub_Add Mul_FloorDiv Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul BitAnd_BitOr BitOr_BitAnd"
_COMPARED = "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
_OTHERS = (
    "NumberReplacer AddNot ReplaceTrueWithFalse ReplaceFalseWithTrue ReplaceAndWithOr ReplaceOrWithAnd "
    "ReplaceBreakWithContinue ReplaceContinueWithBreak ZeroIterationForLoop ReplaceUnaryOperator_USub_UAdd"
)
OPERATORS = [
    *(f"core/ReplaceBinaryOperator_{one}" for one in _BINARY.split()),
    *(f"core/ReplaceComparisonOperator_{one}" for one in _COMPARED.split()),
    *(f"core/{one}" for one in _OTHERS.split()),
]
#: Tests that take this many times as long as without the fault, and so many seconds more, no longer end.
MAX_TIMES, MORE_SECONDS = 10, 60
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-m", "not nightly", "-p", "no:cacheprovider")


def make_tree(tree: Path) -> None:
    """Copy the tracked files, those that changed since the last run, and compiled kernels."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    compiled = (one.relative_to(ROOT).as_posix() for one in ROOT.glob("[a-z]*/**/__pycache__/*.nb[ic]"))
    for name in (*listed.stdout.splitlines(), *compiled):
        source, copy = ROOT / name, tree / name
        if source.is_file() and not (copy.exists() and copy.stat().st_mtime == source.stat().st_mtime):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)


def measure(tree: Path, modules: Sequence[str]) -> None:
    """Run the tests of the core once, and write down which lines each runs and how long it takes."""
    (tree / ".coveragerc").write_text("[run]\nsource =\n" + "".join(f"    {one}\n" for one in modules))
    asked = [*PYTEST[:4], *PYTEST[5:], *TESTS, "--cov", "--cov-context=test", "--cov-report="]
    done = subprocess.run([*asked, f"--junitxml={TIMES}"], cwd=tree, check=False)  # noqa: S603
    if done.returncode not in (0, 1):
        raise RuntimeError("the tests of the core could not be run")


def sample(tree: Path, modules: Sequence[str], number: int, seed: int) -> Iterator[MutationSpec]:
    """Yield so many faults: lines by chance, each by one of the operators that Cosmic Ray has there."""
    dice = random.Random(seed)  # noqa: S311 - no secret
    with chdir(tree):
        files = [file for module in modules for file in sorted(Path(module).rglob("*.py"))]
        lines = [(file, line) for file in files for line in sorted(set(_answering(file)))]
    for file, line in dice.sample(lines, len(lines)):
        if number == 0:
            return
        with chdir(tree):
            faults = _faults_of(file).get(line)
        if faults:
            number -= 1
            yield dice.choice(faults)


@cache
def _faults_of(file: Path) -> dict[int, list[MutationSpec]]:
    """Return the faults that Cosmic Ray has in a file, by line."""
    found, nodes = defaultdict[int, list[MutationSpec]](list), [*ast_nodes(get_ast_from_path(file))]
    for name in OPERATORS:
        operator = get_operator(name)()
        places = ((node, at) for node in nodes for at in operator.mutation_positions(node))
        for number, (node, (start, end)) in enumerate(places):
            within = ASTQuery(node).get_definition_name()
            found[start[0]].append(MutationSpec(file, name, number, start, end, definition_name=within))
    return found


def _answering(file: Path) -> Iterator[int]:
    """Yield the lines of what runs: no annotations, decorators, imports or texts of errors."""
    waiting: list[ast.AST] = [ast.parse(file.read_text())]
    while waiting:
        node = waiting.pop()
        for name, part in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params", "exc"):
                continue
            for child in part if isinstance(part, list) else [part]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr | ast.arguments):
                    waiting.append(child)
                if isinstance(child, ast.expr) and child.lineno == child.end_lineno:
                    yield child.lineno


def noticed(tree: Path, covering: Covering, fault: MutationSpec, compiled: set[Path]) -> tuple[str, str]:
    """Return what became of a fault: noticed, UNNOTICED, or that no test runs its line; and the change."""
    tests = covering.tests_of(fault.module_path, fault.start_pos[0], fault.definition_name)
    if not tests:
        return "NO TEST", ""
    line = [*PYTEST, *tests]
    with tempfile.TemporaryDirectory() as folder, chdir(tree):
        if fault.module_path in compiled:  # callers hold compiled code of the kernel without the fault
            line = ["env", f"NUMBA_CACHE_DIR={folder}", *line]
        seconds = MAX_TIMES * covering.seconds(tests) + MORE_SECONDS * (1 + 4 * (line[0] == "env"))
        found = mutate_and_test([fault], shlex.join(line), seconds)
    lines = (text for text in (found.diff or "").splitlines() if re.match("[-+](?![-+])", text))
    changed = " -> ".join(text[1:].strip() for text in lines)
    if found.worker_outcome != WorkerOutcome.NORMAL:
        return str(found.worker_outcome.value), changed
    return "noticed" if found.test_outcome == TestOutcome.KILLED else "UNNOTICED", changed


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Tell of every fault whether a test noticed it, and the share that did; end with 1 below the least."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--least", type=float, default=0.0, help="share noticed below which this fails")
    parser.add_argument("--only", action="append", help="a package or module of the core; may be repeated")
    parser.add_argument("--tree", type=Path, default=ROOT / "out/mutations", help="copy of the repository")
    parser.add_argument("--measured", action="store_true", help="use lines, times and copy as they are")
    asked = parser.parse_args()
    asked.tree = asked.tree.resolve()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    if not asked.measured:
        make_tree(asked.tree)
        measure(asked.tree, CORE)
    covering, counts = Covering(asked.tree), defaultdict[str, list[int]](lambda: [0, 0])
    compiled = {
        file.relative_to(asked.tree)
        for module in CORE
        for file in (asked.tree / module).rglob("*.py")
        if "accelerate" in file.read_text() or "kernels" in file.name
    }
    for fault in sample(asked.tree, asked.only or CORE, asked.sample, asked.seed):
        became, changed = noticed(asked.tree, covering, fault, compiled)
        where = f"{fault.module_path}:{fault.start_pos[0]}"
        counts[fault.module_path.parts[0]][became == "noticed"] += 1
        say(f"{became:<9} {where} {fault.operator_name.removeprefix('core/')}: {changed}")
    for package, (missed, found) in sorted(counts.items()):
        say(f"{package:<12} {found} of {missed + found}")
    missed, found = (sum(column) for column in zip(*counts.values(), strict=True))
    say(f"noticed {found} of {missed + found} faults, {found / (missed + found):.1%}")
    sys.exit(found < asked.least * (missed + found))


if __name__ == "__main__":
    main()
