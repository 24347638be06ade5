package dev.headroom.core.proof;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether those at work may wait for each other for good once there are more of them: each holds some of what others wait for (Coffman, Elphick and Shoshani 1971,
 * "hold and wait"). Of c units of one kind, m that take up to k each, one after the other, always get on where c >= m (k - 1) + 1: were each to hold k - 1, one would be left.
 * That k is more than one shows where more are held and waited for than there are to do so.
 */
public final class HoldAndWait {

    /** Of those at work: by so many more than these, two means of a window do not differ by chance. */
    private static final double MORE = 1 + Thresholds.SLIGHT;

    private HoldAndWait() {}

    /** Why nothing is to be moved so, for the reader; empty where nothing is known against it. */
    public static Optional<String> in(Move move, Observation seen) {
        return move.settings().stream()
                .filter(part -> part.to() > part.from())
                .flatMap(part -> seen.station(part.target()).stream().flatMap(one -> in(move, part, one, seen)))
                .findFirst();
    }

    private static Stream<String> in(Move move, Part part, Station raised, Observation seen) {
        return seen.resources().stream()
                .filter(held -> !held.id().equals(raised.id()) && raised.active() > 0)
                .filter(held -> raised.waitingOn(held.id()) > 0)
                .flatMap(held -> {
                    double each = (held.active() + raised.waitingOn(held.id())) / raised.active();
                    double units = units(move, held);
                    return each > MORE && units < part.to() * (Math.ceil(each) - 1) + 1
                            ? Stream.of(words(part, held, units))
                            : Stream.empty();
                });
    }

    private static double units(Move move, Station held) {
        return move.settings().stream()
                .filter(part -> part.target().equals(held.id()))
                .mapToDouble(Part::to)
                .findFirst()
                .orElse(held.maximum().orElse((int) Math.ceil(held.active())));
    }

    private static String words(Part part, Station held, double units) {
        return "each may hold one of the %.0f of %s and wait for another, and with %.0f at work all could wait for each other for good"
                .formatted(units, held.name(), part.to());
    }
}
