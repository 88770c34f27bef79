"""The commands below ``netfloor traffic`` that simulate, replay programs or score tables."""
