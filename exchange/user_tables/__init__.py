"""Tables that a user writes beside a plan: routers that stay, servers, matches."""
