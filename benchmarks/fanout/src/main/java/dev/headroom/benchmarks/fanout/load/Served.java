package dev.headroom.benchmarks.fanout.load;

import java.time.Duration;

/** A service and the downstream that it calls. */
record Served(Subject subject, Running service, Running downstream) implements AutoCloseable {
    static Served start(Place place, Subject subject, String... downstreamSettings) throws Exception {
        String log = subject.name().replaceAll("\\W+", "-");
        int below = Place.freePort();
        Running downstream = Running.start(
                place.downstream(below, downstreamSettings),
                below,
                place.out().resolve("downstream-of-" + log + ".log"),
                true);
        try {
            int port = Place.freePort();
            Running service = Running.start(
                    subject.command(place, port, "http://127.0.0.1:" + below),
                    port,
                    place.out().resolve(log + ".log"),
                    subject.jar().isPresent());
            return new Served(subject, service, downstream);
        } catch (Throwable failed) {
            downstream.close();
            throw failed;
        }
    }

    /** Users that enter over the ramp. */
    dev.headroom.load.RunningLoad closed(int users, Duration rampUp, Duration duration) {
        return Loads.closed(service.uri(subject.path()), users, rampUp, duration);
    }

    @Override
    public void close() throws InterruptedException {
        service.close();
        downstream.close();
    }
}
