package dev.headroom.core.prediction;

import java.util.PriorityQueue;

/**
 * The time of a simulation, in nanoseconds from its start, and what is still to happen. Events at the same time happen
 * in the order in which they were asked for, so that a simulation gives the same result every time.
 */
final class Clock {

    private record Event(long at, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>(1024);
    private long now;
    private long asked;

    long now() {
        return now;
    }

    void at(long time, Runnable action) {
        if (time < now) {
            throw new IllegalArgumentException("it is " + now + " ns already; nothing can happen at " + time + " ns");
        }
        events.add(new Event(time, asked++, action));
    }

    void after(long delay, Runnable action) {
        at(now + delay, action);
    }

    /** Lets everything happen until nothing is left. */
    void run() {
        for (Event event = events.poll(); event != null; event = events.poll()) {
            now = event.at;
            event.action.run();
        }
    }
}
