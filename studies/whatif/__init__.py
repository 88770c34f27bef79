"""A plan calculated again under other assumptions: prices, rates, room, objective."""
