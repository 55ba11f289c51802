"""A run seen from the window: clock, timeline, commands, record."""
