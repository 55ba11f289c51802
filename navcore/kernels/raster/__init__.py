"""Kernels of cells: bitmaps, rasterised polygons, distances, connected regions."""
