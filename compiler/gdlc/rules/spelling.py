"""Which word of the sheet may have been meant by one that differs in a letter or two."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from gdlc.rules.finding import MOST_OF_A_KIND

_CLOSE = 0.75  # of 1; of words with four letters one may differ


class Speller:
    """Looks words up among the names of a sheet.

    A comparison with all names takes long on a sheet that a program made, where nobody misspelt
    anything; so only so many words are looked up as findings of a kind are shown.
    """

    def __init__(self, names: Iterable[str], cutoff: float = _CLOSE) -> None:
        self._names = [*dict.fromkeys(names)]
        self._cutoff = cutoff
        self._known: dict[str, str | None] = {}

    def exhausted(self) -> bool:
        """Have as many words been looked up as are shown?"""
        return len(self._known) > MOST_OF_A_KIND

    def closest(self, word: str) -> str | None:
        """The name that is most alike, if one is much alike."""
        if word not in self._known:
            if self.exhausted():
                return None
            near = [name for name in self._names if abs(len(name) - len(word)) <= 2]
            found = difflib.get_close_matches(word, near, 1, self._cutoff)
            self._known[word] = found[0] if found else None
        return self._known[word]
