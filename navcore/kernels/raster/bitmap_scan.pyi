from typing import Any

class Lines:
    def __init__(self, words: Any, stamped: Any) -> None: ...
