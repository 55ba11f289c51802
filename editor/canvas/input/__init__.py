"""Pointer, keys and typed values, turned into gestures."""
