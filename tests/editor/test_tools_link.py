"""The link tool, and ends of links in other tools."""

import pytest
from tool_bench import Bench, drawn, rectangle

from editor.tools.link import LinkTool
from editor.tools.select import SelectTool
from editor.tools.vertices import VerticesTool
from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.model import Link
from navcore.level.operations.links import add_link
from navcore.level.operations.storeys import add_storey, set_height


def house():
    """A hall on the ground, an upper storey 3 m above and a cellar beneath."""
    level = drawn(lambda lv, n: op.add_area(lv, rectangle(0, 0, 14, 10), n, name="hall"))
    for name in ("upper", "cellar"):
        level = add_storey(level, name).apply(level)
    return set_height(level, "cellar", -3.0).apply(level)


@pytest.fixture
def bench():
    """The link tool over the house."""
    return Bench(LinkTool(), house())


def links(bench):
    """The links of the level."""
    return list(bench.level.of(Link).values())


class TestDrawing:
    """End by end."""

    def test_two_clicks_on_one_storey(self, bench):
        """A jump in one step, selected."""
        bench.click(2, 3)
        assert not bench.steps
        bench.click(4, 3)
        (link,) = links(bench)
        assert (link.start, link.end, link.type) == (((2.0, 3.0),), ((4.0, 3.0),), "jump")
        assert (link.layer, link.to_layer, link.one_way) == ("ground", "", False)
        assert bench.selection == {link.id}
        assert [step.label for step in bench.steps] == ["Draw link_1"]

    def test_an_end_on_another_storey(self, bench):
        """Each end is on the storey that was active at its click."""
        bench.click(2, 3)
        bench.storey = "upper"
        bench.hover(4, 3)
        assert bench.hint.startswith("**Click sets the end on upper.**")
        assert any("from Ground" in label.text for label in _labels(bench))
        bench.click(4, 3)
        (link,) = links(bench)
        assert (link.layer, link.to_layer) == ("ground", "upper")

    def test_ends_above_each_other(self, bench):
        """A ladder starts and ends in one place, of two storeys."""
        bench.tool.kind.set("ladder")
        bench.click(2, 3)
        bench.storey = "upper"
        bench.click(2, 3)
        (link,) = links(bench)
        assert (link.start, link.end, link.type) == (((2.0, 3.0),), ((2.0, 3.0),), "ladder")

    def test_both_ends_in_one_place_are_refused(self, bench):
        """With a hint; the first end stays."""
        bench.click(2, 3)
        bench.click(2, 3)
        assert not links(bench)
        assert "same place" in bench.hint
        bench.hover(3, 3)
        assert bench.hint.startswith("**Click sets the other end, 1.00 m away.**")

    def test_a_drag_makes_a_wide_end(self, bench):
        """Points of both ends are paired so that lines between them don't cross."""
        bench.press(2, 2)
        bench.move(2, 4)
        assert bench.hint.startswith("**Release makes this end 2.00 m wide.**")
        bench.release(2, 4)
        bench.drag((6, 5), (6, 3))
        (link,) = links(bench)
        assert link.start == ((2.0, 2.0), (2.0, 4.0))
        assert link.end == ((6.0, 3.0), (6.0, 5.0))

    def test_a_typed_end(self, bench):
        """Coordinates, and from the first end on a length and an angle."""
        bench.enter("2 3")
        bench.enter("@ 4 0")
        (link,) = links(bench)
        assert (link.start, link.end) == (((2.0, 3.0),), ((6.0, 3.0),))

    def test_the_place_of_the_first_end_is_not_typed_again(self, bench):
        """The box stays open with the sentence."""
        bench.enter("2 3")
        assert "Type another place" in bench.type("2 3")
        with pytest.raises(NavcoreError, match="starts there already"):
            bench.enter("2 3")

    def test_type_width_and_direction_come_from_the_strip(self, bench):
        """They are kept for the next link."""
        bench.tool.kind.set("stairs")
        bench.number("link_width").set(1.2)
        bench.tool.one_way.on = True
        for x in (2, 6):
            bench.click(x, 3)
            bench.click(x + 2, 3)
        kinds = {(link.type, link.width, link.one_way) for link in links(bench)}
        assert kinds == {("stairs", 1.2, True)}


class TestOneWay:
    """Defaults of the direction."""

    @pytest.mark.parametrize(
        ("kind", "storey", "expected"),
        [
            ("jump", "ground", False),
            ("jump", "upper", False),
            ("jump", "cellar", True),
            ("stairs", "cellar", False),
            ("drop", "ground", True),
        ],
    )
    def test_drops_and_jumps_down(self, bench, kind, storey, expected):
        """Agents don't drop up, nor jump up a storey."""
        bench.tool.kind.set(kind)
        bench.click(2, 3)
        bench.storey = storey
        bench.click(4, 3)
        (link,) = links(bench)
        assert link.one_way is expected

    def test_the_switch_of_a_drop_is_on(self, bench):
        """It can't be changed; other types get the earlier value back."""
        switch = bench.tool.one_way
        assert (switch.holds, switch.counts) == (False, True)
        bench.tool.kind.set("drop")
        assert (switch.holds, switch.counts) == (True, False)
        bench.tool.kind.set("jump")
        assert (switch.holds, switch.counts) == (False, True)


class TestTakingBack:
    """Unfinished links can be taken back."""

    @pytest.mark.parametrize("key", ["Escape", "Backspace", "Undo"])
    def test_the_first_end_is_taken_back(self, bench, key):
        """Redo sets it again."""
        bench.click(2, 3)
        assert bench.tool.can_take_back()
        assert bench.key(key)
        assert not bench.tool.can_take_back()
        assert bench.key("Redo")
        bench.click(4, 3)
        assert len(links(bench)) == 1

    def test_with_the_right_button(self, bench):
        """Used up by the tool."""
        bench.click(2, 3)
        assert bench.right_click(5, 5)
        assert not bench.right_click(5, 5)

    def test_an_end_whose_storey_is_gone(self, bench):
        """Is not set any more."""
        bench.storey = "upper"
        bench.click(2, 3)
        level = bench.level
        bench.storey = "ground"
        gone = tuple(layer for layer in level.settings.layers if layer.name != "upper")
        bench.level = bench.committed = op.set_settings(level, layers=gone).apply(level)
        bench.click(4, 3)
        assert not links(bench)
        assert bench.tool.can_take_back()


class TestEnds:
    """The ends as handles."""

    @pytest.fixture
    def stairs(self):
        """Return selected stairs from the ground to the upper storey, in the vertex tool."""
        level = house()
        edit = add_link(
            level, ("ground", ((2.0, 3.0),)), ("upper", ((6.0, 3.0),)), lambda: 9, type="stairs"
        )
        bench = Bench(VerticesTool(), edit.apply(level))
        bench.select(9)
        return bench

    def test_the_end_here_is_dragged(self, stairs):
        """The other one stays."""
        stairs.hover(4, 8)
        assert stairs.marks("handle") == [(2.0, 3.0), (6.0, 3.0)]
        stairs.drag((2, 3), (2, 5))
        (link,) = links(stairs)
        assert (link.start, link.end) == (((2.0, 5.0),), ((6.0, 3.0),))

    @pytest.mark.parametrize("tool", [VerticesTool, SelectTool])
    def test_the_end_there_is_dragged(self, stairs, tool):
        """It is visible but pale, and a drag moves it alone, on its own storey."""
        bench = Bench(tool(), stairs.level)
        bench.select(9)
        bench.hover(6, 3)
        assert "the end on upper" in bench.hint
        bench.drag((6, 3), (6, 5))
        (link,) = links(bench)
        assert (link.start, link.end) == (((2.0, 3.0),), ((6.0, 5.0),))
        assert (link.layer, link.to_layer) == ("ground", "upper")

    def test_the_end_there_on_its_own_storey(self, stairs):
        """It works even if both ends are above each other."""
        stairs.storey = "upper"
        stairs.drag((6, 3), (2, 3))
        stairs.select(9)
        stairs.drag((2, 3), (4, 3))
        (link,) = links(stairs)
        assert (link.start, link.end) == (((2.0, 3.0),), ((4.0, 3.0),))

    def test_no_end_can_be_put_in_between(self, stairs):
        """The line from end to end offers no plus."""
        stairs.hover(4, 3)
        assert not stairs.marks("plus")

    def test_a_box_takes_both_ends(self, stairs):
        """Tab goes from one to the other."""
        stairs.drag((0, 0), (14, 10))
        assert stairs.handles == {9: {0, 1}}
        stairs.key("Tab")
        assert stairs.handles == {9: {0}}

    def test_ends_above_each_other_are_one_handle(self, stairs):
        """It is the near end's handle: the other end is covered."""
        stairs.drag((6, 3), (2, 3))
        stairs.hover(4, 8)
        stairs.drag((0, 0), (14, 10))
        assert stairs.handles == {9: {0}}


def _labels(bench):
    return bench.tool.preview(bench.view()).labels
