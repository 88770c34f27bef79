"""The planning run of `netfloor plan`, from a planning file to hall, servers, parts, bill and drawings."""
