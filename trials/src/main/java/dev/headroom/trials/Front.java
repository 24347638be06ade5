package dev.headroom.trials;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** The server in front of a trial's work, wide enough for any load here: {@code --front} is {@code tomcat}, {@code jdk} or {@code virtual}. */
final class Front {

    static final String READY = "/ready";

    private Front() {}

    static void start(Settings settings, Work work) throws Exception {
        switch (settings.text("front", "tomcat")) {
            case "tomcat" -> tomcat(settings, Map.of("maxThreads", settings.text("threads", "200")), work);
            case "jdk" -> jdk(settings, Executors.newFixedThreadPool(settings.number("workers", 500)), work);
            case "virtual" -> jdk(settings, Virtual.executor(), work);
            default -> throw new IllegalArgumentException("no front `" + settings.text("front", "") + "`");
        }
    }

    static void tomcat(Settings settings, Map<String, String> properties, Work work) throws Exception {
        tomcat(settings, connector -> properties.forEach(connector::setProperty), work);
    }

    static void tomcat(Settings settings, Consumer<Connector> configured, Work work) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setSilent(true);
        tomcat.setBaseDir(java.nio.file.Files.createTempDirectory("trial").toString());
        Connector connector = new Connector();
        connector.setPort(settings.port());
        connector.setProperty("maxKeepAliveRequests", "-1");
        configured.accept(connector);
        tomcat.setConnector(connector);
        var context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "work", new WorkServlet(work));
        context.addServletMappingDecoded("/", "work");
        tomcat.start();
    }

    /** @param executor may be null: then the dispatcher's own thread serves */
    static void jdk(Settings settings, Executor executor, Work work) throws IOException {
        // Headers and body are two writes: without this each answer waits 40 ms for the client's acknowledgement
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
        HttpServer server = HttpServer.create(new InetSocketAddress(settings.port()), 1024);
        server.createContext("/", exchange -> answer(exchange, work));
        server.setExecutor(executor);
        server.start();
    }

    private static void answer(HttpExchange exchange, Work work) throws IOException {
        int status = statusOf(exchange.getRequestURI().getPath(), work);
        byte[] body = "done".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Does the work, unless it is only asked whether the service is there. */
    static int statusOf(String path, Work work) {
        if (path.equals(READY)) {
            return 200;
        }
        try {
            work.serve(path);
            return 200;
        } catch (RejectedExecutionException e) {
            return 503;
        } catch (Exception e) {
            return 500;
        }
    }

    private static final class WorkServlet extends HttpServlet {
        private static final long serialVersionUID = 1;
        private final transient Work work;

        WorkServlet(Work work) {
            this.work = work;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setStatus(statusOf(request.getRequestURI(), work));
            response.getOutputStream().print("done");
        }
    }
}
