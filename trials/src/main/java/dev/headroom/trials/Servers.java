package dev.headroom.trials;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.Server;
import io.helidon.webserver.WebServer;
import io.undertow.Undertow;
import io.undertow.server.handlers.BlockingHandler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.coyote.http2.Http2Protocol;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** Trials whose limit is the server itself. */
final class Servers {

    private Servers() {}

    /** @return false where the trial is not one of a server */
    static boolean start(Settings settings) throws Exception {
        Hold hold = new Hold(settings);
        switch (settings.trial()) {
            case "tomcat" -> Front.tomcat(settings, Map.of("maxThreads", String.valueOf(settings.limit(10))), hold);
            case "max-connections" ->
                Front.tomcat(settings, Map.of("maxConnections", String.valueOf(settings.limit(10))), hold);
            case "tomcat-http2" -> {
                Http2Protocol http2 = new Http2Protocol();
                http2.setMaxConcurrentStreamExecution(settings.limit(20));
                Front.tomcat(settings, connector -> connector.addUpgradeProtocol(http2), hold);
            }
            case "hung-workers" ->
                Front.tomcat(
                        settings, Map.of("maxThreads", String.valueOf(settings.limit(20))), hanging(settings, hold));
            case "jetty" -> jetty(settings, settings.limit(10), hold);
            case "undertow" -> undertow(settings, hold);
            case "reactor-netty" -> reactorNetty(settings, hold);
            case "vertx" -> vertx(settings, hold);
            case "helidon" -> helidon(settings, hold);
            case "armeria" -> armeria(settings, hold);
            case "netty" -> NettyServer.start(settings, hold);
            case "webflux" -> NettyServer.webFlux(settings, hold);
            case "backlog" ->
                Front.tomcat(
                        settings,
                        Map.of(
                                "maxConnections",
                                String.valueOf(settings.limit(10)),
                                "acceptCount",
                                settings.twin() ? "100" : "1"),
                        hold);
            case "jdk-server" -> Front.jdk(settings, Executors.newFixedThreadPool(settings.limit(6)), hold);
            case "jdk-server-dispatcher" ->
                Front.jdk(settings, settings.twin() ? Executors.newCachedThreadPool() : null, hold);
            case "own-loop" -> OwnServer.loop(settings, hold);
            case "own-server" -> OwnServer.queue(settings, hold);
            case "generated" -> Generated.start(settings);
            case "neighbour" -> Generated.neighbour(settings);
            case "spring-boot", "spring-async" -> SpringService.start(settings);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The first 15 requests never come back. */
    private static Work hanging(Settings settings, Hold hold) {
        AtomicInteger count = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        return () -> {
            if (count.incrementAndGet() <= 15 && !settings.twin()) {
                never.await();
            }
            hold.serve();
        };
    }

    /** Of the threads one accepts and one selects. */
    static void jetty(Settings settings, int threads, Work work) throws Exception {
        var server = new org.eclipse.jetty.server.Server(new QueuedThreadPool(threads));
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setPort(settings.port());
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.setStatus(Front.statusOf(Request.getPathInContext(request), work));
                Content.Sink.write(response, true, "done", callback);
                return true;
            }
        });
        server.start();
    }

    private static void undertow(Settings settings, Work work) {
        Undertow.builder()
                .addHttpListener(settings.port(), "0.0.0.0")
                .setIoThreads(2)
                .setWorkerThreads(settings.limit(10))
                .setHandler(new BlockingHandler(exchange -> {
                    exchange.setStatusCode(Front.statusOf(exchange.getRequestPath(), work));
                    exchange.getResponseSender().send("done");
                }))
                .build()
                .start();
    }

    /** Two event loops, blocked by the work; in the twin it runs elsewhere. */
    private static void reactorNetty(Settings settings, Work work) {
        Scheduler elsewhere =
                settings.twin() ? Schedulers.newBoundedElastic(200, 100_000, "work") : Schedulers.immediate();
        HttpServer.create()
                .port(settings.port())
                .runOn(LoopResources.create("loop", 2, true))
                .handle((request, response) -> Mono.fromCallable(() -> Front.statusOf("/" + request.path(), work))
                        .subscribeOn(elsewhere)
                        .flatMap(status -> response.status(status)
                                .sendString(Mono.just("done"))
                                .then()))
                .bindNow()
                .onDispose()
                .block();
    }

    private static void vertx(Settings settings, Work work) {
        Vertx vertx = Vertx.vertx(new VertxOptions().setWorkerPoolSize(settings.limit(10)));
        vertx.createHttpServer()
                .requestHandler(request -> vertx.executeBlocking(() -> Front.statusOf(request.path(), work), false)
                        .onSuccess(status ->
                                request.response().setStatusCode(status).end("done")))
                .listen(settings.port());
    }

    /** A virtual thread for each request, and no bound. */
    private static void helidon(Settings settings, Work work) {
        WebServer.builder()
                .port(settings.port())
                .routing(routing -> routing.any((request, response) -> {
                    int status = Front.statusOf(request.path().path(), work);
                    response.status(status).send("done");
                }))
                .build()
                .start();
    }

    private static void armeria(Settings settings, Work work) throws IOException {
        Server.builder()
                .http(settings.port())
                .blockingTaskExecutor(settings.limit(10))
                .serviceUnder(
                        "/",
                        (context, request) -> HttpResponse.of(
                                () -> HttpResponse.of(
                                        HttpStatus.valueOf(Front.statusOf(request.path(), work)),
                                        MediaType.PLAIN_TEXT_UTF_8,
                                        "done"),
                                context.blockingTaskExecutor()))
                .build()
                .start()
                .join();
    }
}
