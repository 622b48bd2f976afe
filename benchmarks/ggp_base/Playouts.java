import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

import org.ggp.base.util.game.Game;
import org.ggp.base.util.gdl.grammar.Gdl;
import org.ggp.base.util.logging.GamerLogger;
import org.ggp.base.util.statemachine.MachineState;
import org.ggp.base.util.statemachine.Move;
import org.ggp.base.util.statemachine.Role;
import org.ggp.base.util.statemachine.StateMachine;
import org.ggp.base.util.statemachine.exceptions.GoalDefinitionException;
import org.ggp.base.util.statemachine.exceptions.MoveDefinitionException;
import org.ggp.base.util.statemachine.exceptions.TransitionDefinitionException;
import org.ggp.base.util.statemachine.implementation.prover.ProverStateMachine;

/**
 * Random plays per second of the prover state machine of GGP Base, one thread.
 *
 * <pre>java -cp ... Playouts FILE.kif SECONDS SEED [MAX_STEPS=100 [WARM_UP=SECONDS/5]]</pre>
 *
 * <p>In each state that is not terminal every role draws one of its legal moves, uniformly and independently of the
 * others. A play ends in a terminal state, where the goals are asked for, after MAX_STEPS steps (truncated), or where
 * some role has no legal move (dead end); each of these counts as one play. Plays begin until SECONDS of wall time
 * have passed; the last one is finished and its time counted, so that a single long play still gives a rate.
 *
 * <p>Plays of WARM_UP seconds come before the clock starts: the virtual machine compiles, and the prover stores the
 * answers that depend on no state. They are broken off within a play where the time is up. A fifth of a few seconds is
 * too little for a rate that no longer rises; README.md has the numbers.
 *
 * <p>Prints one line of JSON. Exit status: 0; 1 where the sheet cannot be played; 2 where the call is wrong.
 */
public final class Playouts {
    private static final double WARM_UP_SHARE = 0.2;
    private static final int DEFAULT_MAX_STEPS = 100;
    private static final int DAY = 86400;

    private enum End { TERMINAL, TRUNCATED, DEAD_END, OUT_OF_TIME }

    private final StateMachine machine;
    private final List<Role> roles;
    private final SplittableRandom random;
    private final int maxSteps;
    private final int[] firstMoves; // per role, in the first state; empty where that has no moves to offer
    private Totals totals;

    /** Sums over the plays since the clock started. */
    private static final class Totals {
        final long[] moves;     // per role: legal moves, over the states that were left
        final long[] goals;     // per role: goal values, over the plays with goals
        long plays;
        long states;            // visited, the first and the last one of each play included
        long steps;
        long truncated;
        long deadEnds;
        long withGoals;         // terminal plays in which each role has exactly one goal value
        long goalNanos;         // wall time spent on goals
        long cpuNanos;          // of the playing thread: less than the wall time where others held the processor

        Totals(int roles) {
            moves = new long[roles];
            goals = new long[roles];
        }
    }

    private Playouts(StateMachine machine, long seed, int maxSteps) {
        this.machine = machine;
        this.roles = machine.getRoles();
        this.random = new SplittableRandom(seed);
        this.maxSteps = maxSteps;
        this.firstMoves = countFirstMoves();
        this.totals = new Totals(roles.size());
    }

    public static void main(String[] args) {
        if (args.length < 3 || args.length > 5) {
            fail(2, "usage: Playouts FILE.kif SECONDS SEED [MAX_STEPS=" + DEFAULT_MAX_STEPS + " [WARM_UP=SECONDS/5]]");
        }
        Path sheet = Path.of(args[0]);
        double seconds = 0;
        double warmUp = 0;
        long seed = 0;
        int maxSteps = DEFAULT_MAX_STEPS;
        try {
            seconds = Double.parseDouble(args[1]);
            seed = Long.parseLong(args[2]);
            maxSteps = args.length > 3 ? Integer.parseInt(args[3]) : maxSteps;
            warmUp = args.length > 4 ? Double.parseDouble(args[4]) : seconds * WARM_UP_SHARE;
        } catch (NumberFormatException e) {
            fail(2, "SECONDS and WARM_UP are decimal numbers, SEED and MAX_STEPS integers: " + e.getMessage());
        }
        if (!(seconds > 0 && seconds <= DAY) || !(warmUp >= 0 && warmUp <= DAY) || maxSteps < 1) {
            fail(2, "SECONDS is above 0, WARM_UP not below 0, both at most " + DAY + "; MAX_STEPS is at least 1");
        }

        // A goal that is missing or double is counted here; the library would print a line for each.
        GamerLogger.setSuppressLoggerOutput(true);
        try {
            StateMachine machine = new ProverStateMachine();
            machine.initialize(read(sheet));
            Playouts playouts = new Playouts(machine, seed, maxSteps);
            playouts.warmUp(warmUp);
            double taken = playouts.measure(seconds);
            System.out.println(playouts.json(name(sheet), seed, warmUp, taken));
        } catch (IOException e) {
            fail(1, sheet + ": cannot be read: " + e);
        } catch (TransitionDefinitionException e) {
            fail(1, sheet + ": a next state is not ground: " + e.getMessage());
        } catch (StackOverflowError e) {
            fail(1, sheet + ": the proofs are too deep for the stack; give java more of it, for instance -Xss512m");
        }
    }

    private static List<Gdl> read(Path sheet) throws IOException {
        // Comments may hold any bytes: Latin-1 reads them all, and names stay distinct.
        String text = Files.readString(sheet, StandardCharsets.ISO_8859_1);
        List<Gdl> rules = Game.createEphemeralGame(Game.preprocessRulesheet(text)).getRules();
        if (rules == null) {
            fail(1, sheet + ": GGP Base cannot parse this sheet");
        }
        if (Role.computeRoles(rules).isEmpty()) {
            fail(1, sheet + ": no role: expected facts such as (role robot)");
        }
        return rules;
    }

    private int[] countFirstMoves() {
        MachineState first = machine.getInitialState();
        int[] counts = new int[roles.size()];
        try {
            for (int r = 0; r < counts.length; ++r) {
                counts[r] = machine.getLegalMoves(first, roles.get(r)).size();
            }
        } catch (MoveDefinitionException e) {
            return new int[0];
        }
        return counts;
    }

    private void warmUp(double seconds) throws TransitionDefinitionException {
        long stop = System.nanoTime() + nanos(seconds);
        while (System.nanoTime() < stop) {
            play(stop);
        }
        totals = new Totals(roles.size());
    }

    /** Plays for at least so many seconds and at least once; returns the seconds taken. */
    private double measure(double seconds) throws TransitionDefinitionException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpuStart = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long stop = start + nanos(seconds);
        do {
            play(Long.MAX_VALUE);
        } while (System.nanoTime() < stop);
        long end = System.nanoTime();
        totals.cpuNanos = threads.getCurrentThreadCpuTime() - cpuStart;
        return (end - start) / 1e9;
    }

    /** One play, given up between two steps once `stop` is past. */
    private void play(long stop) throws TransitionDefinitionException {
        MachineState state = machine.getInitialState();
        ++totals.states;
        End end = null;
        for (int step = 0; end == null; ++step) {
            if (machine.isTerminal(state)) {
                end = End.TERMINAL;
            } else if (step == maxSteps) {
                end = End.TRUNCATED;
            } else if (System.nanoTime() >= stop) {
                end = End.OUT_OF_TIME;
            } else {
                List<Move> joint = draw(state);
                if (joint == null) {
                    end = End.DEAD_END;
                } else {
                    state = machine.getNextState(state, joint);
                    ++totals.steps;
                    ++totals.states;
                }
            }
        }
        ++totals.plays;
        switch (end) {
            case TERMINAL -> addGoals(state);
            case TRUNCATED -> ++totals.truncated;
            case DEAD_END -> ++totals.deadEnds;
            case OUT_OF_TIME -> { } // only before the clock starts: the totals are thrown away
        }
    }

    /** One move for each role, or null where some role has none. */
    private List<Move> draw(MachineState state) {
        List<Move> joint = new ArrayList<>(roles.size());
        try {
            for (int r = 0; r < roles.size(); ++r) {
                List<Move> legal = machine.getLegalMoves(state, roles.get(r));
                totals.moves[r] += legal.size();
                joint.add(legal.get(random.nextInt(legal.size())));
            }
        } catch (MoveDefinitionException e) {
            return null;
        }
        return joint;
    }

    private void addGoals(MachineState state) {
        long start = System.nanoTime();
        long[] values = new long[roles.size()];
        try {
            for (int r = 0; r < values.length; ++r) {
                values[r] = machine.getGoal(state, roles.get(r));
            }
            ++totals.withGoals;
            for (int r = 0; r < values.length; ++r) {
                totals.goals[r] += values[r];
            }
        } catch (GoalDefinitionException e) {
            // Not in withGoals: the play counts all the same.
        }
        totals.goalNanos += System.nanoTime() - start;
    }

    private String json(String game, long seed, double warmUp, double seconds) {
        List<String> names = new ArrayList<>();
        List<String> first = new ArrayList<>();
        List<String> moves = new ArrayList<>();
        List<String> goals = new ArrayList<>();
        for (int r = 0; r < roles.size(); ++r) {
            names.add(quote(roles.get(r).toString()));
            moves.add(ratio(totals.moves[r], totals.steps));
            goals.add(ratio(totals.goals[r], totals.withGoals));
        }
        for (int count : firstMoves) {
            first.add(Integer.toString(count));
        }
        return "{" + String.join(", ",
            "\"game\": " + quote(game),
            "\"seed\": " + seed,
            "\"max_steps\": " + maxSteps,
            "\"warm_up\": " + decimal(warmUp),
            "\"plays\": " + totals.plays,
            "\"seconds\": " + decimal(seconds),
            "\"cpu_seconds\": " + decimal(totals.cpuNanos / 1e9),
            "\"plays_per_second\": " + decimal(totals.plays / seconds),
            "\"plays_per_cpu_second\": " + ratio(totals.plays * 1e9, totals.cpuNanos),
            "\"states\": " + totals.states,
            "\"states_per_second\": " + decimal(totals.states / seconds),
            "\"goal_seconds\": " + decimal(totals.goalNanos / 1e9),
            "\"mean_length\": " + ratio(totals.steps, totals.plays),
            "\"truncated\": " + totals.truncated,
            "\"dead_ends\": " + totals.deadEnds,
            "\"with_goals\": " + totals.withGoals,
            "\"roles\": [" + String.join(", ", names) + "]",
            "\"first_moves\": [" + String.join(", ", first) + "]",
            "\"mean_moves\": [" + String.join(", ", moves) + "]",
            "\"mean_goals\": [" + String.join(", ", goals) + "]") + "}";
    }

    private static String ratio(double sum, long count) {
        return count == 0 ? "null" : decimal(sum / count);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static String name(Path sheet) {
        String file = sheet.getFileName().toString();
        return file.endsWith(".kif") ? file.substring(0, file.length() - 4) : file;
    }

    private static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    private static void fail(int status, String message) {
        System.err.println(message);
        System.exit(status);
    }
}
