"""Hops, bisection and connectivity after random link failures, by the SpectralFly paper's rule."""
