"""How long a network's cables are by the packaging rule of its paper: closed forms, before any layout."""
