"""What joins networks and traffic to answer a question: simulations, motifs, tables."""
