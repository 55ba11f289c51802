"""Pictures of `navcore diff`: floor that agents can't reach any more."""

from cli_calls import yard
from msgspec.structs import replace

from navcore.report.comparing.comparison import compare, sides
from navcore.report.pictures.changes import changes_picture
from navcore.report.pictures.shapes import Pattern, Shape, Text


def test_picture_tints_floor_that_is_cut_off() -> None:
    """It has crossing lines and a row of the legend; regained floor has rising lines."""
    opened = replace(yard().areas[3], available=True)
    player = replace(yard().agents[6], player=True)
    new = yard().with_items({player.id: player})
    old = new.with_items({opened.id: opened})
    for levels, pattern, other, text in (
        ((old, new), Pattern.CUT_OFF, Pattern.JOINED, "can't be reached any more"),
        ((new, old), Pattern.JOINED, Pattern.CUT_OFF, "can be reached now"),
    ):
        was, now = sides(*levels, max_cells=10**6)
        picture = changes_picture(was.world, now.world, compare(was, now), ("old", "new"))
        patterns = {one.pattern for one in picture.parts if isinstance(one, Shape) and one.lines}
        texts = {one.text for one in picture.parts if isinstance(one, Text)}
        assert pattern in patterns
        assert text in texts
        assert other not in patterns
