"""What link failures do to a network, by the SpectralFly paper's rule, and the loss of single elements."""
