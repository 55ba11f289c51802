"""Messages of the link tool."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from editor.tools.keys import key
from editor.tools.messages import ESC_BACK, ESC_CLOSES, hint, metres, place, short
from navcore.i18n import mark, tr
from navcore.level.model import Link, Settings
from navcore.level.storeys import layers_of, storey_title

TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "jump": mark("Jump"),
        "climb": mark("Climb"),
        "drop": mark("Drop"),
        "stairs": mark("Stairs"),
        "ladder": mark("Ladder"),
        "lift": mark("Lift"),
        "teleport": mark("Teleport"),
    }
)
"""Words for the types of links, in the order of the list."""

TYPE_PLACE: Final = mark("x z of an end")


def type_words(type_: str) -> str:
    """Return the words for a type of links."""
    return tr(TYPES.get(type_, type_))


def leads(link: Link, settings: Settings) -> str:
    """Return the type of a link and the storey to which it leads: "stairs to upper"."""
    words = type_words(link.type).lower()
    start, *end = layers_of(settings, link)
    if not end:
        return words
    return tr("{0} from {1} to {2}").format(
        words, short(storey_title(start)), short(storey_title(end[0]))
    )


def first_end() -> str:
    """No end is set yet."""
    return hint(
        tr("Click sets one end of a link."), tr("A drag makes it wide"), tr("Digits type a place")
    )


def second_end(length: float | None, *, storeys: bool) -> str:
    """One end is set; `storeys`: the other may lie on another storey."""
    bold = tr("Click sets the other end.")
    if length is not None:
        bold = tr("Click sets the other end, {0} away.").format(metres(length))
    changes = tr("{0} or {1}: another storey").format(key("storey_up"), key("storey_down"))
    return hint(bold, changes if storeys else tr("A drag makes it wide"), tr(ESC_BACK))


def other_storey(name: str) -> str:
    """One end is set on a storey other than the current one."""
    bold = tr("Click sets the end on {0}.").format(short(storey_title(name)))
    return hint(bold, tr("A drag makes it wide"), tr(ESC_BACK))


def wide_end(width: float) -> str:
    """An end is dragged out to a segment."""
    return hint(tr("Release makes this end {0} wide.").format(metres(width)), tr(ESC_BACK))


def typed_end(at: tuple[float, float]) -> str:
    """A place is typed."""
    return hint(tr("Enter sets an end at {0}.").format(place(at)), tr(ESC_CLOSES))


def same_place() -> str:
    """Both ends are in one place of one storey."""
    return hint(tr("Both ends are in the same place. Click somewhere else."), tr(ESC_BACK))


def same_place_typed() -> str:
    """The place of the first end is typed for the second."""
    return tr("The link starts there already. Type another place.")


def from_storey(name: str) -> str:
    """Return the label of an end: the storey from which the link comes."""
    return tr("from {0}").format(short(storey_title(name)))
