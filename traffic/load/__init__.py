"""Load of every channel under a pattern and a routing, exactly, without simulating."""
