package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Pool;
import dev.headroom.core.model.observation.PoolKind;
import java.util.Optional;

/** What is known of Tomcat, and of no other server: how its pool is named, and which settings of Spring Boot change its limits. */
final class Tomcat {

    static final String THREADS = "server.tomcat.threads.max";
    static final String CONNECTIONS = "server.tomcat.max-connections";
    static final String ACCEPT_QUEUE = "server.tomcat.accept-count";

    /** Spring MVC leaves the timeout of asynchronous requests to Tomcat, whose default this is, in seconds. */
    static final double ASYNC_TIMEOUT = 30;

    static final String ASYNC_TIMEOUT_SETTING = "spring.mvc.async.request-timeout";

    /** The probe names the pool of the connector on port 8080 so: {@code tomcat-8080}. */
    private static final String NAME = "tomcat-";

    private Tomcat() {}

    static boolean owns(Pool pool) {
        return pool.kind() == PoolKind.SERVLET_WORKERS && pool.name().startsWith(NAME);
    }

    /** Words for a setting where Tomcat was seen; none of another server. */
    static String setting(String name, Evidence evidence) {
        Optional<Pool> seen =
                evidence.observation().pools().stream().filter(Tomcat::owns).findFirst();
        return seen.isPresent() ? " (" + name + ")" : "";
    }
}
