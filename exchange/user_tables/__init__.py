"""Tables that users write: fixed switches, servers, matches of devices, requirements, traffic."""
