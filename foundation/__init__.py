"""What every other package stands on: errors, files, units, kernels, observers."""
