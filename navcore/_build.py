"""How setuptools builds the kernels; nothing that runs imports this.

With the interpreter's lock, kernels use the stable ABI, so that one wheel serves every Python from
3.11 on. Python without the lock has no stable ABI: there they are built for that Python alone, and
declare that they need no lock.
"""

import sysconfig
from typing import Final

from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

FREE_THREADED: Final = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
"""Whether the Python that builds has no interpreter's lock."""

_STABLE_ABI: Final = "Py_LIMITED_API"


class Build(build_ext):
    """Compiles the kernels."""

    def finalize_options(self) -> None:
        """Leave the stable ABI out where there is none."""
        super().finalize_options()
        if FREE_THREADED:
            self.cython_directives = {"freethreading_compatible": True}
            for kernel in self.extensions:
                kernel.py_limited_api = False
                kernel.define_macros = [
                    (name, value) for name, value in kernel.define_macros if name != _STABLE_ABI
                ]


class Wheel(bdist_wheel):
    """Packs them, under the name of the ABI that they were built for."""

    def finalize_options(self) -> None:
        """Leave the stable ABI out where there is none."""
        if FREE_THREADED:
            self.py_limited_api = False
        super().finalize_options()
