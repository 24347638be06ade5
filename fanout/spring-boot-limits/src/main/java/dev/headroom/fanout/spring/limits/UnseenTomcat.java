package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.Finding.Level;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/** Tomcat's own limits, where it publishes none: Boot leaves its MBeans off, which Micrometer reads. */
final class UnseenTomcat implements LimitSource, FindingSource {
    private static final String PROPERTY = "server.tomcat.mbeanregistry.enabled=true";

    private final ApplicationContext context;
    private final Meters meters;

    UnseenTomcat(ApplicationContext context, Meters meters) {
        this.context = context;
        this.meters = meters;
    }

    @Override
    public List<LimitReading> read(Meters meters) {
        return context instanceof WebServerApplicationContext web
                        && web.getWebServer() instanceof TomcatWebServer
                        && meters.tagged("tomcat.threads.config.max", "name").isEmpty()
                ? List.of(LimitReading.unseen("tomcat", Kind.THREADS))
                : List.of();
    }

    @Override
    public Stream<Finding> find() {
        return read(meters).stream()
                .map(unseen -> new Finding(
                        "tomcat-unseen",
                        Level.INFO,
                        "Tomcat's threads and connections cannot be seen, because it publishes them as MBeans, which Boot leaves off",
                        PROPERTY));
    }
}
