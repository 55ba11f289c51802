"""The immutable level, its elements, and the edits that change it."""
