package dev.headroom.lab.proof;

import com.sun.net.httpserver.HttpServer;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Request;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.load.LoadProgress;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A service of this JVM, each of whose requests holds one of its permits for a while; the permits are what a probe of it moves. */
final class Gate implements Bench, AutoCloseable {

    private final HttpServer server;
    private final EmbeddedEngine engine = new EmbeddedEngine();
    private final Moving probe;

    Gate(int permits, long holdMillis) throws IOException {
        probe = new Moving(permits);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try {
                probe.permits.acquire();
                try {
                    Thread.sleep(holdMillis); // the work of the service
                } finally {
                    probe.permits.release();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    Moving probe() {
        return probe;
    }

    @Override
    public RunningLoad start(Load load) {
        return engine.start(
                Request.get(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/")), load);
    }

    @Override
    public boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase) throws InterruptedException {
        try {
            load.result().get(time.toNanos(), TimeUnit.NANOSECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** Permits that can be added and, once they are free, taken back. */
    static final class Moving implements Probe {
        private final Semaphore permits;
        private int capacity;

        private Moving(int permits) {
            this.permits = new Semaphore(permits, true);
            this.capacity = permits;
        }

        int capacity() {
            return capacity;
        }

        @Override
        public int move(String target, int to) throws ProbeException {
            if (!target.equals("gate")) {
                throw new ProbeException("nothing is named " + target);
            }
            if (to > capacity) {
                permits.release(to - capacity);
            } else {
                permits.acquireUninterruptibly(capacity - to);
            }
            capacity = to;
            return capacity;
        }

        @Override
        public String mode() {
            return "agent";
        }

        @Override
        public void start() {}

        @Override
        public Optional<Observation.Sample> latest() {
            return Optional.empty();
        }

        @Override
        public Observation observe(Instant zero, Observation.Window window) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Observation finish(Instant counted, Observation.Window window) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
