"""Tools that keep something visible while another tool is active."""

from typing import Protocol, runtime_checkable

from editor.tools.preview import Preview


@runtime_checkable
class Lasting(Protocol):
    """A tool that keeps something visible while another tool is active."""

    def kept(self, metres_per_pixel: float) -> Preview:
        """Return the strokes, marks and labels that stay."""
        ...

    def forget(self, _: object = None) -> None:
        """Keep nothing: another level is open, say."""
