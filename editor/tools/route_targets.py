"""Targets of drawn stops: selected agents, the selected route, or a new one."""

from editor.tools import messages
from editor.tools.gesture import OUTLINE_REACH
from editor.tools.legs import storeys_along
from editor.tools.messages import route as say
from editor.tools.tool import Pointer, ToolView
from navcore.level.model import Agent, Route, WithStops
from navcore.level.pick import pick_index


class RouteTargets:
    """The agents or routes that stops are appended to; none: the stops become a new route."""

    def __init__(self) -> None:
        """Start without targets."""
        self.ids: tuple[int, ...] | None = None
        """The selected agents, else the selected routes; None: not looked up yet."""
        self.finished: tuple[int, ...] = ()
        """Targets whose loop was closed: clicks add nothing until another target is selected."""

    def clear(self) -> None:
        """Start again."""
        self.ids, self.finished = None, ()

    def follow(self, view: ToolView) -> bool:
        """Use the present selection; return whether it differs from before.

        Agents come before routes. Locked and hidden ones are left out.
        """
        held = {i for i in view.hidden | view.locked if not self._is_upstairs(i, view)}
        free = view.selection - held
        routes = view.level.of(Route)
        ids = tuple(sorted(free & view.level.agents.keys()) or sorted(free & routes.keys()))
        if not ids and any(self._is_upstairs(i, view) for i in self.ids or ()):
            # Another storey came in hand: the route goes on there.
            return False
        if ids == self.ids:
            return False
        self.ids = ids
        self.finished = ids if ids == self.finished else ()
        return True

    def taken(self, view: ToolView) -> list[WithStops]:
        """Return agents with their own stops, and routes, including those shared by agents."""
        found: dict[int, WithStops] = {}
        for one_id in self.ids or ():
            one = view.level.get(one_id)
            if isinstance(one, Agent) and one.route is not None and not self._held(one_id, view):
                one_id = one.route  # noqa: PLW2901 - its stops are those of the route
                one = view.level.get(one_id)
            if isinstance(one, WithStops) and not self._held(one_id, view):
                found[one_id] = one
        return [*found.values()]

    def _held(self, one_id: int, view: ToolView) -> bool:
        """Return whether it is locked or hidden, for another reason than its storey."""
        held = one_id in view.hidden or one_id in view.locked
        return held and not self._is_upstairs(one_id, view)

    def _is_upstairs(self, one_id: int, view: ToolView) -> bool:
        """Return whether something that the stops belong to is on a storey that is not active."""
        one, settings = view.level.get(one_id), view.level.settings
        if not isinstance(one, WithStops) or view.all_storeys or one.locked:
            return False
        if one_id not in (self.ids or ()) and not isinstance(one, Route):
            return False
        return bool(settings.layers) and storeys_along(one, settings)[0] != view.storey

    def lays_new(self, view: ToolView) -> bool:
        """Return whether the stops become a new route."""
        return not self.ids and not self.missing(view)

    def missing(self, view: ToolView) -> str:
        """Return why there is nothing to draw for, if there is a reason; else empty."""
        if self.taken(view):
            return ""
        level = view.level
        held = [i for i in self.ids or view.selection if isinstance(level.get(i), WithStops)]
        if held:
            found = [level.element(i) for i in held]
            shared = [level.get(one.route or 0) or one for one in found if isinstance(one, Agent)]
            routes = [one for one in shared if isinstance(one, Route)]
            names = routes if self.ids and routes else found
            return say.untouchable(messages.these([*names]), many=len(names) > 1)
        if self.ids:
            return say.nobody_left()
        beyond = view.run.agents(view.selection) if view.run is not None else []
        return say.only_in_run(messages.these([*beyond])) if beyond else ""

    def agent_at(self, pointer: Pointer | None, view: ToolView, *, finished: bool) -> int | None:
        """The agent under the mouse that a click takes up instead of setting the first stop."""
        if pointer is None:
            return None
        reach = view.pixels(OUTLINE_REACH)
        if view.run is not None:
            hits = view.run.at(pointer.position, reach, view.hidden | view.locked)
        else:
            hits = pick_index(view.level).at(pointer.position, reach, view.untouchable)
        found = next((hit for hit in hits if hit in view.level.agents), None)
        goes_on = self.ids == (found,) and not finished
        return None if goes_on else found
