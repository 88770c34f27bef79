"""Channel loads, routes and routability of a spec or a plan named by the user."""
