"""``python -m benchmarks [NAME ...]``: run some or all benchmarks and print their ratios."""

import pkgutil
import sys
from collections.abc import Callable, Iterator
from importlib import import_module

from benchmarks import research
from benchmarks.commands import commands, commands_long
from benchmarks.peers import peers
from benchmarks.qaplib import qaplib
from benchmarks.quality import placers, table2
from benchmarks.speed import distances, latency, proposals, workers

BENCHMARKS: dict[str, Callable[[], Iterator[str]]] = {
    "workers": workers,
    "proposals": proposals,
    "distances": distances,
    "latency": latency,
    "placers": placers,
    "table2": table2,
    "qaplib": qaplib,
    "peers": peers,
    "commands": commands,
    "commands_long": commands_long,
}
for subject in pkgutil.iter_modules(research.__path__):
    BENCHMARKS |= import_module(f"{research.__name__}.{subject.name}").BENCHMARKS


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all of them if no name is given."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    for name in names or BENCHMARKS:
        run = BENCHMARKS[name]
        print(f"\n== {name}: {(run.__doc__ or '').strip().splitlines()[0]}")
        for line in run():
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
