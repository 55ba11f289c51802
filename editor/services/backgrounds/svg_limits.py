"""Limits of SVG drawings, because Qt would draw them for any length of time."""

import re
from typing import Final
from xml.etree import ElementTree as ET

from navcore.errors import NavcoreError
from navcore.i18n import tr

MOST_BYTES: Final = 2**25
"""Most bytes of a drawing; plans of whole towns have a few megabytes."""

MOST_DRAWN: Final = 500_000
"""Most shapes drawn after following each `use`: thirty lines can ask for 2^30."""

DEEPEST: Final = 200
"""Elements inside each other; Qt draws them by recursion."""

_OUTSIDE: Final = re.compile(
    rb"<\?xml-stylesheet|<!ENTITY[^>]*(?:SYSTEM|PUBLIC)"
    rb"|<!ENTITY[^>]*[\"'][^\"'>]*&(?!\#|amp;|lt;|gt;|quot;|apos;)",
    re.IGNORECASE,
)
"""Style sheets and entities in other files, and entities made of entities."""
_HREFS: Final = ("href", "{http://www.w3.org/1999/xlink}href")


def check_svg(data: bytes, name: str) -> None:
    """Refuse a drawing that refers to other files or would take too long to draw.

    Raises:
        NavcoreError: if it is refused; `name` is the name of the file.
    """
    if len(data) > MOST_BYTES or _OUTSIDE.search(data):
        raise _refused(name)
    try:
        root = ET.fromstring(data)
        fits = _Weight(root).of(root) <= MOST_DRAWN
    except (ET.ParseError, ValueError, LookupError) as error:
        raise _refused(name) from error
    if not fits:
        raise _refused(name)


class _Weight:
    """Number of shapes that elements draw."""

    def __init__(self, root: ET.Element) -> None:
        self._named = {one.get("id", ""): one for one in root.iter()}
        self._known: dict[ET.Element, int] = {}

    def of(self, element: ET.Element, depth: int = 0) -> int:
        """Return the number of shapes that an element draws.

        Raises:
            ValueError: if it is nested too deep, uses itself, or names another file.
        """
        if depth > DEEPEST:
            raise ValueError
        if element not in self._known:
            weight = 1 + sum(self.of(inner, depth + 1) for inner in element)
            kind = element.tag.rpartition("}")[2]
            target = next((found for key in _HREFS if (found := element.get(key))), "")
            if kind == "image" and target and not target.startswith("data:"):
                raise ValueError
            used = self._named.get(target.removeprefix("#")) if kind == "use" else None
            if used is not None:
                weight += self.of(used, depth + 1)
            self._known[element] = min(weight, 2 * MOST_DRAWN)
        return self._known[element]


def _refused(name: str) -> NavcoreError:
    message = tr(
        "{0} is not drawn: it names other files, or would take too long. Save it as PNG instead."
    )
    return NavcoreError(message.format(name))
