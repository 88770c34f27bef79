"""A plan under other assumptions."""
