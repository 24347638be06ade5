package dev.headroom.probe.wire;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.libraries.Libraries.Section;
import java.util.List;
import java.util.OptionalInt;

/**
 * The bound of a scheduler of whose workers each is an executor of its own with one thread. There are as many as were needed yet, so their sizes do not tell
 * how many there may be: so many for each processor, or what a system property says.
 */
record ElasticPool(OptionalInt workers) {

    static final ElasticPool UNKNOWN = new ElasticPool(OptionalInt.empty());

    private static final Section SCHEDULER =
            Libraries.packed().with("per-processor").findFirst().orElseThrow();

    private static final String PROPERTY = "-D" + SCHEDULER.text("property") + "=";

    /**
     * @param processors that the JVM believes it has
     * @param arguments of the JVM
     */
    static ElasticPool of(int processors, List<String> arguments) {
        int workers = arguments.stream()
                .filter(argument -> argument.startsWith(PROPERTY))
                .map(argument -> argument.substring(PROPERTY.length()))
                .filter(value -> value.matches("\\d{1,6}"))
                .map(Integer::valueOf)
                .reduce((earlier, later) -> later)
                .orElse(Integer.parseInt(SCHEDULER.text("per-processor")) * processors);
        return new ElasticPool(OptionalInt.of(workers));
    }

    /** Of the pool of that name; empty where it is another one. */
    OptionalInt bound(String pool) {
        return pool.equals(SCHEDULER.text("pool")) ? workers : OptionalInt.empty();
    }
}
