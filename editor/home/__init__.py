"""What the program shows before a level is open; Qt widgets only, so that it is there at once."""
