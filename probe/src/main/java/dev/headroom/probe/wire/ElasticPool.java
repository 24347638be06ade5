package dev.headroom.probe.wire;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.libraries.Libraries.Section;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The bound of a scheduler of whose workers each is an executor of its own with one thread. There are as many as were needed yet, so their sizes do not tell
 * how many there may be: so many for each processor, or what a system property says.
 */
final class ElasticPool {

    private ElasticPool() {}

    /**
     * By the name of the pool.
     *
     * @param processors that the JVM believes it has
     * @param arguments of the JVM
     */
    static Map<String, Integer> bounds(int processors, List<String> arguments) {
        return Libraries.packed()
                .with("per-processor")
                .collect(Collectors.toMap(its -> its.text("pool"), its -> bound(its, processors, arguments)));
    }

    private static int bound(Section scheduler, int processors, List<String> arguments) {
        String property = "-D" + scheduler.text("property") + "=";
        return arguments.stream()
                .filter(argument -> argument.startsWith(property))
                .map(argument -> argument.substring(property.length()))
                .filter(value -> value.matches("\\d{1,6}"))
                .map(Integer::valueOf)
                .reduce((earlier, later) -> later)
                .orElse(Integer.parseInt(scheduler.text("per-processor")) * processors);
    }
}
