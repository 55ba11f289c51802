"""Kernels of pictures: cells, terrain, lines, sprites, blitting."""
