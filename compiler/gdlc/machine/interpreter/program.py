"""The rule sheet compiled: every relation has a slot and a function that fills it.

Three levels of slots: 0 for what depends on neither `true` nor `does` and is computed once, 1 for
what depends on the state, 2 for what depends on the moves too. A level's slots are one list, made
anew for each state or joint move, so that all moves of a state share what depends on it alone.
Nothing is computed before it is asked for, except static relations, whose size guides the order
of premises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import Function, RuleSheet, variables
from gdlc.machine.interpreter.access import APPLY, Pattern, builder_source, is_set
from gdlc.machine.interpreter.clauses import DOES, INIT, QUERIES, STATIC, TRUE, Clause, clauses
from gdlc.machine.interpreter.emit import RuleWriter, Slot
from gdlc.machine.interpreter.estimate import Sizes
from gdlc.machine.interpreter.fixpoint import Recursion, Relation, Rows, RuleFunction, Slots
from gdlc.machine.interpreter.literals import Holds, Key, holds, key
from gdlc.machine.interpreter.order import plans, split
from gdlc.machine.terms import Ground, ground
from gdlc.stop import Stop

STATE_SLOT = 0  # in level 1: the fluents
GROUPS_SLOT = 1  # in level 1: the fluents that are functions, by the function's name
MOVES_SLOT = 0  # in level 2: pairs of role and move

Fill: TypeAlias = Callable[[Slots, Slots, Slots], Any]


class Program:
    """All relations of a rule sheet, ready to be asked.

    sizes: the number of slots of each level
    g:     the static slots

    Raises: InputError for unsafe variables, misused keywords, `legal`, `terminal`, `goal` or
            `init` that depend on what they must not
    """

    def __init__(self, sheet: RuleSheet, stop: Stop | None = None) -> None:
        self.sheet = sheet
        self._stop = stop
        self.g: Slots = []
        self.sizes = [0, 2, 1]
        self._clauses = clauses(sheet)
        self._level = self._clauses.level
        self._slot = {TRUE: STATE_SLOT, DOES: MOVES_SLOT}
        self._assumed: dict[Key, int] = {}
        self._fill: dict[Key, Fill] = {}
        self._current: Recursion | None = None
        self._indexes: dict[tuple[Key, tuple[Pattern, ...]], Slot] = {}
        self._namespace: dict[str, Any] = {}
        self._count = 0
        self._sizes = Sizes()
        self._build()

    def rows_of(self, relation: Key, s: Slots, a: Slots) -> Rows:
        """The rows of a relation, computed if they are not there yet."""
        rows = (self.g, s, a)[self._level[relation]][self._slot[relation]]
        return self._fill[relation](self.g, s, a) if rows is None else rows

    def _tick(self) -> None:
        if self._stop is not None:
            self._stop.check()

    def _checked(self, rows: set[Ground]) -> Callable[[Ground], None]:
        """`rows.add` that asks the stop token now and then: static relations can be huge."""
        if self._stop is None:
            return rows.add

        def add(row: Ground) -> None:
            rows.add(row)
            if not len(rows) & 0xFFF:
                self._tick()

        return add

    def watch(self, stop: Stop | None) -> None:
        """Ask this token from now on while relations are computed."""
        self._stop = stop

    # Compiling

    def _build(self) -> None:
        self._check_safety()
        needed = self._clauses.reachable(QUERIES)
        for component in self._clauses.components:
            if component in ([TRUE], [DOES]):
                continue
            self._tick()
            if self._clauses.is_recursive(component):
                self._compile_recursive(component)
            else:
                self._compile_plain(component[0])
            if self._level[component[0]] == STATIC:
                for relation in component:
                    if relation in needed:
                        self._compute(relation)

    def _check_safety(self) -> None:
        """All unsafe variables before any rule is evaluated, the first of the sheet first."""
        found = [clause for relation in self._clauses.of.values() for clause in relation]
        for clause in sorted(found, key=lambda c: (c.rule.span.line, c.rule.span.column)):
            if clause.body:
                plans(self.sheet, clause.head, clause.body, lambda atom, bound: 1.0)
            else:
                self._fact(clause)

    def _compute(self, relation: Key) -> None:
        """Compute a static relation and note its size for the rules to come."""
        rows = self.rows_of(relation, [], [])
        if relation[1]:
            self._sizes.static[relation] = rows
        if relation == INIT:
            counts = self._sizes.fluents
            for fluent in rows:
                name = fluent if isinstance(fluent, str) else fluent[0]
                counts[name] = counts.get(name, 0) + 1

    def _compile_plain(self, relation: Key) -> None:
        """A relation that does not depend on itself: the union of its rules."""
        level = self._level[relation]
        slot = self._slot[relation] = self._new_slot(level)
        facts: set[Ground] = set()
        functions: list[RuleFunction] = []
        for clause in self._clauses.of[relation]:
            if clause.body:
                functions += self._functions(clause, None)
            else:
                facts.add(self._fact(clause))

        def fill(g: Slots, s: Slots, a: Slots) -> Rows:
            self._tick()
            rows = set(facts)
            add = rows.add if level else self._checked(rows)
            for function in functions:
                function(g, s, a, add)
            (g, s, a)[level][slot] = rows
            return rows

        def fill_flag(g: Slots, s: Slots, a: Slots) -> Rows:
            flag = bool(facts) or any(function(g, s, a, None) for function in functions)
            (g, s, a)[level][slot] = flag
            return flag

        self._set_fill(relation, fill if relation[1] else fill_flag)

    def _compile_recursive(self, component: list[Key]) -> None:
        level = self._level[component[0]]
        inner = frozenset(component)
        relations = []
        for relation in component:
            self._slot[relation] = self._new_slot(level)
            self._assumed[relation] = self._new_slot(level)
            facts = {self._fact(c) for c in self._clauses.of[relation] if not c.body}
            relations.append(
                Relation(relation, self._slot[relation], self._assumed[relation], facts)
            )
        recursion = Recursion(level, relations, tick=self._tick)
        self._current = recursion
        for head, relation in enumerate(component):
            for clause in self._clauses.of[relation]:
                if clause.body:
                    self._compile_clause(recursion, head, clause, component, inner)
        self._current = None

        def filler(relation: Relation) -> Fill:
            def fill(g: Slots, s: Slots, a: Slots) -> Rows:
                recursion.solve(g, s, a)
                return (g, s, a)[level][relation.slot]

            return fill

        for found in relations:
            self._set_fill(found.key, filler(found))

    def _compile_clause(
        self,
        recursion: Recursion,
        head: int,
        clause: Clause,
        component: list[Key],
        inner: frozenset[Key],
    ) -> None:
        place = self.sheet.place(clause.rule.span)
        if any(
            isinstance(arg, Function) and next(variables(arg), None) is not None
            for arg in clause.head.args
        ):
            recursion.grows = recursion.grows or place
        for literal in clause.body:
            for held in holds(literal):
                if not held.positive and key(held.atom) in inner:
                    recursion.negation = recursion.negation or place
        for body in split(clause.body, inner):
            part = Clause(clause.rule, clause.head, body)
            premises = [
                literal
                for literal in body
                if isinstance(literal, Holds) and literal.positive and key(literal.atom) in inner
            ]
            if not premises:
                recursion.base += [(head, f) for f in self._functions(part, None)]
            for premise in premises:
                at = component.index(key(premise.atom))
                recursion.driven += [(head, at, f) for f in self._functions(part, premise)]

    def _functions(self, clause: Clause, first: Holds | None) -> list[RuleFunction]:
        functions = []
        for plan in plans(self.sheet, clause.head, clause.body, self._sizes.solutions, first):
            self._count += 1
            name = f"rule{self._count}"
            source = RuleWriter(self, name, clause.head, plan, first is not None).source()
            functions.append(self._define(name, source))
        return functions

    def _define(self, name: str, source: str) -> Callable[..., Any]:
        exec(compile(source, f"<{name} of {self.sheet.file}>", "exec"), self._namespace)
        function: Callable[..., Any] = self._namespace[name]
        return function

    def _fact(self, clause: Clause) -> Ground:
        head = clause.head
        for arg in head.args:
            for variable in variables(arg):
                raise InputError(
                    f"the fact has the variable {variable}",
                    place=self.sheet.place(variable.span),
                    hint="facts are ground; write a rule that binds the variable",
                )
        row = tuple(ground(arg) for arg in head.args)
        return row[0] if len(row) == 1 else row

    def _new_slot(self, level: int) -> int:
        self.sizes[level] += 1
        if level == 0:
            self.g.append(None)
        return self.sizes[level] - 1

    def _set_fill(self, relation: Key, fill: Fill) -> None:
        self._fill[relation] = fill
        self._namespace[f"x{self._level[relation]}_{self._slot[relation]}"] = fill

    # What the rules' functions look up

    def rows(self, relation: Key, negated: bool) -> Slot:
        level = self._level[relation]
        if self._current is not None and self._is_current(relation):
            slots = self._assumed if negated else self._slot
            return Slot(level, slots[relation], ready=True)
        return Slot(level, self._slot[relation], ready=relation in (TRUE, DOES))

    def _is_current(self, relation: Key) -> bool:
        assert self._current is not None
        return any(found.key == relation for found in self._current.relations)

    def index(self, relation: Key, patterns: tuple[Pattern, ...]) -> Slot:
        slot = self._indexes.get((relation, patterns))
        if slot is None:
            slot = self._indexes[relation, patterns] = self._new_index(relation, patterns)
        return slot

    def _new_index(self, relation: Key, patterns: tuple[Pattern, ...]) -> Slot:
        level = self._level[relation]
        number = self._new_slot(level)
        name = f"build{len(self._indexes)}"
        build = self._define(name, builder_source(name, patterns))
        source = self._slot[relation]
        empty = set if is_set(patterns) else dict
        if self._current is not None and self._is_current(relation):
            keys = [found.key for found in self._current.relations]
            self._current.indexes.append((keys.index(relation), number, build))

        def fill(g: Slots, s: Slots, a: Slots) -> Any:
            own = (g, s, a)[level]
            rows = own[source]
            if rows is None:
                rows = self._fill[relation](g, s, a)
            index: Any = empty()
            build(index, rows)
            own[number] = index
            return index

        def fill_from_state(g: Slots, s: Slots, a: Slots) -> Any:
            groups = s[GROUPS_SLOT]
            if groups is None:
                groups = s[GROUPS_SLOT] = _groups(s[STATE_SLOT])
            index: Any = empty()
            build(index, groups.get(functor, ()))
            s[number] = index
            return index

        first = patterns[0]
        if relation == TRUE and isinstance(first, tuple) and first[0] == APPLY:
            functor = first[1]
            self._namespace[f"x{level}_{number}"] = fill_from_state
        else:
            self._namespace[f"x{level}_{number}"] = fill
        return Slot(level, number)


def _groups(state: Iterable[Ground]) -> dict[str, list[Ground]]:
    groups: dict[str, list[Ground]] = {}
    for fluent in state:
        if not isinstance(fluent, str):
            name = fluent[0]
            assert isinstance(name, str)
            groups.setdefault(name, []).append(fluent)
    return groups
