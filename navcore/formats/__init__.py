"""In and out: one file a format."""
