"""The panel of doors: the effect of each door and of sets of doors, and their keys."""
