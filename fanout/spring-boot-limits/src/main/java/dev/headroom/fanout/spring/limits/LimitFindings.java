package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.FanoutProperties.DownstreamProperties;
import dev.headroom.fanout.spring.limits.Finding.Level;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Limits that hide the bound on requests, or that fill unseen; and a bound that is missing. */
final class LimitFindings implements FindingSource {
    /** Before the name of a downstream, in that of its limit. */
    private static final String DOWNSTREAM = "downstream.";

    private final Limits limits;
    private final Meters meters;
    private final ExecutorLimits executors;
    private final FanoutProperties properties;

    LimitFindings(Limits limits, Meters meters, ExecutorLimits executors, FanoutProperties properties) {
        this.limits = limits;
        this.meters = meters;
        this.executors = executors;
        this.properties = properties;
    }

    @Override
    public Stream<Finding> find() {
        List<LimitReading> readings = limits.look().readings();
        Stream<Finding> server = readings.stream()
                .filter(reading -> reading.kind() == Kind.REQUESTS)
                .flatMap(requests -> requests.size() == null
                        ? Stream.of(unbounded())
                        : readings.stream().flatMap(reading -> server(reading, requests.size())));
        return Stream.of(
                        meters.counts() ? Stream.<Finding>empty() : Stream.of(steps()),
                        server,
                        executors.endless(meters).stream().map(this::endless),
                        pools(readings))
                .flatMap(found -> found);
    }

    private static Finding steps() {
        return new Finding(
                "no-totals",
                Level.INFO,
                "the only meter registry tells what it counted since its last step, so there are no rates, holding times and ceilings",
                "a registry beside it whose counts are since the start, such as Prometheus', or a bean SimpleMeterRegistry");
    }

    private static Finding unbounded() {
        return new Finding(
                "request-limit",
                Level.INFO,
                "requests in flight are not bounded: who comes when all threads are taken waits in a queue, and is answered late;"
                        + " with virtual threads what is too much takes memory, and all are late",
                "fanout.request.limit=1000 (requests/s times the seconds that one takes, and some room)"
                        + " with spring.threads.virtual.enabled=true and spring.main.keep-alive=true on Java 24 and later");
    }

    private static Stream<Finding> server(LimitReading limit, int requests) {
        if (limit.size() == null || limit.size() >= requests) {
            return Stream.empty();
        }
        return switch (limit.kind()) {
            case THREADS ->
                Stream.of(new Finding(
                        "server-threads",
                        Level.WARN,
                        "the server has " + limit.size() + " threads, and fanout.request.limit lets " + requests
                                + " requests in: who comes when all threads are taken waits in a queue without bound, and is not turned away",
                        "spring.threads.virtual.enabled=true with spring.main.keep-alive=true (Java 21, better 24), or fanout.request.limit="
                                + Math.max(1, limit.size() * 9 / 10)));
            case CONNECTIONS ->
                Stream.of(new Finding(
                        "server-connections",
                        Level.WARN,
                        "Tomcat keeps " + limit.size() + " connections open, and fanout.request.limit lets " + requests
                                + " requests in: who comes then waits in the accept queue, where nobody sees or answers",
                        "server.tomcat.max-connections=" + 2 * requests));
            default -> Stream.empty();
        };
    }

    private Finding endless(String executor) {
        return new Finding(
                "executor-queue",
                Level.WARN,
                "the executor '" + executor
                        + "' has a queue without bound and so never more than its core threads: tasks wait without anybody being told",
                executor.equals("applicationTaskExecutor")
                        ? "spring.task.execution.pool.queue-capacity=100, or spring.threads.virtual.enabled=true"
                        : "setQueueCapacity(100) where '" + executor + "' is made");
    }

    private Stream<Finding> pools(List<LimitReading> readings) {
        int widest = readings.stream()
                .filter(reading -> reading.kind() == Kind.DOWNSTREAM && reading.size() != null)
                .mapToInt(this::wanted)
                .max()
                .orElseGet(() -> requests(readings));
        return meters.tagged(HttpPoolLimits.PER_ROUTE, "httpclient").stream()
                .flatMap(pool -> Stream.ofNullable(pool(pool, gate(pool, readings), widest)));
    }

    /** Connections: as many as permits, or fewer where the properties say so. */
    private int wanted(LimitReading gate) {
        int permits = Objects.requireNonNull(gate.size());
        String name = gate.name().startsWith(DOWNSTREAM) ? gate.name().substring(DOWNSTREAM.length()) : gate.name();
        DownstreamProperties said = properties.downstreams().get(name);
        return said == null ? permits : Math.min(said.poolSize(), permits);
    }

    /** A pool of a downstream stands behind its own gate, any other may stand behind the widest. */
    private @Nullable Finding pool(String name, @Nullable Integer gate, int widest) {
        Integer perRoute = meters.gauge(HttpPoolLimits.PER_ROUTE, Tags.of("httpclient", name));
        int wanted = gate == null ? widest : gate;
        // the gauge of a pool that is gone says 0
        if (perRoute == null || perRoute < 1 || perRoute >= wanted) {
            return null;
        }
        String before =
                wanted == Integer.MAX_VALUE ? "all requests in flight share them" : wanted + " calls may want one";
        String size = wanted == Integer.MAX_VALUE ? "50" : String.valueOf(wanted);
        return new Finding(
                "http-pool",
                Level.WARN,
                "the connection pool '" + name + "' of Apache HttpClient 5 has " + perRoute
                        + " connections per route, but " + before
                        + ": the rest waits for a connection, unseen, for up to 3 minutes",
                properties.downstreams().containsKey(name)
                        ? "fanout.downstreams." + name + ".connections=" + size
                        : "declare the service that is called, such as fanout.downstreams.<name>.limit=" + size
                                + ", or size the pool: a bean ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder>"
                                + " of builder.withConnectionManagerCustomizer(pool -> pool.setMaxConnPerRoute("
                                + size
                                + ").setMaxConnTotal(" + size + "))");
    }

    private static @Nullable Integer gate(String pool, List<LimitReading> readings) {
        return readings.stream()
                .filter(reading -> reading.name().equals(DOWNSTREAM + pool))
                .findFirst()
                .map(LimitReading::size)
                .orElse(null);
    }

    /** In flight at most; none are counted where the application serves none. */
    private static int requests(List<LimitReading> readings) {
        return readings.stream()
                .filter(reading -> reading.kind() == Kind.REQUESTS)
                .findFirst()
                .map(reading -> reading.size() == null ? Integer.MAX_VALUE : reading.size())
                .orElse(0);
    }
}
