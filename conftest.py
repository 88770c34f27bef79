"""Fixtures of all tests by what they make, and the order in which tests run."""

import pytest

from netfloor.process.environment import use_common_kernels

use_common_kernels()

pytest_plugins = (
    "tests.fixtures.commands",
    "tests.fixtures.drawn",
    "tests.fixtures.fabrics",
    "tests.fixtures.lists",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the traffic simulation first: it compiles longest, and one worker compiles it for all."""
    items.sort(key=lambda item: "traffic" not in item.path.parts)
