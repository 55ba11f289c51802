"""What is said about doors."""

from typing import Final

from editor.tools.words import ESC_BACK, ESC_CLOSES, hint, metres, number, short

TYPE_WIDTH: Final = "width"


def door_first(width: float) -> str:
    """No side of the gap is clicked yet."""
    return hint(
        "Click on one side of the gap.", f"It becomes a door {metres(width)} wide",
        "digits change the width",
    )  # fmt: skip


def door_over(name: str, *, shut: bool, cut_off: float) -> str:
    """The mouse is over a door; shutting it would cut off so many square metres of floor."""
    digits = 0 if cut_off >= 100 else 1
    cut = [f"{number(cut_off, digits)} m² would be cut off"] if cut_off else []
    bold = f"T {'opens' if shut else 'shuts'} {short(name)}."
    return hint(bold, *cut, "Click starts another door here")


def door_second(width: float, depth: float) -> str:
    """One side is clicked, the other is sought."""
    return hint(
        f"Click lays a door {metres(width)} wide, {metres(depth)} deep.",
        "Up and Down change the width", "Esc back",
    )  # fmt: skip


def door_narrower(width: float, wanted: float) -> str:
    """The floor is narrower than the door was meant to be."""
    return hint(
        f"Click lays a door {metres(width)} wide.", f"The floor is narrower than {metres(wanted)}",
        "Esc back",
    )  # fmt: skip


def door_typed(width: float) -> str:
    """A width is typed, the box is open."""
    return hint(f"Enter makes doors {metres(width)} wide.", ESC_CLOSES)


def door_not_here() -> str:
    """Both ends of the door are in one place."""
    return hint("Click on the other side of the gap.", ESC_BACK)
