"""What is said about tests of the level."""

from collections.abc import Mapping
from typing import Final

from navcore.i18n import mark

EXPECT: Final[Mapping[str, str]] = {"path": mark("A path"), "noPath": mark("No path")}
"""What a path test can expect."""
