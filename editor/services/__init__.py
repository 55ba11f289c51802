"""What works behind the window: bake, probe, backgrounds, and the class of background workers."""
