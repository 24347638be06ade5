package dev.headroom.core.model.observation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The sockets of the JVM in the window, as the operating system counts them. */
public record Network(List<Listener> listeners, List<Outbound> outbound) {

    public static final Network NONE = new Network(List.of(), List.of());

    public Network {
        listeners = List.copyOf(listeners);
        outbound = List.copyOf(outbound);
    }

    /** Mean number of connections on all ports that the service has not accepted. */
    public double notAccepted() {
        return listeners.stream().mapToDouble(Listener::acceptQueue).sum();
    }

    /** Of accepted connections on all ports, the mean number of those with a request that no one has read yet. */
    public double unread() {
        return listeners.stream().mapToDouble(Listener::unread).sum();
    }

    /** Mean number of accepted connections on all ports. */
    public double accepted() {
        return listeners.stream().mapToDouble(Listener::established).sum();
    }

    /**
     * A port on which the JVM accepts connections.
     *
     * @param acceptQueue mean number of connections that the system holds and the service has not accepted
     * @param backlog the most that the accept queue may hold
     * @param overflows connections per second that were turned away because it was full (of the whole machine)
     * @param established mean number of accepted connections
     * @param unread mean number of accepted connections with a request that no one has read yet
     * @param latchedShare share of samples (0 to 1) in which the acceptor waited because the maximum of connections was reached
     * @param maximum connections that the service takes at once, as it says itself; empty where it does not
     */
    public record Listener(
            int port,
            double acceptQueue,
            int acceptQueueMax,
            int backlog,
            double overflows,
            double established,
            double unread,
            double latchedShare,
            OptionalInt maximum) {}

    /**
     * Connections of the JVM to one downstream.
     *
     * @param target {@code host:port}
     * @param opened new connections per second
     * @param handshakes TLS handshakes per second
     * @param handshakeTime mean seconds of one; 0 where none was seen
     * @param growth change of {@code established}, connections per second: new connections that were kept
     * @param inUse empty where it was not seen
     * @param callee what becomes of the calls there; empty where it is not on this machine, or was not seen
     */
    public record Outbound(
            String target,
            double established,
            double opened,
            double handshakes,
            double handshakeTime,
            double growth,
            Optional<InUse> inUse,
            Optional<Callee> callee) {}

    /**
     * How many connections have a call in flight, if each carries one at a time.
     *
     * @param connections that are open in most looks
     * @param looks at all of them
     * @param busy mean number of those with a call in flight
     * @param full share of looks (0 to 1) at which all had one; 0 where their number changes
     * @param sent segments with data that go out, 1/s: one or more for each call
     * @param received segments with data that come in, 1/s: one or more for each answer
     * @param unread mean number of those with an answer that this JVM has not read; NaN where that was not seen
     */
    public record InUse(
            int connections, int looks, double busy, double full, double sent, double received, double unread) {

        /** Mean number of calls that are not answered: who does not read an answer keeps itself waiting. */
        public double unanswered() {
            return busy - knownUnread();
        }

        /** The same as {@link #unread}, and 0 where that was not seen. */
        public double knownUnread() {
            return Double.isNaN(unread) ? 0 : unread;
        }
    }

    /**
     * Calls at their other end, whoever makes them.
     *
     * @param looks at all connections to it
     * @param unread mean number of connections with a request that nobody has read
     * @param queued share of looks (0 to 1) at which there was one
     * @param served connections with a request that was read and not answered: so many in most of those looks
     * @param same share of looks (0 to 1) at which one lay unread and so many were served
     */
    public record Callee(int looks, double unread, double queued, int served, double same) {}
}
