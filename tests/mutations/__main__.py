"""Plants a sample of Cosmic Ray's faults in the core, and runs the tests that run each line.

A copy of the tree stands for the repository. Which test runs which line is measured there, under coverage.
With ``--only rooms`` no other tests than those of rooms are measured and run: a part of an hour's work.
"""

import argparse
import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import chdir
from difflib import unified_diff
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code, use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec

from netfloor.process.environment import use_common_kernels
from tests.mutations.covering import TIMES, Covering

ROOT = Path(__file__).parents[2]
#: The packages of the core, and where the tests of each are.
CORE = {
    "layout": ("tests/layout",),
    "costmodels": ("tests/costmodels", "tests/plans/check", "tests/plans/order"),
    "plans/check": (
        *("tests/plans", "tests/studies/lists", "tests/costmodels/catalogue"),
        *("tests/studies/test_placed_lists.py", "tests/studies/test_listed_plan.py"),
    ),
    "rooms": ("tests/rooms",),
}
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
OPTIONS = ("-q", "-m", "not nightly", "-p", "no:cacheprovider")
#: Imported once for all faults: most of the time of a test's start.
IMPORTED = (
    "hypothesis",
    "matplotlib.figure",
    "networkx",
    "numba",
    "ortools.sat.python.cp_model",
    "scipy.stats",
)
#: The text by which a change near the kernels recompiles them all, and its replacement in the copy.
STAMP_FILE = "foundation/accelerate.py"
STAMP, NO_STAMP = "path.stat().st_size, path.stat().st_mtime_ns", "0, 0"


def make_tree(tree: Path) -> None:
    """Copy the tracked files, those that changed since the last run."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    for name in listed.stdout.splitlines():
        source, copy = ROOT / name, tree / name
        if source.is_file() and not (copy.exists() and copy.stat().st_mtime == source.stat().st_mtime):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
            if name == STAMP_FILE:
                before, between, after = source.read_text().partition(STAMP)
                assert between
                copy.write_text(before + NO_STAMP + after)
                os.utime(copy, ns=(source.stat().st_atime_ns, source.stat().st_mtime_ns))


def measure(tree: Path, modules: Sequence[str], tests: Sequence[str]) -> None:
    """Run tests of the core once, and write down which lines each runs and how long it takes."""
    (tree / ".coveragerc").write_text("[run]\nsource =\n" + "".join(f"    {one}\n" for one in modules))
    asked = [*OPTIONS, *tests, "--cov", "--cov-context=test", "--cov-report=", f"--junitxml={TIMES}"]
    done = subprocess.run([sys.executable, "-m", "pytest", *asked], cwd=tree, check=False)  # noqa: S603
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
            faults = [one for one in _faults_of(file).get(line, ()) if _is_python(one)]
        if faults:
            number -= 1
            yield dice.choice(faults)


@cache
def _faults_of(file: Path) -> dict[int, list[MutationSpec]]:
    """Return the faults that Cosmic Ray has in a file, by line."""
    found, nodes = defaultdict[int, list[MutationSpec]](list), [*ast_nodes(get_ast_from_path(file))]
    for name in OPERATORS:
        operator = get_operator(name)()
        places = (at for node in nodes for at in operator.mutation_positions(node))
        for number, (start, end) in enumerate(places):
            found[start[0]].append(MutationSpec(file, name, number, start, end))
    return found


def _is_python(fault: MutationSpec) -> bool:
    """Return False for code that no interpreter reads, such as ``{*fields, "a": 1}`` for ``**``."""
    changed = mutate_code(
        fault.module_path.read_text(), get_operator(fault.operator_name)(), fault.occurrence
    )
    try:
        compile(changed, fault.module_path, "exec")
    except SyntaxError:
        return False
    return True


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
    tests = covering.tests_of(fault.module_path, fault.start_pos[0])
    if not tests:
        return "NO TEST", ""
    # callers hold compiled code of a kernel without the fault
    recompiles, operator = fault.module_path in compiled, get_operator(fault.operator_name)()
    seconds = MAX_TIMES * covering.seconds(tests) + MORE_SECONDS * (1 + 4 * recompiles)
    with (
        tempfile.TemporaryDirectory() as folder,
        chdir(tree),
        use_mutation(fault.module_path, operator, fault.occurrence) as (before, after),
    ):
        passed = pass_within(seconds, tests, folder if recompiles else None)
    lines = [*unified_diff(before.splitlines(), (after or before).splitlines(), n=0, lineterm="")][3:]
    parts = ("; ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    changed = " -> ".join(parts)
    return "UNNOTICED" if passed else "noticed", changed


def pass_within(seconds: float, tests: Sequence[str], kernels: str | None) -> bool:
    """Return True if tests of the folder pass in a fork of this process, with the netfloor of the folder.

    Give a folder for the compiled kernels if none that was compiled before may be used.
    """
    use_common_kernels()
    for name in IMPORTED:
        import_module(name)
    child = os.fork()
    if child == 0:
        os.setsid()
        _run_in_fork(tests, kernels)
    end = time.monotonic() + seconds
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < end:
        time.sleep(0.05)
    if ended == (0, 0):
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return ended != (0, 0) and ended[1] == 0


def _run_in_fork(tests: Sequence[str], kernels: str | None) -> None:
    """Run tests with the modules of this folder, and end the process."""
    for name in [one for one in sys.modules if one.partition(".")[0] in ("tests", "conftest", "netfloor")]:
        del sys.modules[name]
    sys.path[:] = [one for one in sys.path if Path(one).resolve() != ROOT]
    # two faults in a second would have the same time stamp in a file of byte code
    sys.dont_write_bytecode, os.environ["PYTHONDONTWRITEBYTECODE"] = True, "1"
    if kernels is not None:
        os.environ["NUMBA_CACHE_DIR"] = kernels
        setattr(import_module("numba").config, "CACHE_DIR", kernels)  # noqa: B010 - made at run time, no type knows it
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os._exit(int(pytest.main(["-x", *OPTIONS, *tests])))


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
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise each start compiles every module again
    within = [one for one in CORE if any(f"{only}/".startswith(f"{one}/") for only in asked.only or CORE)]
    if not asked.measured:
        make_tree(asked.tree)
        measure(asked.tree, [*CORE], [test for one in within for test in CORE[one]])
    covering, counts = Covering(asked.tree), defaultdict[str, list[int]](lambda: [0, 0])
    compiled = {
        file.relative_to(asked.tree)
        for module in CORE
        for file in (asked.tree / module).rglob("*.py")
        if "accelerate" in file.read_text() or "kernels" in file.name
    }
    for fault in sample(asked.tree, asked.only or [*CORE], asked.sample, asked.seed):
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
