"""Geometry on arrays: rings, boxes, and thin functions over shapely."""
