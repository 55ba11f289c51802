"""What the pointer does: each tool turns pointer input into effects, and knows no window.

A tool is one file here with a tuple `TOOLS` of factories; `all_tools` finds them all.
"""

from importlib import import_module
from pkgutil import iter_modules

from editor.tools.tool import Tool


def all_tools() -> list[Tool]:
    """One new instance of every tool, in the order of the rail."""
    tools: list[Tool] = []
    for module in iter_modules(__path__):
        factories = getattr(import_module(f"{__name__}.{module.name}"), "TOOLS", ())
        tools.extend(factory() for factory in factories)
    return sorted(tools, key=lambda tool: tool.place)
