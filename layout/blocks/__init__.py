"""Requirements that switches share neighbouring cabinets: which slots a block may use."""
