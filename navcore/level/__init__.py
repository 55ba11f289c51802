"""What is drawn: the immutable level, its elements, and the edits that change it."""
