package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.Finding.Level;
import dev.headroom.fanout.spring.web.Admission;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;

/** A bound on requests that is missing, or that the server's own limits hide: then these fill first, and nobody is turned away in time. */
final class ServerFindings implements FindingSource {
    private final TomcatLimits tomcat;
    private final ObjectProvider<Admission> admission;

    ServerFindings(TomcatLimits tomcat, ObjectProvider<Admission> admission) {
        this.tomcat = tomcat;
        this.admission = admission;
    }

    @Override
    public Stream<Finding> find() {
        List<LimitReading> server = tomcat.read();
        return admission.stream()
                .flatMap(bound -> bound.limit().isPresent()
                        ? server.stream()
                                .flatMap(limit -> find(limit, bound.limit().getAsInt()))
                        : server.stream().flatMap(ServerFindings::unbounded));
    }

    private static Stream<Finding> unbounded(LimitReading limit) {
        return limit.kind() != Kind.THREADS
                ? Stream.empty()
                : Stream.of(
                        new Finding(
                                "request-limit",
                                Level.INFO,
                                limit.size() == null
                                        ? "requests in flight are not bounded, and each has a virtual thread: what is too much takes memory, and all are late"
                                        : "requests in flight are not bounded: who comes when Tomcat's " + limit.size()
                                                + " threads are taken waits in a queue, and is answered late",
                                "fanout.request.limit=1000 (requests/s times the seconds that one takes, and some room)"
                                        + (limit.size() == null
                                                ? ""
                                                : " with spring.threads.virtual.enabled=true and spring.main.keep-alive=true on Java 24 and later")));
    }

    private static Stream<Finding> find(LimitReading limit, int requests) {
        if (limit.size() == null || limit.size() >= requests) {
            return Stream.empty();
        }
        return switch (limit.kind()) {
            case THREADS ->
                Stream.of(new Finding(
                        "server-threads",
                        Level.WARN,
                        "Tomcat has " + limit.size() + " threads, and fanout.request.limit lets " + requests
                                + " requests in: who comes when all threads are taken waits in a queue without bound, and is not turned away",
                        "spring.threads.virtual.enabled=true with spring.main.keep-alive=true (Java 21, better 24), or fanout.request.limit="
                                + Math.max(1, limit.size() * 9 / 10)));
            case CONNECTIONS ->
                Stream.of(new Finding(
                        "server-connections",
                        Level.WARN,
                        "Tomcat keeps " + limit.size() + " connections open, and fanout.request.limit lets " + requests
                                + " requests in: who comes then waits in the accept queue ("
                                + limit.details().get("acceptCount") + "), where nobody sees or answers",
                        "server.tomcat.max-connections=" + 2 * requests));
            default -> Stream.empty();
        };
    }
}
