package dev.headroom.harness.drawn;

import dev.headroom.harness.drawn.DrawnKind.Role;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One station of a drawn service.
 *
 * @param name unique in its service
 * @param capacity units; of a rate requests per second, of the processor cores; infinite where there is no bound
 * @param millis mean time that a request keeps a unit by itself
 * @param shape of these times
 * @param cv their coefficient of variation
 * @param rejects whether a request that finds no unit is turned away
 * @param outside share of the time (0 to 1) that is spent after the unit was given back
 * @param inside what a request visits while it keeps the unit, one after the other
 */
public record DrawnStation(
        DrawnKind kind,
        String name,
        double capacity,
        double millis,
        Shape shape,
        double cv,
        boolean rejects,
        double outside,
        List<DrawnStation> inside) {

    public enum Shape {
        DETERMINISTIC,
        EXPONENTIAL,
        LOG_NORMAL,
        BIMODAL
    }

    /** This one and all inside it, outermost first. */
    Stream<DrawnStation> all() {
        return Stream.concat(Stream.of(this), inside.stream().flatMap(DrawnStation::all));
    }

    /** Milliseconds that a request takes here and inside if it waits for no one. */
    public double unloaded() {
        return millis + inside.stream().mapToDouble(DrawnStation::unloaded).sum();
    }

    /** Milliseconds for which it keeps a unit then. */
    public double held() {
        return unloaded() - outside * millis;
    }

    /** Requests per second that it can do, whatever the others do. */
    public double ceiling() {
        return switch (kind.role()) {
            case RATE -> capacity;
            case CPU -> capacity * 1000 / ((1 - outside) * millis);
            case FRONT, UNITS, LOCK, DOWNSTREAM -> capacity * 1000 / held();
        };
    }

    /**
     * The same with more of those that are named. Where there is but one unit, or the units are cores, a request keeps it for so much less time and spends
     * the rest of that time without it, so that it takes as long as before.
     */
    public DrawnStation raised(Set<String> names, double by) {
        double factor = names.contains(name) ? by : 1;
        boolean shortened = factor != 1 && (kind.role() == Role.LOCK || kind.role() == Role.CPU);
        return new DrawnStation(
                kind,
                name,
                shortened ? capacity : capacity * factor,
                millis,
                shape,
                cv,
                rejects,
                shortened ? 1 - (1 - outside) / factor : outside,
                inside.stream().map(one -> one.raised(names, by)).toList());
    }

    /** Another whose times have the same shape. */
    DrawnStation beside(DrawnKind of, String called, double units, double mean, List<DrawnStation> within) {
        return new DrawnStation(of, called, units, mean, shape, cv, false, 0, within);
    }

    public boolean isBounded() {
        return Double.isFinite(capacity);
    }

    /** For the reader. */
    String words() {
        String units = kind.role() == Role.LOCK || !isBounded() ? "" : " " + Math.round(capacity);
        return kind.id() + units + (rejects ? " (rejects)" : "");
    }
}
