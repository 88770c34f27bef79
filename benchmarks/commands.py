"""CPU time of whole commands, first and later runs, as a ratio to a fixed commit."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: The reference commit; a clone that lacks it has no comparison.
FIXED = "c6837723d0002a9a91977c4343f4c729cef290a2"
_PLANS = (("a.json", "slimfly:9"), ("b.json", "lps:11,7"))
#: Command lines of ``commands``; those of ``commands_long`` take at least half a minute each.
SHORT = {
    "layout slimfly:9": ("layout", "slimfly:9", "--out", "plan.json", "--force"),
    "compare of two plans": ("compare", "a.json", "b.json", "--out", "compared", "--force"),
    "topology failures slimfly:9": ("topology", "failures", "slimfly:9", "--max-trials", "10"),
    "circulant search": ("circulant", "search", "--routers", "256", "--radix", "8"),
}
LONG = {
    "plan of the example hall": ("plan", "examples/hall/plan.toml", "--out", "hall", "--force"),
    "plan of 2,048 servers, joined": ("plan", "examples/gpu/cluster_16384.toml", "--out", "gpu", "--force"),
}


def commands() -> Iterator[str]:
    """Report CPU seconds of short commands, first and later runs, ours / the fixed commit."""
    yield from _measured(SHORT)


def commands_long() -> Iterator[str]:
    """Report CPU seconds of longer plans, first and later runs, ours / the fixed commit."""
    yield from _measured(LONG)


def _measured(lines: dict[str, tuple[str, ...]]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name, _fixed(Path(name) / "fixed") as fixed:
        folders = {"ours": ROOT} | ({} if fixed is None else {"fixed": fixed})
        for what, words in lines.items():
            result = {who: _times(root, words, Path(name) / who) for who, root in folders.items()}
            cold, warm = result["ours"]
            text = f"{what}: {warm:.1f} s of CPU, {cold:.1f} s the first time"
            if "fixed" in result:
                then = result["fixed"]
                text += f"; ours / {FIXED[:8]}: {warm / then[1]:.3f}, {cold / then[0]:.3f} the first time"
            yield text


@contextmanager
def _fixed(folder: Path) -> Iterator[Path | None]:
    """Yield the tree of the fixed commit, or None if the clone lacks it."""
    git = ["git", "-C", str(ROOT), "worktree"]
    added = subprocess.run([*git, "add", "--detach", str(folder), FIXED], capture_output=True, check=False)
    if added.returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run([*git, "remove", "--force", str(folder)], check=True)


def _times(root: Path, words: tuple[str, ...], work: Path) -> tuple[float, float]:
    """Return the CPU seconds of a first run without compiled kernels, and the lower of two later runs."""
    work.mkdir(exist_ok=True)
    if not (work / "examples").exists():
        (work / "examples").symlink_to(root / "examples")
    for file, spec in _PLANS:
        if "compare" in words and not (work / file).exists():
            _cpu(root, ("layout", spec, "--out", file), work, work / "kernels")
    with tempfile.TemporaryDirectory() as kernels:
        first = _cpu(root, words, work, Path(kernels))
        return first, min(_cpu(root, words, work, Path(kernels)) for _ in range(2))


def _cpu(root: Path, words: tuple[str, ...], work: Path, kernels: Path) -> float:
    """Return the user and system CPU seconds of a command, over all its threads."""
    environment = os.environ | {"PYTHONPATH": str(root), "NUMBA_CACHE_DIR": str(kernels)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "netfloor", *words]
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
