"""Tools that leave something in sight while another one is in hand."""

from typing import Protocol, runtime_checkable

from editor.tools.preview import Preview


@runtime_checkable
class Lasting(Protocol):
    """A tool that leaves something in sight while another one is in hand."""

    def kept(self, metres_per_pixel: float) -> Preview:
        """The strokes, marks and labels that stay."""
        ...

    def forget(self, _: object = None) -> None:
        """Keep nothing: another level is open, say."""
