"""Cable lengths by the packaging rule of a network's paper, in closed form, before any layout."""
