package dev.headroom.cases.downstream;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * What the simulator saw: the truth that a service's own figures can be held against. Requests answered at once
 * ({@code /ready}, {@code /stats}) are not counted.
 */
final class Stats {
    private final Map<String, LongAdder> answered = new ConcurrentHashMap<>();
    private final LongAdder failed = new LongAdder();
    private final LongAdder abandoned = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger maxInFlight = new AtomicInteger();

    void connected() {
        accepted.increment();
        open.incrementAndGet();
    }

    void disconnected() {
        open.decrementAndGet();
    }

    void arrived() {
        maxInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    }

    void answered(String route, int status) {
        inFlight.decrementAndGet();
        answered.computeIfAbsent(route, key -> new LongAdder()).increment();
        if (status >= 500) {
            failed.increment();
        }
    }

    /** The client went before its answer. */
    void abandoned() {
        inFlight.decrementAndGet();
        abandoned.increment();
    }

    String json() {
        String routes = new TreeMap<>(answered)
                .entrySet().stream()
                        .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                        .collect(Collectors.joining(","));
        return """
                {"answered":{%s},"failed":%s,"abandoned":%s,"inFlight":%s,"maxInFlight":%s,\
                "connections":{"open":%s,"accepted":%s}}""".formatted(routes, failed, abandoned, inFlight, maxInFlight, open, accepted);
    }
}
