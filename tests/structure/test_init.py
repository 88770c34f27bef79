"""What importing the package costs."""

import subprocess
import sys


def test_importing_loads_nothing_heavy():
    """Numba, METIS and SciPy's solvers are loaded by the functions that need them."""
    script = (
        "import sys, netfloor.structure.summary; "
        "heavy = {'numba', 'pymetis', 'networkx', 'scipy.linalg', 'scipy.sparse.linalg'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    assert run.stdout.strip() == "[]"
