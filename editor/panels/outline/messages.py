"""What rows of the outline are called."""

from editor.panels.outline.tree import Drawn, kind_of
from navcore.i18n import tr
from navcore.level.model import Area, Obstacle


def word_for(element: Drawn) -> str:
    """What kind of thing an element is."""
    return (tr("area"), tr("door"), tr("obstacle"), tr("agent"))[kind_of(element)]


def title_of(kind: int) -> str:
    """What stands over elements of a kind that have no group."""
    return (tr("Areas"), tr("Doors"), tr("Obstacles"), tr("Agents"))[kind]


def title_of_others(kind: int) -> str:
    """The same, where a group has just that name."""
    titles = (tr("Other areas"), tr("Other doors"), tr("Other obstacles"), tr("Other agents"))
    return titles[kind]


def label_of(element: Drawn) -> str:
    """The element's name, and whether it is shut or off."""
    name = element.name or word_for(element)
    if isinstance(element, Area) and not element.available:
        return (tr("{0} (shut)") if element.door else tr("{0} (off)")).format(name)
    if isinstance(element, Obstacle) and not element.enabled:
        return tr("{0} (off)").format(name)
    return name


def state_of(element: Drawn) -> str:
    """What stands in grey behind the name: that it is shut or off; empty for anything else."""
    if isinstance(element, Area) and not element.available:
        return tr("(shut)") if element.door else tr("(off)")
    return tr("(off)") if isinstance(element, Obstacle) and not element.enabled else ""


def is_found(element: Drawn, words: list[str]) -> bool:
    """Whether all words, in small letters, are in its name, kind, group or tags."""
    text = " ".join((element.name, element.group, word_for(element), *element.tags)).casefold()
    return all(word in text for word in words)
