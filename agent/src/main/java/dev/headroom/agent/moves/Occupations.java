package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Log;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What is kept busy on Headroom's word, by its name, on the lease of the {@link Moves}. */
public final class Occupations {

    private final Lease lease;
    private final Predicate<Object> claim;
    private final Turns.Bounds bounds;
    private final Map<String, Occupation> running = new LinkedHashMap<>();
    /** For how long it was kept busy by what has ended. */
    private final Map<String, Double> before = new LinkedHashMap<>();

    /**
     * What Headroom asks for.
     *
     * @param share of its capacity; where it is nothing, turns stand ready and keep nothing
     * @param ready workers that stay in hand from now on, and do their pool's work while they are not kept busy
     * @param round nanoseconds for which a turn is likely to wait; 0 where that is not known
     * @param nanos after which it ends whatever happens
     * @param name of the limit, as Headroom shows it, which tells it from others
     * @param who asks
     */
    public record Order(double share, int ready, long round, long nanos, String name, String who) {}

    /** @param claim whether no other Headroom moves or occupies that object */
    Occupations(Lease lease, Predicate<Object> claim, Turns.Bounds bounds) {
        this.lease = lease;
        this.claim = claim;
        this.bounds = bounds;
    }

    /**
     * Begins or changes one.
     *
     * @param limit asked for only where it begins; empty where it is gone, or cannot be occupied
     * @return why it could not be done; empty where it was
     */
    String obey(Order order, Supplier<List<Occupiable>> limit) {
        synchronized (this) {
            Occupation now = running.get(order.name());
            if (now != null && now.isOn()) {
                now.share(order.share(), order.ready());
                return "";
            }
        }
        List<Occupiable> parts = limit.get();
        return parts.isEmpty() ? "it is gone, or was not found" : begin(order, parts);
    }

    private synchronized String begin(Order order, List<Occupiable> parts) {
        if (!parts.stream().map(Occupiable::object).filter(Objects::nonNull).allMatch(claim)) {
            return "another Headroom has moved it, and has to put it back first";
        }
        String refusal = lease.take(order.nanos());
        if (!refusal.isEmpty()) {
            return refusal;
        }
        settle(order.name());
        Occupation occupation = new Occupation(parts, lease, bounds, order.round());
        occupation.share(order.share(), order.ready());
        occupation.start();
        running.put(order.name(), occupation);
        Log.say(order.who() + " keeps " + order.name()
                + " busy for shares of the time, to see what it holds up; it ends in "
                + Math.round(lease.leftNanos() / 1e9) + " s at the latest, and "
                + TimeUnit.NANOSECONDS.toSeconds(Lease.NANOS) + " s after Headroom has fallen silent");
        return "";
    }

    /** Why it has not ended yet; empty where it has. */
    private String end(String name, String why) throws InterruptedException {
        Occupation one;
        synchronized (this) {
            one = running.get(name);
        }
        if (one == null) {
            return "";
        }
        one.end();
        if (!one.awaitEnd()) {
            return name + " is still kept busy: a thread of the application's does not go on";
        }
        synchronized (this) {
            if (running.get(name) == one) {
                settle(name);
                Log.say(name + " is kept busy no more: " + why);
            }
        }
        return "";
    }

    private void settle(String name) {
        Occupation one = running.remove(name);
        if (one != null) {
            before.merge(name, one.seconds(), Double::sum);
        }
    }

    /** All of them let go. Does not wait. */
    synchronized void tellAll() {
        running.values().forEach(Occupation::end);
    }

    /** All of them, each told first; returns what has not ended yet. */
    List<String> endAll(String why) {
        List<String> names;
        synchronized (this) {
            tellAll();
            names = new ArrayList<>(running.keySet());
        }
        List<String> problems = new ArrayList<>();
        for (String name : names) {
            try {
                String problem = end(name, why);
                if (!problem.isEmpty()) {
                    problems.add(problem);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return problems;
    }

    synchronized boolean isEmpty() {
        return running.isEmpty();
    }

    /** For how many seconds times units it was kept busy until now. */
    synchronized double seconds(String name) {
        Occupation one = running.get(name);
        return before.getOrDefault(name, 0.0) + (one == null ? 0 : one.seconds());
    }

    /** What keeps it from being busy; empty where nothing does. */
    synchronized String problem(String name) {
        Occupation one = running.get(name);
        return one == null || one.seconds() > 0 ? "" : one.problem();
    }
}
