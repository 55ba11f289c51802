"""Kernels of cells: bitmaps, what polygons cover, distances, connected regions."""
