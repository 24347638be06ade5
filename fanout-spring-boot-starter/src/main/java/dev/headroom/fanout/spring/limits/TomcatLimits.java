package dev.headroom.fanout.spring.limits;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/** Tomcat's threads and connections, read from the server itself, so its MX beans need not be on. */
final class TomcatLimits implements LimitSource {
    private final ApplicationContext context;

    TomcatLimits(ApplicationContext context) {
        this.context = context;
    }

    @Override
    public List<LimitReading> read() {
        List<LimitReading> readings = new ArrayList<>();
        if (context instanceof WebServerApplicationContext web
                && web.getWebServer() instanceof TomcatWebServer server) {
            Connector[] connectors = server.getTomcat().getService().findConnectors();
            for (Connector connector : connectors) {
                if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
                    String name = connectors.length == 1 ? "tomcat" : "tomcat." + connector.getLocalPort();
                    readings.add(connections(name, protocol));
                    readings.add(threads(name, protocol.getExecutor()));
                }
            }
        }
        return readings;
    }

    private static LimitReading connections(String name, AbstractProtocol<?> protocol) {
        return new LimitReading(
                name + ".connections",
                Kind.CONNECTIONS,
                protocol.getMaxConnections() < 0 ? null : protocol.getMaxConnections(),
                (int) protocol.getConnectionCount(),
                null,
                null,
                null,
                null,
                Map.of("acceptCount", protocol.getAcceptCount()));
    }

    private static LimitReading threads(String name, Executor executor) {
        if (executor instanceof ThreadPoolExecutor pool) {
            return threads(
                    name,
                    pool.getMaximumPoolSize(),
                    pool.getActiveCount(),
                    pool.getQueue().size(),
                    pool.getCompletedTaskCount());
        }
        if (executor instanceof java.util.concurrent.ThreadPoolExecutor pool) {
            return threads(
                    name,
                    pool.getMaximumPoolSize(),
                    pool.getActiveCount(),
                    pool.getQueue().size(),
                    pool.getCompletedTaskCount());
        }
        String type = executor == null ? "none" : executor.getClass().getSimpleName();
        return new LimitReading(
                name + ".threads", Kind.THREADS, null, null, null, null, null, null, Map.of("executor", type));
    }

    private static LimitReading threads(String name, int size, int active, int waiting, long completed) {
        return new LimitReading(
                name + ".threads", Kind.THREADS, size, active, waiting, completed, null, null, Map.of());
    }
}
