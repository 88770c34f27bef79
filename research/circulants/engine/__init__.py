"""The search kernels of circulants, their tables and tasks."""
