"""Tools: each turns pointer input into effects, and knows no window.

A tool is one file here with a tuple `TOOLS` of factories; `all_tools` finds them all.
"""

from editor.discovery import listed
from editor.tools.tool import Tool


def all_tools() -> list[Tool]:
    """One new instance of every tool, in the order of the rail."""
    tools: list[Tool] = [factory() for factory in listed(__name__, __path__, "TOOLS")]
    return sorted(tools, key=lambda tool: tool.place)
