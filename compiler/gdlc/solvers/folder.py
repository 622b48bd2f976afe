"""The folder of a run: all that a solver reads and writes, removed with whatever is in it."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from gdlc.formats.errors import OutputError


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder of its own, for its user alone; it goes when this ends, however it does.

    Raises: OutputError if none can be made
    """
    try:
        folder = tempfile.TemporaryDirectory(prefix="gdlc-", ignore_cleanup_errors=True)
    except OSError as error:
        raise OutputError(f"no temporary folder can be made: {error.strerror}") from None
    with folder as name:
        yield Path(name)
