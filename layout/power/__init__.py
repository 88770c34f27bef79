"""Assignment of power cords to PDUs and outlets: short, balanced, on separate feeds, within limits."""
