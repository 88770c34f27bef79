"""Reports of a circulant search: the circulants found, and the estimate of a search."""
