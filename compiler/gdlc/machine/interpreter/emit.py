"""A rule with ordered premises as the source of a Python function: loops over index lookups.

Loops that only look for a witness end at the first one: as soon as the head is complete, each
further solution would add the same row again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gdlc.formats.gdl import Atom, Function, Term, Variable, variables
from gdlc.machine.interpreter.access import Access, Matcher, Pattern, access
from gdlc.machine.interpreter.literals import AllOf, AnyOf, Holds, Key, Literal, Same, key, names
from gdlc.machine.terms import ground

_MAX_LOOPS = 16  # Python allows 20 nested blocks in a function
_DOES: Key = ("does", 2)


@dataclass(frozen=True)
class Slot:
    """Where rows or an index are kept while rules are evaluated.

    level:  0 static, 1 of a state, 2 of a joint move
    number: in the list of its level
    ready:  filled before any rule asks; else the rule fills it when it first needs it
    """

    level: int
    number: int
    ready: bool = False

    @property
    def local(self) -> str:
        return f"{'gsa'[self.level]}{self.number}"

    @property
    def value(self) -> str:
        return f"{'gsa'[self.level]}[{self.number}]"

    @property
    def fill(self) -> str:
        return f"x{self.level}_{self.number}(g, s, a)"


class Store(Protocol):
    """Gives relations and indexes their slots."""

    def rows(self, relation: Key, negated: bool) -> Slot: ...
    def index(self, relation: Key, patterns: tuple[Pattern, ...]) -> Slot: ...


class RuleWriter:
    """Writes one function `name(g, s, a, add)`, with a further argument `rows` for `first`.

    g, s, a: the slots of the three levels
    add:     called with each row of the head; not for a head without arguments
    Returns True as soon as a head without variables holds.

    first: take the rows of the plan's first premise from the argument
    """

    def __init__(
        self, store: Store, name: str, head: Atom, plan: Sequence[Literal], first: bool
    ) -> None:
        self._store = store
        self._head = head
        self._plan = plan
        self._driven = first
        self._locals: dict[str, str] = {}
        self._bound: set[str] = set()
        self._parts = 0
        self._name = name
        wanted = {variable.name for variable in variables(head)}
        self._constant_head = not wanted
        # Loops from this premise on only look for a witness.
        self._complete = 0
        for at, literal in enumerate(plan):
            if wanted & names(literal):
                self._complete = at + 1
                wanted -= names(literal)
        self._needed = [self._names_from(at) for at in range(len(plan) + 1)]

    def source(self) -> str:
        arguments = "g, s, a, add, rows" if self._driven else "g, s, a, add"
        return "\n".join(self._function(self._name, arguments, 0)) + "\n"

    def _names_from(self, at: int) -> set[str]:
        """The variables that the head or the premises from `at` on mention."""
        found = {variable.name for variable in variables(self._head)}
        for literal in self._plan[at:]:
            found |= names(literal)
        return found

    def _function(self, name: str, arguments: str, at: int) -> list[str]:
        block = _Block(self, at)
        block.write()
        loads = [f"    {slot.local} = {slot.value}" for slot in block.slots.values()]
        return [f"def {name}({arguments}):", *loads, *block.lines]

    def local(self, variable: str) -> str:
        return self._locals.setdefault(variable, f"v{len(self._locals)}")

    def expression(self, term: Term) -> str:
        if next(variables(term), None) is None:
            return repr(ground(term))
        if isinstance(term, Variable):
            return self.local(term.name)
        assert isinstance(term, Function)
        return f"({term.name!r}, {', '.join(map(self.expression, term.args))},)"

    def row(self, terms: Sequence[Term]) -> str:
        """The expression of a row, or of the key of an index."""
        if len(terms) == 1:
            return self.expression(terms[0])
        return f"({', '.join(map(self.expression, terms))})"


class _Block:
    """The body of one Python function: premises from `at` on, up to the limit of loops."""

    def __init__(self, writer: RuleWriter, at: int) -> None:
        self._writer = writer
        self._start = at
        self._loops = 0
        self._witness = 0  # open loops that look for a witness
        self._checked: set[str] = set()
        self.slots: dict[str, Slot] = {}
        self.lines: list[str] = []

    def write(self) -> None:
        self._premise(self._start)

    def _put(self, line: str) -> None:
        self.lines.append("    " * (self._loops + 1) + line)

    @property
    def _fail(self) -> str:
        return "continue" if self._loops else "return"

    @property
    def _success(self) -> str | None:
        """What ends the search for a witness, if this is one."""
        writer = self._writer
        if writer._constant_head or (self._start and self._start >= writer._complete):
            return "return True"
        return "break" if self._witness else None

    def _use(self, slot: Slot) -> str:
        """The local that holds a slot, filled here if no earlier line of the rule has done so."""
        self.slots[slot.local] = slot
        if not slot.ready and slot.local not in self._checked:
            self._checked.add(slot.local)
            self._put(f"if {slot.local} is None: {slot.local} = {slot.fill}")
        return slot.local

    def _premise(self, at: int) -> None:
        writer = self._writer
        if at == len(writer._plan):
            self._derive()
            return
        literal = writer._plan[at]
        if isinstance(literal, Holds) and literal.positive:
            self._atom(at, literal.atom)
            return
        for slot in self._slots_of(literal):
            self._use(slot)
        self._put(f"if not ({self._test(literal)}): {self._fail}")
        self._premise(at + 1)

    def _derive(self) -> None:
        writer = self._writer
        if writer._head.args:
            self._put(f"add({writer.row(writer._head.args)})")
        if self._success is not None:
            self._put(self._success)
        elif not writer._head.args:
            self._put("return True")

    def _atom(self, at: int, atom: Atom) -> None:
        writer = self._writer
        found = access(atom.args, writer._bound, self._dropped(at, atom))
        if at == 0 and writer._driven:
            if atom.args:
                self._loop_matching(at, "rows", found)
            else:
                self._premise(at + 1)
        elif key(atom) == _DOES and not found.is_test:
            # Two or three rows: taking them apart in place is cheaper than an index.
            self._loop_matching(at, self._use(writer._store.rows(_DOES, False)), found)
        elif not found.free or found.is_test:
            test, slot = self._lookup(atom, True, found)
            self._use(slot)
            self._put(f"if not ({test}): {self._fail}")
            self._premise(at + 1)
        elif found.is_scan:
            slot = writer._store.rows(key(atom), False)
            self._loop(at, ", ".join(map(writer.local, found.free)), self._use(slot), (), found)
        else:
            slot = writer._store.index(key(atom), found.pattern)
            name = self._use(slot)
            over = f"{name}.get({writer.row(found.keys)}, ())" if found.keys else name
            self._loop(at, ", ".join(map(writer.local, found.free)), over, (), found)

    def _dropped(self, at: int, atom: Atom) -> set[str]:
        return {variable.name for variable in variables(atom)} - self._writer._needed[at + 1]

    def _loop_matching(self, at: int, over: str, found: Access) -> None:
        writer = self._writer
        matcher = Matcher(
            lambda i: writer.expression(found.keys[i]), [writer.local(name) for name in found.free]
        )
        self._loop(at, matcher.row(found.pattern), over, matcher.lines, found)

    def _loop(self, at: int, target: str, over: str, tests: Sequence[str], found: Access) -> None:
        """The loop of premise `at`, and all that comes behind it."""
        writer = self._writer
        if self._loops == _MAX_LOOPS:
            self._outsource(at)
            return
        witness = at >= writer._complete
        self._put(f"for {target} in {over}:")
        self._loops += 1
        self._witness += witness
        for test in tests:
            self._put(test)
        before = set(writer._bound)
        writer._bound.update(found.free)
        self._premise(at + 1)
        writer._bound = before
        self._witness -= witness
        self._loops -= 1
        # Leaving an inner loop for a witness leaves the outer ones too.
        if witness and self._witness and self._success == "break":
            self._put("else:")
            self._put("    continue")
            self._put("break")

    def _outsource(self, at: int) -> None:
        """Go on in a function of its own, which may nest loops anew."""
        writer = self._writer
        writer._parts += 1
        name = f"more{writer._parts}"
        before = set(writer._bound)
        for line in writer._function(name, "", at):
            self._put(line)
        writer._bound = before
        success = self._success
        self._put(f"if {name}(): {success}" if success else f"{name}()")

    def _lookup(self, atom: Atom, positive: bool, found: Access) -> tuple[str, Slot]:
        """An expression that is true if a matching row exists, and the slot that it needs."""
        writer = self._writer
        if found.is_test:
            slot = writer._store.rows(key(atom), not positive)
            if not atom.args:
                return slot.local, slot
            return f"{writer.row(atom.args)} in {slot.local}", slot
        slot = writer._store.index(key(atom), found.pattern)
        if not found.keys:  # any row will do
            return slot.local, slot
        return f"{writer.row(found.keys)} in {slot.local}", slot

    def _slots_of(self, literal: Literal) -> list[Slot]:
        match literal:
            case Holds(atom, positive):
                return [self._lookup(atom, positive, self._tested(atom))[1]]
            case AnyOf(parts) | AllOf(parts):
                return [slot for part in parts for slot in self._slots_of(part)]
            case Same():
                return []

    def _tested(self, atom: Atom) -> Access:
        """The access of an atom in a test: what is not bound is not asked for."""
        unbound = {variable.name for variable in variables(atom)} - self._writer._bound
        return access(atom.args, self._writer._bound, unbound)

    def _test(self, literal: Literal) -> str:
        writer = self._writer
        match literal:
            case Holds(atom, positive):
                text = self._lookup(atom, positive, self._tested(atom))[0]
                return text if positive else f"not ({text})"
            case Same(left, right, equal):
                return (
                    f"{writer.expression(left)} {'==' if equal else '!='} "
                    f"{writer.expression(right)}"
                )
            case AnyOf(parts):
                return " or ".join(f"({self._test(part)})" for part in parts) or "False"
            case AllOf(parts):
                return " and ".join(f"({self._test(part)})" for part in parts) or "True"
