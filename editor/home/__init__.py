"""The page before a level is open; it uses Qt widgets only, so that it appears at once."""
