"""The entry point: arguments in, exit code out, and nothing else ever escapes.

Nothing of weight is imported before the handlers are installed, and nothing at all outside `try`,
so that Ctrl-C is quiet from the start.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; return the exit code.

    argv: the arguments behind the name of the program; None: those of this process
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        from gdlc.cli.output import guard_descriptors
        from gdlc.cli.signals import Signals

        guard_descriptors()
        signals = Signals()
        signals.install()
        from gdlc.cli.run import run_arguments
    except BaseException as failure:
        return _early(failure, arguments)
    code = run_arguments(arguments, signals)
    if argv is None:
        _leave_at_once_after_a_stop(code)
    return code


def _early(failure: BaseException, arguments: Sequence[str]) -> int:
    """Tell a failure that came before the verbs were there."""
    from gdlc.cli.failures import finish

    return finish(failure, arguments, None)


def _leave_at_once_after_a_stop(code: int) -> None:
    """End the process without freeing what the stopped stage had in memory.

    All output is written below Python's buffers: nothing is lost.
    """
    from gdlc.cli.failures import kept

    if kept:
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
