"""What a solver prints: answers are found as they come, and of all else the end is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping

_TAIL = 1 << 14  # bytes that are kept of what was printed last
_LONGEST = 1 << 16  # bytes of a line, at most; a longer one is read as several
_MOST = 100  # different findings of one kind that are remembered


class Output:
    """One stream. However much it is, memory and time for it are bounded.

    patterns: what to look for within lines, by name
    """

    def __init__(self, patterns: Mapping[str, re.Pattern[bytes]] | None = None) -> None:
        self._patterns = patterns or {}
        self._found: dict[str, list[str]] = {}
        self._rest = b""
        self._tail = b""

    def take(self, data: bytes) -> None:
        self._tail = (self._tail + data)[-_TAIL:]
        lines, newline, rest = (self._rest + data).rpartition(b"\n")
        if len(rest) > _LONGEST:
            lines, newline, rest = lines + newline + rest, b"\n", b""
        self._rest = rest
        self._search(lines + newline)

    def close(self) -> None:
        """It ended well: what stands behind the last end of a line is a line, too."""
        self._search(self._rest)
        self._rest = b""

    def found(self, name: str) -> list[str]:
        """What the pattern's group, or all of it where it has none, held; equal ones once."""
        return self._found.get(name, [])

    def last_lines(self, most: int = 8, width: int = 200) -> list[str]:
        """The last lines with something in them, as text that a terminal takes."""
        text = self._tail.decode("utf-8", "replace")
        lines = [_printable(line)[:width] for line in text.splitlines() if line.strip()]
        return lines[-most:]

    def _search(self, lines: bytes) -> None:
        # Some end their lines as Windows does.
        lines = lines.replace(b"\r\n", b"\n")
        for name, pattern in self._patterns.items():
            kept = self._found.setdefault(name, [])
            for match in pattern.finditer(lines):
                text = match[pattern.groups].decode("utf-8", "replace").strip()
                if text not in kept and len(kept) < _MOST:
                    kept.append(text)


def _printable(line: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in line.expandtabs())
