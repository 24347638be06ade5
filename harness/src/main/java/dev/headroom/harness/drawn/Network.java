package dev.headroom.harness.drawn;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A drawn service and its load: a layered queueing network.
 *
 * @param seed of its service times
 * @param number among those drawn from one seed, from 1
 * @param front takes the requests; all other stations are inside it
 */
public record Network(long seed, int number, DrawnStation front, DrawnLoad demand, Extras extras) {

    /**
     * What else happens on the machine and in the service.
     *
     * @param neighbour cores that another process burns
     * @param slowRequests so many requests, the first ones, take {@code slowMillis} longer
     * @param spellStation whose times are three times as long for {@code spellFor} of each {@code spellEvery} milliseconds; empty for none
     */
    public record Extras(
            double neighbour,
            int slowRequests,
            double slowMillis,
            String spellStation,
            double spellEvery,
            double spellFor) {

        static final Extras NONE = new Extras(0, 0, 0, "", 0, 0);
    }

    /** All stations that have a bound, outermost first. */
    public List<DrawnStation> stations() {
        return front.all().filter(DrawnStation::isBounded).toList();
    }

    public Stream<DrawnStation> all() {
        return front.all();
    }

    /** Milliseconds of a request that waits for no one. */
    public double unloaded() {
        return front.unloaded();
    }

    /** The same with more of some stations. */
    public Network raised(Set<String> names, double factor) {
        return new Network(seed, number, front.raised(names, factor), demand, extras);
    }

    /** The same under more load. */
    public Network loaded(double factor) {
        return new Network(seed, number, front, demand.raised(factor), extras);
    }

    public DrawnStation station(String name) {
        return all().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    /** For the reader: {@code tomcat > (hikari 8 > semaphore 6), lock}. */
    public String words() {
        return words(front) + "; " + demand.words();
    }

    private static String words(DrawnStation station) {
        String inside = station.inside().stream().map(Network::words).collect(Collectors.joining(", "));
        return station.words()
                + (inside.isEmpty() ? "" : station.inside().size() == 1 ? " > " + inside : " > (" + inside + ")");
    }
}
