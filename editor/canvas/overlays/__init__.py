"""Overlays of the canvas: one module for each, with a tuple `OVERLAYS` of classes."""

from editor.canvas.overlays.overlay import Overlay
from editor.discovery import listed


def all_overlays() -> list[Overlay]:
    """One new instance of every overlay, back to front."""
    overlays: list[Overlay] = [kind() for kind in listed(__name__, __path__, "OVERLAYS")]
    return sorted(overlays, key=lambda overlay: overlay.z)
