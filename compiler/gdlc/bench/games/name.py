"""The names of generated games: what they mean, and what is wrong with one.

    ttt:WxH[:k=K]:flip=P        tic-tac-toe; a mark becomes the opponent's with probability P
    ttt:WxH[:k=K]:block=P       a mark is blocked with probability P
    connect:WxH[:k=K]:flip=P    the same with gravity; or block=P
    nim:N[+N...][:take=T]:slip=P  T objects at most are taken; one more falls with probability P

K and T are 3 if nothing is said. P is a fraction or a decimal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from gdlc.bench.games.board import Board
from gdlc.bench.games.nim import Nim
from gdlc.formats.errors import InputError

FORMS = ("ttt:3x3:k=3:flip=3/10", "connect:4x4:k=3:block=1/5", "nim:3+4+5:take=3:slip=1/4")
_KINDS = ("ttt", "connect", "nim")
_SIZE = re.compile(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")
_PILES = re.compile(r"[1-9][0-9]{0,5}(?:\+[1-9][0-9]{0,5})*")
_FRACTION = re.compile(r"[0-9]{1,6}/[1-9][0-9]{0,5}|[0-9]?\.[0-9]{1,4}")
_MOST_ROLLS = 1000  # moves of random at one step


def is_generated(name: str) -> bool:
    """Whether a name is meant as one of these, right or wrong."""
    return name.partition(":")[0] in _KINDS and ":" in name


def named(name: str) -> Board | Nim:
    """The game that a name means.

    Raises: InputError, with what is wrong
    """
    kind, _, rest = name.partition(":")
    measure, *words = rest.split(":")
    said: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in said:
            raise _wrong(name, f"`{word}` is no measure" if not equals else f"{key} stands twice")
        said[key] = value
    if kind == "nim":
        if not _PILES.fullmatch(measure):
            raise _wrong(name, f"`{measure}` is no list of piles such as 3+4+5")
        _only(name, said, ("take", "slip"))
        piles = tuple(map(int, measure.split("+")))
        return Nim(piles, _whole(name, said, "take"), _chance(name, said, "slip"))
    size = _SIZE.fullmatch(measure)
    if kind not in _KINDS or size is None:
        raise _wrong(name, f"`{measure}` is no size of a board such as 4x3")
    _only(name, said, ("k", "flip", "block"))
    if ("flip" in said) == ("block" in said):
        raise _wrong(name, "either flip or block is needed")
    slip = "flip" if "flip" in said else "block"
    chance = _chance(name, said, slip)
    width, height = int(size[1]), int(size[2])
    return Board(width, height, _whole(name, said, "k"), slip, chance, kind == "connect")


def _only(name: str, said: Mapping[str, str], known: tuple[str, ...]) -> None:
    for key in said:
        if key not in known:
            raise _wrong(name, f"there is no measure {key}, only {', '.join(known)}")


def _whole(name: str, said: Mapping[str, str], key: str) -> int:
    text = said.get(key, "3")
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise _wrong(name, f"{key} takes a whole number above 0, not `{text}`")
    return int(text)


def _chance(name: str, said: Mapping[str, str], key: str) -> Fraction:
    if key not in said:
        raise _wrong(name, f"{key}, a probability, is missing")
    if not _FRACTION.fullmatch(said[key]) or not 0 < (chance := Fraction(said[key])) < 1:
        raise _wrong(name, f"{key} takes a probability between 0 and 1, not `{said[key]}`")
    if chance.denominator > _MOST_ROLLS:
        raise _wrong(name, f"{key} takes a fraction with a denominator up to {_MOST_ROLLS}")
    return chance


def _wrong(name: str, reason: str) -> InputError:
    return InputError(f"no game is called `{name}`: {reason}", hint=f"such as {', '.join(FORMS)}")
