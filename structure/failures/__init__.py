"""What link failures do to a network, by the SpectralFly paper's rule."""
