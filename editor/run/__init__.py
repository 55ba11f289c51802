"""A run seen from the window: playhead, clock, timeline, commands, record."""
