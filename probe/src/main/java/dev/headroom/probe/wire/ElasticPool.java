package dev.headroom.probe.wire;

import java.util.List;
import java.util.OptionalInt;

/**
 * The bound of Reactor's shared bounded elastic scheduler. Each of its workers is an executor of its own with one thread,
 * and there are as many as were needed yet, so their sizes do not tell how many there may be: ten for each processor, or
 * what a system property says ({@code reactor.core.scheduler.Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE}).
 */
record ElasticPool(OptionalInt workers) {

    static final ElasticPool UNKNOWN = new ElasticPool(OptionalInt.empty());

    private static final String NAME = "boundedElastic";
    private static final String PROPERTY = "-Dreactor.schedulers.defaultBoundedElasticSize=";
    private static final int WORKERS_PER_PROCESSOR = 10;

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
                .orElse(WORKERS_PER_PROCESSOR * processors);
        return new ElasticPool(OptionalInt.of(workers));
    }

    /** Of the pool of that name; empty where it is another one. */
    OptionalInt bound(String pool) {
        return pool.equals(NAME) ? workers : OptionalInt.empty();
    }
}
