"""Families built from groups and finite fields: LPS, SlimFly, BundleFly, PolarFly."""
