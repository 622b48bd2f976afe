"""A solver that behaves as badly as its first argument says. It is started as a script, by the
tests of what becomes of such solvers."""

import os
import resource
import signal
import subprocess
import sys
import time

ANSWER = "# satisfying probability = 0.25\n"


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def forever() -> None:
    while True:
        signal.pause()


def deaf() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def leave(*, new_session: bool) -> None:
    """Leave a deaf process behind, whose parent has ended."""
    if os.fork() == 0:
        if new_session:
            os.setsid()
        deaf()
        if os.fork() == 0:
            forever()
        os._exit(0)


def answers() -> None:
    say("some lines\n" + ANSWER)


def late_line() -> None:
    say(ANSWER.rstrip("\n"))


def hangs() -> None:
    say("thinking\n")
    forever()


def ignores_signals() -> None:
    deaf()
    hangs()


def stops_itself() -> None:
    deaf()
    os.kill(os.getpid(), signal.SIGSTOP)
    forever()


def forks() -> None:
    for new_session in (False, True):
        leave(new_session=new_session)
    say(ANSWER)


def forks_and_hangs() -> None:
    leave(new_session=True)
    ignores_signals()


def forks_and_crashes() -> None:
    leave(new_session=True)
    crashes()


def crashes() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    say("about to fail\n")
    os.kill(os.getpid(), signal.SIGSEGV)


def crashes_with_half_an_answer() -> None:
    say(ANSWER[:-2])
    os.kill(os.getpid(), signal.SIGKILL)


def says_garbage() -> None:
    sys.stdout.buffer.write(bytes(range(256)) * 10)


def says_nothing() -> None:
    pass


def says_a_word() -> None:
    say("# satisfying probability = banana\n")


def says_no_number() -> None:
    say("# satisfying probability = \n")


def says_nan() -> None:
    say("# satisfying probability = nan\n")


def says_2() -> None:
    say("# satisfying probability = 2\n")


def says_minus_1() -> None:
    say("# satisfying probability = -1\n")


def says_two_things() -> None:
    say("# satisfying probability = 0.25\n# satisfying probability = 0.5\n")


def says_it_twice() -> None:
    say(ANSWER + ANSWER)


def answers_on_standard_error() -> None:
    sys.stderr.write(ANSWER)


def ends_with_3() -> None:
    say(ANSWER)
    sys.stderr.write("no more memory\x1b[31m\n")
    sys.exit(3)


def gives_up() -> None:
    say("\n TIMEOUT !\n")


def floods() -> None:
    block = b"y" * 99 + b"\n"
    while True:
        os.write(1, block * 1000)


def floods_one_line() -> None:
    while True:
        os.write(2, b"y" * 100_000)


def answers_before_a_flood() -> None:
    say(ANSWER)
    for _ in range(200):
        os.write(1, (b"y" * 99 + b"\n") * 1000)
    sys.exit(0)


def fills_a_file() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it, others do not
    with open("junk", "wb") as file:
        while True:
            file.write(bytes(1 << 16))


def fills_many_files() -> None:
    number = 0
    while True:
        number += 1
        with open(f"junk{number}", "wb") as file:
            file.write(bytes(1 << 16))
        time.sleep(0.001)


def fills_memory() -> None:
    kept = []
    while True:
        kept.append(os.urandom(1 << 20))
        time.sleep(0.001)


def a_child_fills_memory() -> None:
    if os.fork() == 0:
        fills_memory()
    forever()


def closes_its_output() -> None:
    os.close(1)
    os.close(2)
    os._exit(0)


def closes_its_output_and_hangs() -> None:
    os.close(1)
    os.close(2)
    forever()


def reads_nothing() -> None:
    say(ANSWER)


def reads_standard_input() -> None:
    say(f"# satisfying probability = {0.25 if sys.stdin.read().startswith('p cnf') else 0.5}\n")


def leaves_a_locked_folder() -> None:
    os.makedirs("a/b")
    with open("a/b/c", "w") as file:
        file.write("c")
    os.chmod("a/b", 0)
    say(ANSWER)


def tells_bounds_when_told_to_stop() -> None:
    def tell(*_: object) -> None:
        say("lower 0.125\nupper 0.5\nlower 0.2")
        os._exit(1)

    signal.signal(signal.SIGTERM, tell)
    hangs()


def tells_wrong_bounds() -> None:
    say("lower 0.5\nupper 0.25\n")


def writes_where_it_pleases() -> None:
    with open(os.path.join(os.environ["TMPDIR"], "litter"), "w") as file:
        file.write("litter")
    subprocess.run(["sh", "-c", "echo more > data.out"], check=True)
    say(ANSWER)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
