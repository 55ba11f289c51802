"""Setuptools commands that build the kernels; nothing imports this at run time.

With a global interpreter lock, kernels use the stable ABI, so that one wheel serves every Python
from 3.11 on. Free-threaded Python has no stable ABI: kernels are built for that version only, and
declare that they need no lock.
"""

import os
import sysconfig
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_start_method
from pathlib import Path
from typing import Any, Final

from setuptools import Extension
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

FREE_THREADED: Final = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
"""True if the Python that builds has no global interpreter lock."""

ROOT: Final = Path(__file__).parent.parent
KERNELS: Final = Path("navcore") / "kernels"
REQUIRED: Final = "NAVCORE_REQUIRE_KERNELS"
"""Environment variable: `1` makes a kernel that can't be compiled end the build, for releases."""

OPTIONS: Final = ("-O2", "-g0", "-ffp-contract=off")
"""Compiler flags. Without fused multiply-add, compiled kernels equal interpreted ones."""

STABLE_ABI: Final = ("Py_LIMITED_API", "0x030B0000")


def kernels() -> list[Extension]:
    """Return one extension for each source in the folders of `navcore/kernels`."""
    sources = sorted((ROOT / KERNELS).rglob("*.py"))
    return [_extension(source) for source in sources if source.stem != "__init__"]


def _extension(source: Path) -> Extension:
    path = source.relative_to(ROOT)
    return Extension(
        ".".join(path.with_suffix("").parts),
        [path.as_posix()],
        extra_compile_args=[] if os.name == "nt" else [*OPTIONS],
        define_macros=[] if FREE_THREADED else [STABLE_ABI],
        py_limited_api=not FREE_THREADED,
        optional=os.environ.get(REQUIRED) != "1",
    )


class Build(build_ext):
    """Compiles the kernels."""

    # Of the commands below setuptools, which its types leave out.
    extensions: list[Any]
    parallel: int | None
    verbose: int
    force: bool | None

    def finalize_options(self) -> None:
        """Find the kernels; leave the stable ABI out where there is none."""
        self.distribution.ext_modules = kernels()
        super().finalize_options()
        if FREE_THREADED:
            self.cython_directives = {"freethreading_compatible": True}

    def build_extensions(self) -> None:
        """Translate the kernels on all processors, then compile them on all.

        Cython's own command translates one after the other. If one can't be translated, that
        command tells which, and goes on if kernels are optional.
        """
        with suppress(Exception):
            self._translate()
            self.parallel = self.parallel or os.cpu_count()
        command: Any = super()
        command.build_extensions()

    def _translate(self) -> None:
        """Write the C files, which then are the sources: Cython's caches are for one thread."""
        forks = get_start_method() != "spawn"
        import_module("Cython.Build").cythonize(
            self.extensions,
            nthreads=os.cpu_count() or 0 if forks else 0,
            quiet=not self.verbose,
            force=self.force,
            compiler_directives=getattr(self, "cython_directives", None) or {},
        )
        for extension in self.extensions:
            extension.sources = [str(Path(one).with_suffix(".c")) for one in extension.sources]


class Carry(build_py):
    """Carries folders of data below the packages that use them, as `package-dir` says.

    They are no packages where they stand, and get no names of their own in `site-packages`.
    """

    def finalize_options(self) -> None:
        """Add the package folders and their subfolders, named as setuptools names packages."""
        packages = set(self.distribution.packages)
        for name, folder in self.distribution.package_dir.items():
            if "." in name:
                packages |= {
                    ".".join((name, *path.relative_to(ROOT / folder).parts))
                    for path in (ROOT / folder, *(ROOT / folder).rglob("*"))
                    if path.is_dir() and not {"__pycache__", "pictures"} & set(path.parts)
                }
        self.distribution.packages = sorted(packages)
        super().finalize_options()


class Wheel(bdist_wheel):
    """Packs them, under the name of the ABI that they were built for."""

    def finalize_options(self) -> None:
        """Leave the stable ABI out where there is none."""
        if FREE_THREADED:
            self.py_limited_api = False
        super().finalize_options()
