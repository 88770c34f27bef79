"""The planning run of `netfloor plan`: from one file to hall, servers, parts, bill and drawings."""
