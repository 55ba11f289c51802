"""Changes of rows of folders as runs: removed rows, and the rows that replace them.

No Qt. Views process each run at once, so that thousands of rows cost little. If a folder has many
runs, they are combined into one run, with the rows in between.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from editor.panels.outline.tree import Node, Place, RowKey

MOST_RUNS: Final = 16
"""Most runs of a folder that are reported separately; reporting one takes some 0.1 ms."""


class Splice(NamedTuple):
    """Rows that replace a run of others right in a folder."""

    node: Node
    first: int
    """Index in the folder's `rows` of the first that goes, or before which rows come."""
    gone: int
    """Number of removed rows."""
    come: list[RowKey]
    """New rows, in order."""


def splices(goes: Iterable[Place], comes: Iterable[Place]) -> Iterator[Splice]:
    """Yield runs that replace rows, folder by folder, from the end of each folder upwards.

    Applied in order, no run moves the rows of a later one.

    Args:
        goes: Existing rows to remove.
        comes: Rows to add, in existing folders.
    """
    going, coming = _by_folder(goes), _by_folder(comes)
    for node in dict.fromkeys((*going, *coming)):
        yield from _splices_of(node, going.get(node, []), coming.get(node, []))


def _by_folder(places: Iterable[Place]) -> dict[Node, list[RowKey]]:
    found: dict[Node, list[RowKey]] = {}
    for node, row in places:
        found.setdefault(node, []).append(row)
    return found


def _splices_of(node: Node, going: list[RowKey], coming: list[RowKey]) -> Iterator[Splice]:
    at = {bisect_left(node.rows, row) for row in going}
    spans = [(number, number + 1) for number in at]
    spans += [(place, place) for place in {bisect_left(node.rows, row) for row in coming}]
    joined = _joined(spans)
    if len(joined) > MOST_RUNS:
        joined = [(joined[0][0], joined[-1][1])]
    coming.sort()
    for first, last in reversed(joined):
        low = bisect_left(coming, node.rows[first - 1]) if first else 0
        added = [node.rows[number] for number in range(first, last) if number not in at]
        added += coming[low:]
        del coming[low:]
        added.sort()
        yield Splice(node, first, last - first, added)


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans in order, with adjacent ones merged."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined
