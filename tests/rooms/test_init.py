"""What importing the package costs."""

import subprocess
import sys


def test_importing_loads_nothing_heavy():
    """A room needs NumPy and pydantic, no more."""
    script = (
        "import sys, netfloor.rooms.room_file, netfloor.rooms.room_spec; "
        "heavy = {'numba', 'scipy', 'matplotlib', 'networkx'}; print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    assert run.stdout.strip() == "[]"
