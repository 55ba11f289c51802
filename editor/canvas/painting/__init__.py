"""Painting: cells, outlines, sprites, labels, and the cache of what rarely changes."""
