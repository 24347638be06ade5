package dev.headroom.core.prediction;

import dev.headroom.core.prediction.Generator.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Lets connections in as a {@link ServiceModel.Admission} says, in the order in which they came. */
final class AdmissionQueue {

    private static final long FIRST_RETRY = 1_000_000_000;

    private record Waiting(int connection, Runnable in) {}

    private final Clock clock;
    private final ServiceModel.Admission admission;
    private final Set<Integer> open = new HashSet<>();
    private final Set<Integer> gone = new HashSet<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    AdmissionQueue(Clock clock, ServiceModel.Admission admission) {
        this.clock = clock;
        this.admission = admission;
    }

    /** Goes on with {@code in} once the connection is accepted, at once if it is already, or with what became of it. */
    void enter(int connection, Runnable in, Consumer<Outcome> failed) {
        enter(connection, in, failed, clock.now() + admission.connectTimeout().toNanos(), FIRST_RETRY);
    }

    private void enter(int connection, Runnable in, Consumer<Outcome> failed, long due, long retry) {
        if (gone.contains(connection)) {
            return;
        }
        if (open.contains(connection)) {
            in.run();
        } else if (open.size() < admission.connections()) {
            open.add(connection);
            in.run();
        } else if (waiting.size() < admission.backlog()) {
            waiting.add(new Waiting(connection, in));
        } else if (clock.now() + retry < due) {
            clock.after(retry, () -> enter(connection, in, failed, due, 2 * retry));
        } else {
            clock.at(due, () -> failed.accept(Outcome.GIVEN_UP));
        }
    }

    /** The client is done with the connection, or gave up on it; what it sent is served all the same, once accepted. */
    void close(int connection) {
        gone.add(connection);
        if (open.remove(connection)) {
            while (open.size() < admission.connections() && !waiting.isEmpty()) {
                Waiting next = waiting.remove();
                if (!gone.contains(next.connection)) {
                    open.add(next.connection);
                }
                clock.after(0, next.in);
            }
        }
    }
}
