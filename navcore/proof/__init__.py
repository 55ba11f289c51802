"""Checks of a level: clearances, reachability and problems. Pure functions of a world."""
