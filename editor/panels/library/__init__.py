"""Library of named definitions: one module for each section, listed in `sections.py`."""
