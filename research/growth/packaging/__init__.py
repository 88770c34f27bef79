"""Cable lengths by the packaging rule of a network's paper, in closed form, without a layout."""
