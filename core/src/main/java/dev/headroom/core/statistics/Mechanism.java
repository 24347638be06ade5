package dev.headroom.core.statistics;

import java.util.Locale;
import java.util.Optional;

/**
 * What names a limit that no catalogue has. One may be left out, to see what hangs on it: {@code -Dheadroom.without=pace} (see {@code benchmarks/ablation}).
 */
public enum Mechanism {

    /** Lines of the application that a constant number of threads is past while others wait before them. */
    LINES_PAST,

    /** Others do the work that those who wait at such a line wait for. */
    AWAITED_WORK,

    /** Waits for a next task, told by comparison with one user. */
    IDLE_ALONE,

    /** Pools that are as busy for nobody's request. */
    BACKGROUND_WORK,

    /** Waits that are as long with one user, for others than those that seem to serve. */
    WAITS_ELSEWHERE,

    /** Pools on no request's way, by how many waits they begin. */
    BYSTANDERS,

    /** Lone threads that go fewer rounds than those who seem to wait for them. */
    SLOW_ROUNDS,

    /** Pools whose tasks wait longer than any request is in flight. */
    LONG_QUEUES,

    /** The one group that is always at work, for which nameless waits are. */
    CONSTANTLY_BUSY,

    /** Pools whose names differ by a number, as one. */
    PARTED_POOLS,

    /** Event loops of which some are blocked, by how many. */
    BLOCKED_LOOPS,

    /** How many take turns at a line, by how many went on. */
    TURNS_TAKEN,

    /** Connections to a downstream that all have a call in flight, by what goes out on them. */
    BUSY_CONNECTIONS,

    /** So many answers at a time, in equal distances. */
    PACE;

    private static final Optional<Mechanism> WITHOUT = Optional.ofNullable(System.getProperty("headroom.without"))
            .map(name -> valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')));

    public boolean works() {
        return WITHOUT.filter(this::equals).isEmpty();
    }
}
