"""The strips around the canvas: options above, tools at the left, status below, notices."""
