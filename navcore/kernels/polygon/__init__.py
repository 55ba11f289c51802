"""Kernels of outlines: trees of edges, edges of unions, bottlenecks."""
