"""A hall with a wall, a guard without a route and a cook with one."""

from tool_bench import drawn, rectangle

from navcore.level import operations as op
from navcore.level.model import Level

GUARD, COOK = 3, 4


def hall() -> Level:
    """A hall with a wall across most of it, a guard in the south and a cook in the north."""
    return drawn(
        lambda lv, n: op.add_area(lv, rectangle(0, 0, 20, 10), n, name="hall"),
        lambda lv, n: op.add_obstacle(lv, rectangle(2, 4.5, 20, 5.5), n, name="wall"),
        lambda lv, n: op.add_agent(lv, (10, 2), n, name="guard"),
        lambda lv, n: op.add_agent(lv, (10, 8), n, name="cook", goals=((12, 8), (14, 8)), wait=2.0),
    )  # fmt: skip
