"""Panel of doors: effects of each door and of sets of doors, and their keys."""
