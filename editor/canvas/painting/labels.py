"""Requests for texts on the canvas, with their sizes."""

from editor.canvas.painting.drawing import text_size
from editor.canvas.painting.label_room import Label, Rank, around
from editor.canvas.painting.name_places import Pixel

_AWAY = 2.0
"""Pixels between a place and a text that steps aside."""


def at(words: str, place: Pixel, rank: Rank) -> Label:
    """Return a text exactly at this place, whatever it covers."""
    return Label(words, text_size(words), (place,), rank, needed=True)


def near(words: str, place: Pixel, rank: Rank) -> Label:
    """Return a text at this place, or close to it if something else is there."""
    size = text_size(words)
    aside = around(place, size[1] / 2 + _AWAY, size)
    return Label(words, size, (place, *aside), rank, needed=True)


def beneath(words: str, place: Pixel, reach: float, rank: Rank, *, steps_aside: bool) -> Label:
    """Return a text below a disc; if it may move, also above or beside it."""
    size = text_size(words)
    places = around(place, reach, size)
    return Label(words, size, places if steps_aside else places[:1], rank, needed=not steps_aside)
