"""The window: draw where characters can walk, and see at once whether they get there."""
