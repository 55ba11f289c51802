"""Picture: the view or the whole level in a file, seen before it is saved."""

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import ClassVar, Final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.canvas import export_picture
from editor.canvas.camera import Camera
from editor.canvas.export_picture import Order, What
from editor.dialogs.dialog import Dialog
from editor.files.prompts import Notice
from editor.look import boxes
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import TIMES
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_choice, make_label, named
from navcore.i18n import mark, tr

WHAT: Final[tuple[tuple[What, str], ...]] = (
    ("view", mark("The view")), ("level", mark("The whole level")),
)  # fmt: skip
FORMATS: Final = ("png", "svg")
SIZES: Final = (1, 2, 4)
"""Device pixels a pixel."""
SLICE_SECONDS: Final = 0.1
"""Time in seconds for painting before the window handles events again."""


class PictureDialog(Dialog):
    """Asks for the contents and the size of a picture."""

    name: ClassVar[str] = "picture"
    title: ClassVar[str] = mark("Picture of the view")

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """About the canvas as it is."""
        super().__init__(bench, parent)
        self.what = make_choice(tr("Show"), [tr(text) for _, text in WHAT])
        self.format = make_choice(tr("Format"), [tr("PNG, pixels"), tr("SVG, shapes")])
        self.size_choice = make_choice(tr("Size"), [""] * len(SIZES))
        self.legend = QCheckBox(tr("Legend"))
        self.scale_bar = QCheckBox(tr("Scale bar"))
        for switch in (self.legend, self.scale_bar):
            switch.setChecked(True)
            switch.toggled.connect(self._refresh)
        self.what.currentIndexChanged.connect(self._refresh)
        self.format.currentIndexChanged.connect(self._refresh)
        self.size_choice.currentIndexChanged.connect(self._refresh)
        self._fields = (
            self.what, self.format, self.size_choice, self.legend, self.scale_bar,
        )  # fmt: skip
        self._chosen, self._pixels = Path(), QImage()
        self._bands: Iterator[float] = iter(())
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._go_on)
        self.preview = named(QLabel(), tr("How the picture will be"))
        self.preview.setFixedSize(SIZE.picture_width, SIZE.picture_height)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setObjectName("targets")
        self.size_choice.setCurrentIndex(1)
        self._lay_out()
        self._refresh()
        self.save.setFocus()

    @property
    def order(self) -> Order:
        """The chosen options."""
        return Order(
            WHAT[self.what.currentIndex()][0],
            1 if self.is_svg else SIZES[self.size_choice.currentIndex()],
            self.legend.isChecked(),
            self.scale_bar.isChecked(),
        )

    @property
    def is_svg(self) -> bool:
        """True if the picture is SVG, which is made of shapes."""
        return FORMATS[self.format.currentIndex()] == "svg"

    def _lay_out(self) -> None:
        form = boxes.grid(gaps=(SIZE.related, SIZE.related))
        for row, field in enumerate((self.what, self.format, self.size_choice)):
            label = make_label(field.accessibleName(), buddy=field)
            form.addWidget(label, row, 0)
            form.addWidget(field, row, 1)
        form.addWidget(self.legend, 3, 1)
        form.addWidget(self.scale_bar, 4, 1)
        form.setRowStretch(5, 1)
        form.setColumnStretch(1, 1)
        body = fill(horizontal(gap=SIZE.dialog), (form, 1), self.preview)
        self.save = make_button(tr("Save picture…"), self._save)
        headline = make_label(tr("Picture of {0}").format(self.bench.files.title), "headline")
        column = vertical(self, gap=SIZE.group, margins=SIZE.dialog)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        fill(column, headline, body, self.foot(self.save))

    def camera_of(self, what: What) -> Camera:
        """Return the camera that the picture is seen through."""
        lattice = self.bench.bake.world.grid.lattice
        bounds = (lattice.min_x, lattice.min_z, lattice.max_x, lattice.max_z)
        return export_picture.camera_for(what, self.bench.canvas.viewport.camera, bounds)

    def _refresh(self, _: object = None) -> None:
        """Show how it will be, and how large."""
        order = self.order
        camera = self.camera_of(order.what)
        for number, times in enumerate(SIZES):
            width, height = camera.width * times, camera.height * times
            text = tr("{0} times: {1} {2} {3} pixels")
            self.size_choice.setItemText(
                number, text.format(times, f"{width:,}", TIMES, f"{height:,}")
            )
        self.size_choice.setEnabled(not self.is_svg)
        seen = self._paint(camera, Order(order.what, 1, order.legend, order.scale_bar))
        ratio = self.devicePixelRatioF()
        room = QSize(SIZE.picture_width, SIZE.picture_height) * ratio
        seen = seen.scaled(
            room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        seen.setDevicePixelRatio(ratio)
        self.preview.setPixmap(QPixmap.fromImage(seen))

    def _paint(self, camera: Camera, order: Order) -> QImage:
        canvas = self.bench.canvas
        return export_picture.image(canvas.scene(), canvas.overlays, camera, order)

    def _save(self) -> None:
        """Ask for a file, and write the picture."""
        suffix = "svg" if self.is_svg else "png"
        path = self.bench.document.path
        folder = path.parent if path else self.bench.settings.folder or Path.home()
        title = self.bench.files.title
        chosen = self.bench.exports.dialogs.save_picture(folder / f"{title}.{suffix}")
        if chosen is None:
            return
        if chosen.suffix.lower() != f".{suffix}":
            # The file dialog hasn't asked about overwriting this file name.
            chosen = chosen.with_name(f"{chosen.name}.{suffix}")
            if chosen.exists():
                text = tr("{0} is there already. Choose another name.")
                self.bench.exports.noticed.emit(Notice(text.format(chosen.name)))
                return
        order = self.order
        camera = self.camera_of(order.what)
        scene, overlays = self.bench.canvas.scene(), self.bench.canvas.overlays
        if self.is_svg:
            shapes = export_picture.svg(scene, overlays, camera, order, title)
            self.accept()
            sentence = tr("Saved {0}").format(chosen.name)
            self.bench.exports.write_file(chosen, lambda: shapes, sentence)
            return
        # Moving agents would be at different places in each band.
        self.bench.run.clock.pause()
        self._chosen, self._pixels = chosen, export_picture.blank(camera, order)
        self._bands = export_picture.paint_by_bands(self._pixels, scene, overlays, camera, order)
        for widget in (*self._fields, self.save):
            widget.setEnabled(False)
        self._go_on()

    def _go_on(self) -> None:
        """Paint for a short time, then let the window handle events."""
        until = perf_counter() + SLICE_SECONDS
        for share in self._bands:
            if perf_counter() >= until:
                self.save.setText(tr("Painting, {0} %").format(round(100 * share)))
                self._next.start(0)
                return
        chosen, pixels = self._chosen, self._pixels
        sentence = tr("Saved {0}: {1} {2} {3} pixels").format(
            chosen.name, f"{pixels.width():,}", TIMES, f"{pixels.height():,}"
        )
        self.accept()
        self.bench.exports.write_file(chosen, lambda: export_picture.png_of(pixels), sentence)


DIALOGS = (PictureDialog,)
