"""The load of every channel under a pattern and a routing, exact, without simulation."""
