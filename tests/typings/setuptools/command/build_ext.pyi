from setuptools import Distribution

class build_ext:  # noqa: N801
    cython_directives: dict[str, bool]
    distribution: Distribution
    def finalize_options(self) -> None: ...
