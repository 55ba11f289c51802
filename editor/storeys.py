"""The active storey, on which elements are drawn, picked and snapped to.

It is part of the view: neither saved nor undone. Elements of other storeys are *apart*: invisible
except for the ghosts of neighbouring storeys, and never selected. In a level with one storey no
element is apart.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce

from PySide6.QtCore import QObject, Signal

from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Element, Level, Settings
from navcore.level.storeys import beside, layers_of, names_by_height
from navcore.level.tables import GROUND


class StoreyInHand(QObject):
    """The active storey, or all of them, and the elements of other storeys."""

    changed = Signal(object)
    """Emitted when another storey, or all storeys, are shown."""

    def __init__(self, level_now: Callable[[], Level]) -> None:
        """The ground of this level."""
        super().__init__()
        self._level_now = level_now
        self._name: str | None = GROUND
        self._last = GROUND
        """The storey that was in hand last."""
        self._apart: frozenset[int] = frozenset()
        self._apart = self._all_apart()
        self._moved: Mapping[int, str] = {}
        self._told: frozenset[int] | None = None
        """Cached value of `apart`, with agents of a run where they are."""

    @property
    def name(self) -> str | None:
        """The active storey; None: all storeys are shown."""
        return self._name

    @property
    def drawn_on(self) -> str:
        """The storey of new elements; the ground if all storeys are shown."""
        return self._name or GROUND

    @property
    def names(self) -> tuple[str, ...]:
        """The storeys of the level from the lowest to the highest."""
        return names_by_height(self._level_now().settings)

    @property
    def several(self) -> bool:
        """True if there is a choice."""
        return len(self._level_now().settings.layer_names) > 1

    @property
    def apart(self) -> frozenset[int]:
        """Elements, and agents of a run, that are not on the storey in hand."""
        if not self._moved or self._name is None or not self.several:
            return self._apart
        if self._told is None:
            gone = {one for one, name in self._moved.items() if name != self._name}
            self._told = (self._apart - self._moved.keys()) | gone
        return self._told

    def move(self, places: Mapping[int, str]) -> None:
        """Take over the storeys of agents that a run has elsewhere than the level, or alone."""
        if places != self._moved:
            self._moved, self._told = dict(places), None

    def show(self, name: str | None) -> None:
        """Show this storey; None and unknown names show all."""
        if name is not None and name not in self._level_now().settings.layer_names:
            name = None
        if name != self._name:
            self._last, self._name = self._name or self._last, name
            self._apart, self._told = self._all_apart(), None
            self.changed.emit(name)

    def toggle_all(self) -> None:
        """Show all storeys, or return to the storey that was active before."""
        self.show(self._last if self._name is None else None)

    def next(self, step: int) -> str | None:
        """Return the storey `step` storeys above; from all storeys, the lowest or the highest."""
        names = self.names
        if self._name is None:
            return names[0] if step > 0 else names[-1]
        return beside(self._level_now().settings, self._name, step)

    def bring(self, elements: Iterable[Element]) -> None:
        """Show a storey that contains all of these elements, or all storeys if there is none."""
        if self._name is None or not self.several:
            return
        settings = self._level_now().settings
        places = {self._layers_of(settings, element) for element in elements}
        if all(self._name in place for place in places):
            return
        common = reduce(frozenset.intersection, map(frozenset, places))
        self.show(next((name for name in next(iter(places)) if name in common), None))

    def bring_edit(self, edit: Edit) -> None:
        """Show the storey of the elements that an edit changed, so that changes are visible.

        Edits of the storeys themselves are ignored: they change which elements lie on each.
        """
        if _settings_of(edit) is not None:
            return
        changed = (item or edit.before[item_id] for item_id, item in edit.after.items())
        self.bring(item for item in changed if isinstance(item, Element))

    def follow(self, edit: Edit) -> bool:
        """Update the storeys after an edit; return whether another storey is shown.

        A renamed storey stays active; a deleted storey is replaced by the ground. The caller emits
        `changed`, once all listeners know the edit.
        """
        self._told = None
        changed = _settings_of(edit)
        if changed is not None:
            shown = self._name
            self._name = shown and _name_after(shown, *changed)
            self._apart = self._all_apart()
            return self._name != shown
        if self._name is not None and self.several:
            settings, name = self._level_now().settings, self._name
            now = {
                item_id
                for item_id, item in edit.after.items()
                if isinstance(item, Element) and name not in layers_of(settings, item)
            }
            if self._apart & edit.after.keys() != now:
                self._apart = (self._apart - edit.after.keys()) | now
        return False

    def _layers_of(self, settings: Settings, element: Element) -> tuple[str, ...]:
        """Return the storeys on which an element lies; of an agent of a run the one where it is."""
        moved = self._moved.get(element.id)
        return layers_of(settings, element) if moved is None else (moved,)

    def _all_apart(self) -> frozenset[int]:
        level, name = self._level_now(), self._name
        settings = level.settings
        if name is None or len(settings.layer_names) == 1:
            return frozenset()
        held = (element for kind in level.held.values() for element in kind.values())
        return frozenset(e.id for e in held if name not in layers_of(settings, e))


def _settings_of(edit: Edit) -> tuple[Settings, Settings] | None:
    """Return the level's settings before and after an edit of its storeys; None for other edits."""
    before, after = (items.get(SETTINGS_ID) for items in (edit.before, edit.after))
    if isinstance(before, Settings) and isinstance(after, Settings):
        return None if before.layers == after.layers else (before, after)
    return None


def _name_after(name: str, before: Settings, after: Settings) -> str:
    """Return the name that a storey has after an edit; the ground's if it is gone."""
    olds, news = before.layer_names, after.layer_names
    if name in news or name not in olds:
        return name if name in news else GROUND
    renamed = news[olds.index(name)] if len(olds) == len(news) else GROUND
    return renamed if renamed not in olds else GROUND
