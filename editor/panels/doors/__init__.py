"""The panel of doors: what each does, what sets of them do, their keys."""
