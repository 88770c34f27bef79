"""Networks named by the user."""

import subprocess
import sys


def test_a_spec_loads_no_plans_or_parts() -> None:
    """Commands on the networks of specs start without plans, choices of parts and comparisons."""
    heavy = ("plans", "costmodels.catalogue.choice", "reports.comparison")
    code = (
        "import sys; from netfloor.studies.named_network import NetworkRequest, find_network; "
        "import netfloor.report_head; find_network(NetworkRequest('slimfly:3')); "
        f"print([name for name in {heavy} if 'netfloor.' + name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    assert done.stdout.strip() == "[]"
