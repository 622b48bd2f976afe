"""Whether another solver's answer agrees with ours, as far as it is precise."""

from __future__ import annotations

from dataclasses import replace

from gdlc.formats.answer import Answer, number, write_text
from gdlc.formats.errors import AnswersDiffer
from gdlc.formats.xssat import Xssat, write
from gdlc.solvers.adapter import Adapter


def cross_check(formula: Xssat, adapter: Adapter, theirs: Answer, ours: Answer) -> Answer:
    """Their answer, with a note of ours. Where ours are only bounds, they may not exclude theirs,
    and the reason says that the check is not complete.

    Raises: AnswersDiffer if the distance is more than the solver's precision
    """
    told = write_text(replace(ours, note="")).splitlines()[0]
    room = adapter.said.tolerance(ours.upper)
    if theirs.lower - room > ours.upper or theirs.upper + room < ours.lower:
        if theirs.value is None:
            said = f"between {number(theirs.lower)} and {number(theirs.upper)}"
        else:
            said = number(theirs.lower)
        precision = f" (to within {float(room):.1e})" if room else ""
        raise AnswersDiffer(
            f"{adapter.name} says {said}{precision}, and our own solver {told}", write(formula)
        )
    reason = theirs.reason
    if ours.value is None and not reason:
        reason = f"the cross-check is not complete: {ours.reason}"
    note = "; ".join(filter(None, [theirs.note, f"ours: {told}"]))
    return replace(theirs, note=note, reason=reason)
