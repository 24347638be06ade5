package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.Finding.Level;
import dev.headroom.fanout.spring.web.Admission;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;

/** A bound on requests that the server's own limits hide: then it fills first, and nobody is turned away in time. */
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
        return admission.stream().flatMap(bound -> server.stream().flatMap(limit -> find(limit, bound.limit())));
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
                        "spring.threads.virtual.enabled=true (Java 21, better 24), or fanout.request.limit="
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
