"""What the tests of this folder share."""

import json
from collections.abc import Mapping
from typing import Any

import pytest


@pytest.fixture
def good(plans: Mapping[str, str]) -> dict[str, Any]:
    """Return a plan in which everything is right."""
    document: dict[str, Any] = json.loads(plans["slimfly"])
    return document
