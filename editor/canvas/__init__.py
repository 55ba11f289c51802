"""The canvas: camera, gestures, snapping, and the overlays that draw the level."""
