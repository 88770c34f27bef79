"""Families of trees: fat trees, folded Clos networks, leaf and spine, rails."""
