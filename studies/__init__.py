"""Work that joins the other packages to answer a question: place, order, compare, grow, design."""
