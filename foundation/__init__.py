"""What every package uses and no package owns: errors, files, units, interrupts, plug-ins."""
