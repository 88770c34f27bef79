"""Channel loads, routes and routability of a spec or a plan, from what a user typed."""
