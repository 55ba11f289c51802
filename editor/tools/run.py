"""Agents during a run: picked where they are in the run, moved and added only there.

Tools ask here before they pick elements of the level. None means that the run is not concerned and
the tool continues, as always at the start.
"""

import math
from collections.abc import Collection

from msgspec.structs import replace

from editor.tools import messages
from editor.tools.along import along_of
from editor.tools.gesture import (
    OUTLINE_REACH,
    Copies,
    Gesture,
    added,
    circle,
    movable,
    nudge_of,
    outline_of,
    taken_elements,
    vector_of,
)
from editor.tools.messages import play as say
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Effect, KeyResult, Pointer, RunInput, Select, ToolView
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent, Element, Point
from navcore.level.naming import Names, fresh_id, names_in, next_name, played_no_more
from navcore.level.pick import pick_index
from navcore.sim.inputs import Remove, Spawn, Teleport


class _Click(Gesture):
    """A press on an agent of the run."""

    def __init__(self, pointer: Pointer, view: ToolView, target: int) -> None:
        super().__init__(pointer, view)
        self._target = target

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Selects it; with Shift or Ctrl adds or removes it."""
        keys = self.pressed.modifiers
        if keys.shift or keys.ctrl:
            return Select(view.selection ^ {self._target})
        return Select(frozenset({self._target}))


class MoveInRun(Gesture):
    """Agents of the run that follow the mouse, with selected elements of the level.

    With Alt, copies of the agents join the run, and copies of other elements the level.
    """

    def __init__(
        self, pointer: Pointer, view: ToolView, ids: frozenset[int], press: Gesture
    ) -> None:
        """Take the movable elements of `ids`; `press` handles a click."""
        super().__init__(pointer, view)
        self._press = press
        self._agents = _takable(view, ids)
        free = ids - view.untouchable
        self._others = frozenset(item.id for item in taken_elements(view.level, free))
        self._anchor = self._nearest_place(pointer.position)
        self._vector = (0.0, 0.0)
        self._along = along_of(view, self._others)
        self._copies = Copies(self._others, self._along)

    def _nearest_place(self, point: Point) -> Point:
        """Return the corner or agent that is to snap."""
        corner = pick_index(self.level).nearest_corner(point, self._others)
        places = [agent.position for agent in self._agents] + ([corner] if corner else [])
        return min(places, key=lambda place: math.dist(place, point))

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Handle a click as without a move."""
        return self._press.click(pointer, view)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """Return the edit of the level and the agents' temporary places."""
        self._vector = vector_of(self.pressed, pointer, self._anchor, view, self._others)
        if pointer.modifiers.alt:
            return RunInput((), None, self._copies.edit(self.level, self._vector, view))
        edit = operations.move_together(self.level, self._others, self._along, self._vector)
        return RunInput((Teleport(self._places()),), _ids(self._agents) | self._others, edit)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Put the agents, or their copies, here."""
        effect = self.drag(pointer, view)
        if not pointer.modifiers.alt or not isinstance(effect, RunInput):
            return effect
        new = self._copied(view)
        ids = _ids(new) | self._copies.sources(self.level).keys()
        return RunInput(tuple(Spawn(agent) for agent in new), ids, effect.edit)

    def _places(self) -> tuple[tuple[int, Point], ...]:
        return tuple((agent.id, added(agent.position, self._vector)) for agent in self._agents)

    def _copied(self, view: ToolView) -> list[Agent]:
        used = set(self._copies.ids)
        taken = _names(view)
        copies = []
        for agent in self._agents:
            name = played_no_more(agent.name) if agent.player else agent.name
            name = next_name(taken, name) if name else ""
            taken.add(name)
            copies.append(
                replace(
                    agent,
                    id=fresh_id(view.new_id, used), name=name, player=False,
                    position=added(agent.position, self._vector),
                )
            )  # fmt: skip
        return copies

    def preview(self, view: ToolView) -> Preview:
        """Rings where copies would stand, and the place that is snapped."""
        if not self.moving:
            return Preview()
        rings: tuple[Stroke, ...] = ()
        if self.pointer.modifiers.alt:
            rings = tuple(
                Stroke(circle(place, agent.radius), "agent_draft", closed=True)
                for agent, (_, place) in zip(self._agents, self._places(), strict=True)
            )
        return Preview(rings, (Mark(added(self._anchor, self._vector), "snap"),))

    def hint(self, view: ToolView) -> str:
        """Return how far they are moved."""
        if not self.moving:
            return ""
        what = messages.these([*taken_elements(self.level, self._others), *self._agents])
        said = say.copying if self.pointer.modifiers.alt else say.moving
        return said(operations.with_things(what, self._along), self._vector)


def target(pointer: Pointer | None, view: ToolView) -> int | None:
    """Return the agent of the run that a press takes; none with Alt, which takes what is below."""
    if view.run is None or pointer is None or pointer.modifiers.alt:
        return None
    skip = view.hidden | view.locked
    hits = view.run.at(pointer.position, view.pixels(OUTLINE_REACH), skip)
    return next((hit for hit in hits if hit in view.selection), hits[0] if hits else None)


def grab(pointer: Pointer, view: ToolView, ids: frozenset[int], press: Gesture) -> Gesture | None:
    """Return the gesture for a press on an agent of the run, or on a selection with one.

    `ids` are elements of the level that a drag would move, `press` handles a click.
    """
    hit = target(pointer, view)
    if hit is not None:
        moved = view.selection if hit in view.selection else frozenset({hit})
        return MoveInRun(pointer, view, moved, _Click(pointer, view, hit))
    if ids & view.selection and _takable(view, view.selection):
        return MoveInRun(pointer, view, view.selection, press)
    return None


def in_box(one: Point, other: Point, view: ToolView, *, touched: bool) -> list[int]:
    """Return agents of the run that a selection box takes."""
    if view.run is None:
        return []
    return view.run.in_box(one, other, view.hidden | view.locked, touched=touched)


def standing(view: ToolView, ids: Collection[int]) -> list[Agent]:
    """Return the agents with these ids, at their places in the run; none at the start."""
    return [] if view.run is None else view.run.agents(ids)


def _takable(view: ToolView, ids: Collection[int]) -> list[Agent]:
    """Return the agents of the run among these ids that are neither hidden nor locked."""
    return standing(view, frozenset(ids) - view.hidden - view.locked)


def taken(view: ToolView, ids: Collection[int]) -> list[Element]:
    """Return the elements with these ids as displayed: agents at their places in the run."""
    agents = standing(view, ids)
    return [*taken_elements(view.level, frozenset(ids) - _ids(agents)), *agents]


def key(key: str, view: ToolView) -> KeyResult | None:
    """Handle Delete and arrows for selected agents of a run; None leaves the key to the tool."""
    agents = _takable(view, view.selection)
    if not agents:
        return None
    if key in {"Delete", "Backspace"}:
        ids = _ids(agents)
        of_level = movable(view) | (ids & view.level.agents.keys())
        edit = operations.delete(view.level, of_level) if of_level else Edit()
        gone = Remove(tuple(sorted(ids - view.level.agents.keys())))
        return KeyResult(True, RunInput((gone,), edit=edit))
    vector = nudge_of(key, view)
    if vector is None:
        return None
    places = tuple((agent.id, added(agent.position, vector)) for agent in agents)
    others = movable(view)
    along = along_of(view, others)
    edit = operations.move_together(view.level, others, along, vector) if others else Edit()
    return KeyResult(True, RunInput((Teleport(places),), edit=edit), merges=True)


def preview(pointer: Pointer | None, view: ToolView) -> Preview | None:
    """Return the outline of the agent of the run that a click takes; None leaves it to the tool."""
    hit = target(pointer, view)
    if hit is None:
        return None
    shown = standing(view, () if hit in view.selection else {hit})
    return Preview(tuple(outline_of(agent, "hover", view) for agent in shown))


def hint(pointer: Pointer | None, view: ToolView) -> str:
    """Return what click and drag do with the agent of the run under the mouse, or ""."""
    hit = target(pointer, view)
    if hit is None:
        return ""
    if hit in view.selection:
        return say.over_selected(messages.these([*standing(view, view.selection)]))
    return say.over_agent(messages.these([*standing(view, {hit})]))


def spawned(edit: Edit, view: ToolView) -> RunInput:
    """Return the agents that an edit would add to the level, added to the run alone."""
    names = Names(_names(view))
    agents = [
        replace(agent, name=names.take(agent.name))
        for agent in edit.after.values()
        if isinstance(agent, Agent)
    ]
    return _spawn(agents)


def _spawn(agents: list[Agent]) -> RunInput:
    return RunInput(tuple(Spawn(agent) for agent in agents), _ids(agents))


def _names(view: ToolView) -> set[str]:
    """Return all names of the level and of the run."""
    names = names_in(view.level)
    if view.run is not None:
        names |= {agent.name for agent in view.run.elements}
    return names


def _ids(agents: Collection[Agent]) -> frozenset[int]:
    return frozenset(agent.id for agent in agents)
