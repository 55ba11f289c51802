"""The table of the library: which sections there are, from the top."""

from typing import Final

from editor.panels.library.agent_types import AgentTypes
from editor.panels.library.backgrounds import Backgrounds
from editor.panels.library.section import Section
from editor.panels.library.states import States
from editor.panels.library.storeys import Storeys
from editor.panels.library.terrains import Terrains

SECTIONS: Final[tuple[type[Section], ...]] = (
    AgentTypes, Terrains, Storeys, States, Backgrounds,
)  # fmt: skip
