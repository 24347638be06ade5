package dev.headroom.core.model.result;

import dev.headroom.core.model.Measure;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One of several kinds of request, and what it takes of the binding limit: the utilisation law by class, U = sum of X V S / m (Lazowska 1984,
 * chapter 7).
 *
 * @param turns of this kind among those of all, the fewest whole numbers
 * @param share of all requests that the load sends, 0 to 1
 * @param throughput X: successful responses of this kind per second
 * @param alone R0: mean seconds with one user who sends nothing else; empty where none came
 * @param demandAlone D with one user, in seconds of the limit
 * @param visits V: times that one request takes the limit; empty where nobody counts
 * @param holdingTime S: seconds for which it keeps it each time
 * @param demand D = V S under load: seconds of the limit that one request takes
 * @param shareOfLimit of what is held of the limit, 0 to 1; empty where that is not known
 * @param evidence how the share was told
 */
public record KindOfRequest(
        String name,
        int turns,
        double share,
        double throughput,
        Optional<Measure> alone,
        OptionalDouble demandAlone,
        OptionalDouble visits,
        OptionalDouble holdingTime,
        OptionalDouble demand,
        OptionalDouble shareOfLimit,
        Evidence evidence) {

    /** How it is told for which kind of request a limit is held. */
    public enum Evidence {
        /** Under load, by lines of the application that only this kind was seen at with one user. */
        LINES,
        /** By what one user of each kind takes: together they make up what is held under load. */
        ONE_USER,
        /** Nothing binds, or its holders stand at lines that several kinds share and take longer than with one user. */
        NONE
    }
}
