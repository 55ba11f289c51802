"""Baking: from polygons to a grid of walkable cells."""
