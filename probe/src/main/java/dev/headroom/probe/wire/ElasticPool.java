package dev.headroom.probe.wire;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.libraries.Libraries.Section;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The bound of a scheduler of whose workers each is an executor of its own with one thread. There are as many as were needed yet, so their sizes do not tell
 * how many there may be: so many for each processor, or what a system property says.
 */
record ElasticPool(OptionalInt workers) {

    static final ElasticPool UNKNOWN = new ElasticPool(OptionalInt.empty());

    /** Empty where the libraries are left out. */
    private static final Optional<Section> SCHEDULER =
            Libraries.packed().with("per-processor").findFirst();

    /**
     * @param processors that the JVM believes it has
     * @param arguments of the JVM
     */
    static ElasticPool of(int processors, List<String> arguments) {
        return SCHEDULER.map(its -> of(its, processors, arguments)).orElse(UNKNOWN);
    }

    private static ElasticPool of(Section scheduler, int processors, List<String> arguments) {
        String property = "-D" + scheduler.text("property") + "=";
        int workers = arguments.stream()
                .filter(argument -> argument.startsWith(property))
                .map(argument -> argument.substring(property.length()))
                .filter(value -> value.matches("\\d{1,6}"))
                .map(Integer::valueOf)
                .reduce((earlier, later) -> later)
                .orElse(Integer.parseInt(scheduler.text("per-processor")) * processors);
        return new ElasticPool(OptionalInt.of(workers));
    }

    /** Of the pool of that name; empty where it is another one. */
    OptionalInt bound(String pool) {
        return SCHEDULER.filter(its -> pool.equals(its.text("pool"))).isPresent() ? workers : OptionalInt.empty();
    }
}
