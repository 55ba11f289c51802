"""What works behind the window: the bake, the probe and the clock of the run."""
