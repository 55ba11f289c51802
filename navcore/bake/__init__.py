"""What is walkable: from polygons to a grid of cells."""
