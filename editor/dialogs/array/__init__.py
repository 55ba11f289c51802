"""Array: many copies at once."""
