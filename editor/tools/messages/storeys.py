"""Messages about storeys."""

from editor.tools.keys import key
from editor.tools.messages import short
from navcore.i18n import several, tr
from navcore.level.storeys import storey_title


def in_hand(name: str | None) -> str:
    """Return the effect of the current storey on drawing and picking; None: all storeys."""
    if name is None:
        return tr("All storeys are shown and can be selected. New things lie on Ground.")
    said = tr("{0} is the current storey: what you draw and select is on it.")
    return said.format(short(storey_title(name)))


def no_further(name: str, step: int) -> str:
    """No storey lies above (step 1) or below (-1)."""
    said = tr("{0} is the highest storey.") if step > 0 else tr("{0} is the lowest storey.")
    return said.format(short(storey_title(name)))


def choose_another() -> str:
    """Return how to switch to another storey."""
    return tr("Choose another storey. {0} goes up, {1} down.").format(
        key("storey_up"), key("storey_down")
    )


def holds(count: int) -> str:
    """Return the number of elements on a storey."""
    if not count:
        return tr("Nothing lies on it yet.")
    return several(count, "1 thing lies on it.", "{0} things lie on it.")


def stray(name: str, count: int) -> str:
    """Elements name a storey that the level lacks."""
    return (
        tr("1 thing is meant for the storey {0}, which this level doesn't have: "
           "it lies on the ground.").format(short(name))
        if count == 1
        else tr("{0} are meant for the storey {1}, which this level doesn't have: "
                "they lie on the ground.").format(_things(count), short(name))
    )  # fmt: skip


def deletes(name: str, count: int, to: str | None) -> str:
    """Return the text of a choice in the menu that deletes a storey."""
    if to is None:
        return tr("Delete {0} and {1}").format(short(name), _things(count))
    said = tr("Delete {0}, move {1} to {2}")
    return said.format(short(name), _things(count), short(storey_title(to)))


def deleted(name: str, count: int, to: str | None) -> str:
    """A storey was deleted, and its elements were deleted or moved."""
    if not count:
        return tr("{0} is deleted.").format(name)
    if to is None:
        return tr("{0} is deleted, and with it {1}.").format(name, _things(count))
    said = tr("{0} is deleted, {1} moved to {2}.")
    return said.format(name, _things(count), short(storey_title(to)))


def _things(count: int) -> str:
    return several(count, "1 thing", "{0} things")
