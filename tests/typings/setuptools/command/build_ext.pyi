from setuptools import Extension

class build_ext:  # noqa: N801
    cython_directives: dict[str, bool]
    extensions: list[Extension]
    def finalize_options(self) -> None: ...
