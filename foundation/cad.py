"""CAD drawings need ezdxf, which not everybody has."""

import logging
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from foundation.errors import InputError


def ezdxf_module() -> Any:
    """Return ezdxf, imported; `InputError` saying how to get it where it is not installed."""
    # What ezdxf finds odd in a drawing is no message of ours.
    logging.getLogger("ezdxf").addHandler(logging.NullHandler())
    try:
        return import_module("ezdxf")
    except ImportError as missing:
        raise InputError("DXF", "needs ezdxf", 'pip install "netfloor[cad]"') from missing


def has_ezdxf() -> bool:
    """Return True if drawings for CAD can be made."""
    return find_spec("ezdxf") is not None
