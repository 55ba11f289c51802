"""What is defined once and used by name: a section a file, a row a section in `sections.py`."""
