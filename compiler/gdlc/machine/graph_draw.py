"""Draws DOT text: calls Graphviz."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from typing import BinaryIO, cast

from gdlc.formats.errors import ExternalError, OutputError
from gdlc.stop import Stop

PICTURES = ("svg", "png")
_PROGRAM = "dot"
_POLL = 0.05
_OTHERWISE = "or write DOT, which needs no other program, and draw it elsewhere"


def draw(dot: str, form: str, stop: Stop | None = None) -> bytes:
    """The picture of a graph.

    form:   `svg` or `png`
    Raises: ExternalError if Graphviz is missing or fails; what the stop token raises
    """
    stop = stop or Stop()
    require()
    with _file(dot.encode("utf-8", "backslashreplace")) as source:
        try:
            child = subprocess.Popen(
                [_PROGRAM, f"-T{form}"],
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C reaches us alone, and we end the child
            )
        except OSError as error:
            raise ExternalError(f"`{_PROGRAM}` cannot be run: {error.strerror}") from None
        return _result(child, stop)


def require() -> None:
    """Raises: ExternalError if Graphviz is missing"""
    if shutil.which(_PROGRAM) is None:
        raise ExternalError(
            f"the program `{_PROGRAM}` of Graphviz, which draws, is not installed",
            hint=f"install it (on Debian or Ubuntu: apt install graphviz), {_OTHERWISE}",
        )


def _file(data: bytes) -> BinaryIO:
    # A second `communicate` after a timeout would not go on feeding a pipe.
    try:
        source = tempfile.TemporaryFile()  # noqa: SIM115
        source.write(data)
        source.seek(0)
    except OSError as error:
        raise OutputError(f"no temporary file can be made: {error.strerror}") from None
    return cast(BinaryIO, source)


def _result(child: subprocess.Popen[bytes], stop: Stop) -> bytes:
    try:
        with stop.child(child.pid):
            while True:
                try:
                    out, err = child.communicate(timeout=_POLL)
                    break
                except subprocess.TimeoutExpired:
                    stop.check()
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        child.wait()
        raise
    finally:
        for stream in (child.stdout, child.stderr):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):
                    stream.close()
    if child.returncode != 0 or not out:
        lines = err.decode("utf-8", "replace").strip().splitlines()
        raise ExternalError(
            f"`{_PROGRAM}` ended with code {child.returncode}"
            + (f": {lines[-1]}" if lines else " and drew nothing"),
            hint=f"try a smaller graph, with --max-states or --depth, {_OTHERWISE}",
        )
    return out
