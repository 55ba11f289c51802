"""Labels next to lines: possible places are computed once for each line, size and view."""

import numpy as np
import pytest

from editor.canvas.camera import Camera
from editor.canvas.painting.label_room import LabelRoom, box_of
from editor.canvas.painting.path_lines import label_line

pytestmark = pytest.mark.usefixtures("qapp")

LINE = np.array([[100.0, 100.0], [300.0, 100.0], [300.0, 100.0], [300.0, 400.0]])


class Asked(LabelRoom):
    """Records the requested labels, before any is placed."""

    def __init__(self):
        """Nothing yet."""
        super().__init__()
        self.labels = []

    def add(self, label):
        """Note it."""
        self.labels.append(label)


def written(line, words="12.0 m", size=(640, 480), **options):
    """Return the requested labels for a line in a view of some pixels."""
    room = Asked()
    label_line(room, Camera(0.0, 0.0, 10.0, *size), line, words, **options)
    return [(label.words, label.size, label.places) for label in room.labels]


@pytest.mark.parametrize("many", [False, True])
def test_another_line_text_or_view_has_other_places(many):
    """Cached places are only used for the same line, text and view."""
    first = written(LINE, among_many=many)
    ((_, _, places),) = first
    for _ in range(2):
        assert written(LINE, among_many=many) == first
        ((_, _, aside),) = written(LINE + 7.0, among_many=many)
        assert aside == tuple((x + 7.0, y + 7.0) for x, y in places)
        ((_, size, longer),) = written(LINE, "a path of 12.0 m", among_many=many)
        assert longer != places
        ((_, size, few),) = written(LINE, size=(300, 200), among_many=many)
        assert 0 < len(few) < len(places)
        for box in (box_of(place, size) for place in few):
            assert 0 <= box[0] < box[2] <= 300
            assert 0 <= box[1] < box[3] <= 200


def test_the_words_stand_beside_its_middle_first():
    """It is on the right, then on the left; also if two corners of the line are equal."""
    ((_, (width, _), places),) = written(LINE)
    (right, y), (left, other_y) = places[:2]
    assert y == other_y == pytest.approx(150.0, abs=1.0)
    assert right - width / 2 > 300 > left + width / 2
    assert right - 300 == pytest.approx(300 - left)
    assert written(LINE[[0, 1, 3]]) == written(LINE)


def test_a_line_of_no_length_has_no_words():
    """There is no place beside it."""
    assert written(LINE[[1, 2]]) == []
