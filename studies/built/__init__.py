"""The study behind `check built`: an existing fabric against its plan."""
