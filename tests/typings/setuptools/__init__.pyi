class Extension:
    define_macros: list[tuple[str, str | None]]
    py_limited_api: bool
