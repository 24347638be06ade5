package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.sockets.TcpCounters;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections as the kernel would tell of them, in a time of their own: each client sends a request, is answered after the service's time, thinks, and sends the next.
 *
 * @param offset seconds by which each begins after the one before
 * @param tick of the kernel's clock, seconds
 */
record SimulatedClients(int clients, double service, double think, double offset, double tick) {

    private static final int PORT = 8080;

    private double cycle() {
        return service + think;
    }

    /** Mean number of requests in flight. */
    double inFlight() {
        return clients * service / cycle();
    }

    double perSecond() {
        return clients / cycle();
    }

    /** At a time after all have begun. */
    List<TcpCounters> at(double seconds) {
        List<TcpCounters> now = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            double since = seconds - i * offset;
            long begun = (long) Math.floor(since / cycle()) + 1;
            double phase = since - (begun - 1) * cycle();
            boolean answered = phase >= service;
            double received = seconds - phase;
            double sent = answered ? received + service : received - think;
            now.add(connection(i, begun, answered ? begun : begun - 1, ago(seconds, received), ago(seconds, sent)));
        }
        return now;
    }

    /** The kernel keeps the tick in which something was, and tells milliseconds. */
    private long ago(double now, double then) {
        return Math.round((Math.floor(now / tick) - Math.floor(then / tick)) * tick * 1e3);
    }

    private static TcpCounters connection(int number, long in, long out, long received, long sent) {
        return Connections.established(
                Connections.id(PORT, number), number + 1, 100 * out, sent, received, Math.min(sent, received), in, out);
    }
}
