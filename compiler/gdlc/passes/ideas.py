"""What makes the lean encoding smaller than the paper's; each idea can be switched off by name."""

from __future__ import annotations

from collections.abc import Iterable

from gdlc.formats.errors import UsageError

ENCODINGS = ("lean", "paper")

# Those of `quantify`, then those of `translate`.
IDEAS: dict[str, str] = {
    "tree": "an opponent's code is a walk down a tree, which only leads to legal moves",
    "groups": "moves of `random` that are legal under the same conditions are counted by one look",
    "merge": "moves that the ground program cannot tell apart are one; coins get their weights",
    "cone": "what cannot make a difference to the value is left out",
    "equal": "atoms that are always equal, or opposite, share a variable",
    "imply": "literals that others of a body imply are left out",
    "bodies": "a body gets no variable where the clauses are as few without it",
    "units": "what a constraint makes certain is evaluated away",
}
OF_TRANSLATE = ("cone", "equal", "imply", "bodies", "units")


def wanted(encoding: str, without: Iterable[str] = ()) -> frozenset[str]:
    """The ideas that an encoding uses: none of them for `paper`.

    Raises: UsageError for an unknown encoding or idea
    """
    if encoding not in ENCODINGS:
        raise UsageError(f"unknown encoding `{encoding}`", hint=f"one of {', '.join(ENCODINGS)}")
    left_out = [without] if isinstance(without, str) else list(without)
    for name in left_out:
        if name not in IDEAS:
            raise UsageError(f"unknown idea `{name}`", hint=f"one of {', '.join(IDEAS)}")
    return frozenset() if encoding == "paper" else frozenset(IDEAS) - {*left_out}
