from setuptools import Distribution

class build_py:  # noqa: N801
    distribution: Distribution
    def finalize_options(self) -> None: ...
