package dev.headroom.agent.sampling;

import dev.headroom.agent.catalogue.Catalogue;
import java.util.Optional;

/**
 * A port on which a server accepts connections, as its own endpoint counts them: exact figures of what the kernel and the stacks can only tell from
 * outside. A worker that finds the next request of its connection already there goes on with it in the same task, so the executor counts fewer
 * tasks than there were requests; this counts requests. What is asked, by which name, stands in the server's file.
 */
final class Connector {

    private final Object acceptor;
    private final Catalogue.Entry entry;

    private Connector(Object acceptor, Catalogue.Entry entry) {
        this.acceptor = acceptor;
        this.entry = entry;
    }

    /** Empty where {@code task} is no acceptor that is known, or of one that does not tell. */
    static Optional<Connector> of(Object task) {
        return Catalogue.packed()
                .with("acceptor")
                .filter(entry -> task.getClass().getName().equals(entry.get("acceptor")))
                .map(entry -> new Connector(task, entry))
                .filter(connector -> connector.requests() >= 0)
                .findFirst();
    }

    int port() {
        return (int) ask("port");
    }

    /** Most connections at once; -1 where there is no bound. */
    int maximum() {
        return (int) Math.max(-1, ask("maximum"));
    }

    long connections() {
        return ask("connections");
    }

    /** Requests answered since the start. */
    long requests() {
        return ask("requests");
    }

    /** Of these, those with a status of 400 or more. */
    long errors() {
        return ask("errors");
    }

    /** Milliseconds that these took together, each from its first byte read to its answer. */
    long milliseconds() {
        return ask("milliseconds");
    }

    private long ask(String what) {
        return entry.chain(what).number(acceptor, null);
    }
}
