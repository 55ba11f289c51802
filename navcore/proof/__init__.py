"""Checks of a level: what fits where, and what is wrong. Pure functions of a world."""
