"""Who may choose when, in a random game."""

from __future__ import annotations

from tests.oracles.game_draft import RANDOM, Draft


class Clock:
    """Who may choose: `(turn ROLE)`, for at most one player, and for random, in every state.

    steps    a table tells for each step who chooses: the same in all plays
    phases   phases follow each other as moves, state or chance decide; a table tells who chooses
    control  the phases are the roles themselves, and a rule lets random choose
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        rng = draft.rng
        self.kind = rng.choice(("steps", "phases", "phases", "control", "control"))
        if draft.kind == "idle":
            self.kind = "steps"
        elif draft.kind in ("luck first", "luck only", "simultaneous"):
            self.kind = rng.choice(("steps", "phases"))
        if self.kind == "steps":
            self.times = [str(number) for number in range(1, rng.randint(3, 6) + 1)]
        elif self.kind == "phases":
            self.times = [f"p{number}" for number in range(1, rng.choice((2, 3, 3, 4)) + 1)]
        else:
            self.times = [role for role in draft.roles if role != RANDOM or draft.likely(0.7)]
            if len(self.times) == 1 or draft.likely(0.15):
                self.times.append("nobody")
            rng.shuffle(self.times)
        self.fluent = {"steps": "step", "phases": "phase", "control": "control"}[self.kind]

    def write_state(self) -> None:
        draft = self.draft
        draft.rules.append(f"(init ({self.fluent} {self.times[0]}))")
        draft.state += [f"(true ({self.fluent} {time}))" for time in self.times]
        if self.kind == "control":
            draft.add("(turn ?r)", "(true (control ?r))")
            for time in self.times:
                if RANDOM in draft.roles and time != RANDOM and draft.likely(0.6):
                    draft.add(f"(turn {RANDOM})", f"(true (control {time}))")
            if draft.joint:
                draft.add("(turn z)", "(true (control y))")
            return
        draft.add("(turn ?r)", f"(true ({self.fluent} ?t))", "(chooses ?t ?r)")
        for at, time in enumerate(self.times):
            for role in self._choosing(at):
                draft.rules.append(f"(chooses {time} {role})")

    def _choosing(self, at: int) -> list[str]:
        """Who may choose at a time."""
        draft = self.draft
        rng = draft.rng
        player = rng.choice(draft.players) if draft.likely(0.8) else ""
        if draft.kind == "luck only" or (draft.kind == "luck first" and at == 0):
            player = ""
        found = [player] if player else []
        if draft.joint and player in ("y", "z"):
            found.append("z" if player == "y" else "y")
        if draft.kind == "simultaneous" and (at == 0 or (player and draft.likely(0.5))):
            found = ["x", "y"] if "z" not in draft.roles or draft.likely(0.6) else ["x", "y", "z"]
        if RANDOM in draft.roles and draft.likely(0.7 if player else 0.9):
            found.append(RANDOM)
        if draft.kind.startswith("luck") and at == 0 and RANDOM not in found:
            found.append(RANDOM)
        return [] if draft.kind == "idle" and at == 1 else found

    def write_next(self) -> None:
        draft = self.draft
        rng = draft.rng
        fluent = self.fluent
        if self.kind == "steps" or draft.likely(0.35):
            follows = list(zip(self.times, [*self.times[1:], self.times[0]], strict=True))
            for one, other in follows[:-1] if self.kind == "steps" else follows:
                draft.rules.append(f"(then {one} {other})")
            draft.add(f"(next ({fluent} ?u))", f"(true ({fluent} ?t))", "(then ?t ?u)")
            return
        for at, time in enumerate(self.times):
            here = f"(true ({fluent} {time}))"
            after = self.times[(at + 1) % len(self.times)]
            if draft.likely(0.5):
                draft.add(f"(next ({fluent} {after}))", here)
                continue
            # One condition and its opposite: exactly one phase follows.
            condition = rng.choice(draft.moves if draft.likely(0.7) else draft.state)
            instead = rng.choice(self.times)
            draft.add(f"(next ({fluent} {after}))", here, condition)
            draft.add(f"(next ({fluent} {instead}))", here, f"(not {condition})")
