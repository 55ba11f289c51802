"""Kernels of pictures: cells, sprites, blitting."""
