"""Rules of a game as lines of clingo's language. Names map one to one (`formats/lp/terms.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gdlc.formats import gdl
from gdlc.formats.lp.terms import constant, functor
from gdlc.rules.normal_form import Comparison, Premise


class RuleText:
    """Writes the parts of one rule. Variables are numbered, so that names cannot clash.

    name_of: what a predicate is called in the program; `functor` where it keeps its name
    """

    def __init__(self, name_of: Callable[[str], str] = functor) -> None:
        self._name_of = name_of
        self._numbers: dict[str, int] = {}

    def line(self, head: str, body: Iterable[Premise]) -> str:
        """The rule with a head that is text already."""
        # Positive premises first would only be for the eye; clingo orders them itself.
        premises = ", ".join(map(self.premise, body))
        return f"{head} :- {premises}." if premises else f"{head}."

    def premise(self, premise: Premise) -> str:
        if isinstance(premise, Comparison):
            sign = "=" if premise.equal else "!="
            return f"{self.term(premise.left)} {sign} {self.term(premise.right)}"
        text = self.atom(premise.atom)
        return text if premise.positive else f"not {text}"

    def atom(self, atom: gdl.Atom) -> str:
        return self.call(self._name_of(atom.predicate), atom.args)

    def call(self, name: str, args: tuple[gdl.Term, ...]) -> str:
        """An atom with a name that is the program's already."""
        return f"{name}({','.join(map(self.term, args))})" if args else name

    def term(self, term: gdl.Term) -> str:
        match term:
            case gdl.Variable(name):
                return f"V{self._numbers.setdefault(name, len(self._numbers) + 1)}"
            case gdl.Constant(name):
                return str(constant(name))
            case gdl.Function(name, args):
                return self.call(functor(name), args)
