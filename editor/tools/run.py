"""Agents while a run is on: taken where they stand in it, moved and added in it alone.

Tools ask here before they take anything of the level. Every answer that means "this is none of
the run's business" leaves the tool to itself, as everything does at the start.
"""

from collections.abc import Collection

from msgspec.structs import replace

from editor.tools import words
from editor.tools.gesture import (
    OUTLINE_REACH,
    Gesture,
    added,
    circle,
    movable,
    nudge_of,
    outline_of,
    taken_elements,
    vector_of,
)
from editor.tools.tool import (
    Effect,
    KeyResult,
    Mark,
    Pointer,
    Preview,
    RunInput,
    Select,
    Stroke,
    ToolView,
)
from editor.tools.words import play as say
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Obstacle, Point
from navcore.level.naming import fresh_id, names_in, next_name
from navcore.sim.run import Place, Remove, Spawn


class MoveInRun(Gesture):
    """Agents of the run that follow the mouse; with Alt, copies join the run."""

    def __init__(self, pointer: Pointer, view: ToolView, target: int) -> None:
        """Takes all selected agents if `target` is one of them, else just that."""
        super().__init__(pointer, view)
        self._target = target
        ids = view.selection if target in view.selection else {target}
        self._agents = standing(view, ids)
        self._anchor = next(a.position for a in self._agents if a.id == target)
        self._vector = (0.0, 0.0)

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Selects it; with Shift or Ctrl adds or removes it."""
        keys = self.pressed.modifiers
        if keys.shift or keys.ctrl:
            return Select(view.selection ^ {self._target})
        return Select(frozenset({self._target}))

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """Nothing of the level changes, and the run only when the mouse lets go."""
        self._vector = vector_of(self.pressed, pointer, self._anchor, view, ())
        places = () if pointer.modifiers.alt else self._places()
        return RunInput((Place(places),), _ids(self._agents))

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Puts them down, or their copies."""
        effect = self.drag(pointer, view)
        return _spawn(self._copies(view)) if pointer.modifiers.alt else effect

    def _places(self) -> tuple[tuple[int, Point], ...]:
        return tuple((agent.id, added(agent.position, self._vector)) for agent in self._agents)

    def _copies(self, view: ToolView) -> list[Agent]:
        used: set[int] = set()
        taken = _names(view)
        copies = []
        for agent in self._agents:
            name = next_name(taken, agent.name) if agent.name else ""
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
        """How far they are moved."""
        if not self.moving:
            return ""
        what = words.these([*self._agents])
        said = say.copying if self.pointer.modifiers.alt else say.moving
        return said(what, self._vector)


def target(pointer: Pointer | None, view: ToolView) -> int | None:
    """The agent of the run that a press takes; with Alt none, for it takes what lies beneath."""
    if view.run is None or pointer is None or pointer.modifiers.alt:
        return None
    skip = view.hidden | view.locked
    hits = view.run.at(pointer.position, view.pixels(OUTLINE_REACH), skip)
    return next((hit for hit in hits if hit in view.selection), hits[0] if hits else None)


def grab(pointer: Pointer, view: ToolView) -> Gesture | None:
    """The gesture of a press on an agent of the run."""
    hit = target(pointer, view)
    return None if hit is None else MoveInRun(pointer, view, hit)


def in_box(one: Point, other: Point, view: ToolView) -> list[int]:
    """Agents of the run that a selection box takes."""
    return [] if view.run is None else view.run.in_box(one, other, view.hidden | view.locked)


def standing(view: ToolView, ids: Collection[int]) -> list[Agent]:
    """The agents among these ids, where they stand in the run; none at the start."""
    return [] if view.run is None else view.run.agents(ids)


def taken(view: ToolView, ids: Collection[int]) -> list[Area | Obstacle | Agent]:
    """The elements of these ids as they are seen: agents of a run where they stand in it."""
    agents = standing(view, ids)
    return [*taken_elements(view.level, frozenset(ids) - _ids(agents)), *agents]


def key(key: str, view: ToolView) -> KeyResult | None:
    """Delete and arrows, where agents of a run are selected; None leaves the key to the tool."""
    agents = standing(view, view.selection - view.hidden - view.locked)
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
    edit = operations.move(view.level, others, vector) if others else Edit()
    return KeyResult(True, RunInput((Place(places),), edit=edit), merges=True)


def preview(pointer: Pointer | None, view: ToolView) -> Preview | None:
    """The outline of the agent of the run that a click takes; None leaves it to the tool."""
    hit = target(pointer, view)
    if hit is None:
        return None
    shown = standing(view, () if hit in view.selection else {hit})
    return Preview(tuple(outline_of(agent, "hover") for agent in shown))


def hint(pointer: Pointer | None, view: ToolView) -> str:
    """What a click and a drag do with the agent of the run that is under the mouse, or ""."""
    hit = target(pointer, view)
    if hit is None:
        return ""
    if hit in view.selection:
        return say.over_selected(words.these([*standing(view, view.selection)]))
    return say.over_agent(words.these([*standing(view, {hit})]))


def spawned(edit: Edit, view: ToolView) -> RunInput:
    """The agents that an edit would add to the level, added to the run alone."""
    taken = _names(view)
    agents = []
    for agent in edit.after.values():
        if isinstance(agent, Agent):
            name = next_name(taken, agent.name)
            taken.add(name)
            agents.append(replace(agent, name=name))
    return _spawn(agents)


def _spawn(agents: list[Agent]) -> RunInput:
    return RunInput(tuple(Spawn(agent) for agent in agents), _ids(agents))


def _names(view: ToolView) -> set[str]:
    """All names of the level and of the run."""
    names = names_in(view.level)
    if view.run is not None:
        names |= {agent.name for agent in view.run.elements}
    return names


def _ids(agents: Collection[Agent]) -> frozenset[int]:
    return frozenset(agent.id for agent in agents)
