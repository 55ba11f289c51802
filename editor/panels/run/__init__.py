"""The panel of a run: agents, events and timing."""
