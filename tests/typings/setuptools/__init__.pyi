class Extension:
    def __init__(
        self,
        name: str,
        sources: list[str],
        *,
        extra_compile_args: list[str],
        define_macros: list[tuple[str, str]],
        py_limited_api: bool,
        optional: bool,
    ) -> None: ...

class Distribution:
    ext_modules: list[Extension]
    packages: list[str]
    package_dir: dict[str, str]
