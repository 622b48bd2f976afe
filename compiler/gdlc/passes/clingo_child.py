"""The child process that runs clingo. It is started as a script, and imports of gdlc only what
makes clingo print faster.

    clingo_child.py PARENT    then on standard input a line of JSON: [TASK, FOLDER]

    TASK             the files in FOLDER                -> standard output
    ground           input: a program                   -> aspif
    ground foreign   the same, written by a person
    solve            program: aspif; input: questions   -> one line of JSON each

A child, because clingo's grounding cannot be interrupted but by ending the process. PARENT is the
number of the process that asks: when it is gone, however it ended, nobody waits for the answer.
One that gets no line has no work, and ends. Exit codes: 0; 65: a wrong program; 74: the output
could not be written.
"""

import gc
import json
import os
import sys
import threading
import time

# Before the large imports: all that they bring stays, and nothing here makes cycles.
gc.disable()

import clingo  # noqa: E402

from gdlc import _asp  # noqa: E402

UNWRITTEN = 74  # exit code: the output does not fit on the disk
_LOOK = 0.5  # seconds between two looks at the parent


def read(folder: str) -> str:
    with open(os.path.join(folder, "input"), encoding="utf-8") as file:
        return file.read()


def ground(folder: str, foreign: bool) -> int:
    """Ground a program. All atoms are shown; where it is `foreign`, whatever it says of that."""
    text = read(folder)
    messages: list[str] = []
    _asp.buffer_standard_output()
    _asp.keep_freed_memory()

    class Grounder(clingo.Application):
        program_name = "gdlc"

        def main(self, control: clingo.Control, _: object) -> None:
            if foreign:
                from clingo import ast

                with ast.ProgramBuilder(control) as builder:

                    def add(statement: ast.AST) -> None:
                        shows = (ast.ASTType.ShowSignature, ast.ASTType.ShowTerm)
                        if statement.ast_type not in shows:
                            builder.add(statement)

                    ast.parse_string(text, add, logger=self.logger)
            else:
                control.add("base", [], text)
            control.ground([("base", [])])
            control.solve()
            if not messages:
                # All is written; taking clingo's and Python's memory apart would take a while.
                os._exit(0 if _asp.flush_standard_output() else UNWRITTEN)

        def logger(self, _: clingo.MessageCode, message: str) -> None:
            messages.append(message)

    try:
        code = clingo.clingo_main(
            Grounder(), ["--mode=gringo", "--output=intermediate", "--warn=no-atom-undefined"]
        )
    except RuntimeError as error:
        messages.append(str(error))
        code = 65
    if code >= 33 or any("error" in message for message in messages):
        code = 65
    sys.stdout.flush()
    for message in messages:
        sys.stderr.write(message.rstrip() + "\n")
    return 65 if code == 65 else 0


def solve(folder: str) -> int:
    """Ask whether a stable model exists in which an atom holds, for atom after atom.

    folder: with the program; the questions are one a line: a limit on conflicts (0: none), the
            atom's number, and the numbers of atoms to report
    An answer is a line of JSON: true with the reported atoms that hold, false, or null where the
    limit did not do.
    """
    control = clingo.Control(["--warn=none"])
    control.load_aspif([os.path.join(folder, "program")])
    options = control.configuration.solve
    assert isinstance(options, clingo.Configuration)
    for line in read(folder).splitlines():
        limit, atom, *shown = map(int, line.split())
        options.solve_limit = str(limit) if limit else "umax,umax"
        answer: dict[str, object] = {"holds": None, "shown": []}
        with control.solve(assumptions=[atom], yield_=True) as handle:
            model = handle.model()
            if model is not None:
                answer = {"holds": True, "shown": [n for n in shown if model.is_true(n)]}
            elif handle.get().unsatisfiable:
                answer["holds"] = False
        print(json.dumps(answer), flush=True)
    return 0


def end_with(parent: int) -> None:
    """Ends this process when its parent has. clingo lets other threads run while it works."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=end_with, args=(int(sys.argv[1]),), daemon=True).start()
    asked = sys.stdin.readline()
    if not asked:
        os._exit(0)
    task, where = json.loads(asked)
    sys.exit(solve(where) if task == "solve" else ground(where, task == "ground foreign"))
