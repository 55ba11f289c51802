"""The bake that follows the drawing, its estimate, and its preview with another radius."""
