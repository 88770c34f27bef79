"""Tables and charts in which results show themselves: in a notebook, a data frame or a paper."""
