"""The type of the agents that a tool lays: chosen in its strip, kept for the next time."""

from editor.tools.legs import known_to
from editor.tools.messages.agent_types import type_words
from editor.tools.options import Choice
from editor.tools.tool import ToolView
from navcore.bake.grid import NavGrid
from navcore.i18n import mark
from navcore.level.model import Level, Profile
from navcore.level.operations.profiles import type_radius
from navcore.level.profiles import grounded, name_after, on_layer, profile_named
from navcore.level.tables import GROUND

_DEFAULT_RADIUS = 0.45


class AgentType:
    """Option for an agent type of the open level; unnamed if the level lacks the chosen type."""

    def __init__(self) -> None:
        """Start with the unnamed type."""
        tip = mark("Agent type of new agents")
        self.choice = Choice("type", mark("Type"), (("", ""),), "", tip, listed=self._listed)
        self._known: tuple[Profile, ...] = ()
        """Types at the last listing, to follow the chosen type when it is renamed."""

    def profile(self, view: ToolView) -> Profile | None:
        """Return the type; None for the unnamed one."""
        return profile_named(view.level.settings.profiles, self.choice.value)

    def name(self, view: ToolView) -> str:
        """Return its name, which agents of it have."""
        profile = self.profile(view)
        return "" if profile is None else profile.name

    def radius(self, view: ToolView) -> float:
        """Return the radius of the agents that are laid, metres."""
        return type_radius(view.level.settings, self.name(view)) or _DEFAULT_RADIUS

    def grid(self, view: ToolView) -> NavGrid:
        """Return the grid on which agents of the type walk."""
        profile = self.walks_as(view)
        return view.world.grid if profile is None else view.world.grid_for(profile)

    def walks_as(self, view: ToolView) -> Profile | None:
        """Return the type on the storey in hand; None: agents of no type on the ground."""
        profile = self.profile(view)
        if view.storey == GROUND:
            return None if profile is None else grounded(profile)
        return known_to(view.world, on_layer(profile or Profile(), view.storey))

    def _listed(self, level: Level) -> tuple[tuple[str, str], ...]:
        profiles = level.settings.profiles
        self.choice.value = name_after(self.choice.value, self._known, profiles)
        self._known = profiles
        return tuple((name, type_words(name)) for name in ("", *(p.name for p in profiles)))
