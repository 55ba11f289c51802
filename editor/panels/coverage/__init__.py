"""The panel that lists what sees no waypoint."""
