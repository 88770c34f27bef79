"""Effects of random link failures by the SpectralFly paper's rule, and of the loss of single elements."""
