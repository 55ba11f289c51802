"""Things that are defined once and used by name: one file and one row of `sections.py` each."""
