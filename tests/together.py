"""Run functions in several threads at once."""

import sys
import threading
from collections.abc import Callable


def together(*works: Callable[[], None]) -> None:
    """Call all functions at once, each in a thread; raise the first exception of any of them.

    Threads switch hundreds of times as often as usual.
    """
    raised: list[BaseException] = []
    begin = threading.Barrier(len(works))

    def guarded(work: Callable[[], None]) -> None:
        try:
            begin.wait()
            work()
        except BaseException as error:  # noqa: BLE001
            raised.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    if raised:
        raise raised[0]
