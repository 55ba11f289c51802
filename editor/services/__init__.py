"""Background services of the window: bake, probe, backgrounds, and the worker class."""
