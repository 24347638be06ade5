package dev.headroom.agent.sampling;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.catalogue.Catalogue.Entry;
import dev.headroom.agent.pools.Owners;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ports on which servers of this JVM accept connections, found by the threads that stand at them, as their own endpoints count them: exact figures of what the kernel and the
 * stacks can only tell from outside. A worker that finds the next request of its connection already there goes on with it in the same task, so the executor counts fewer
 * tasks than there were requests; this counts requests. What is asked, by which name, stands in the server's file.
 */
final class Connectors {

    /** What the name of such a thread ends with. */
    private static final String ACCEPTOR = "-Acceptor";

    /**
     * @param name that the names of its threads begin with: {@code http-nio-8080}
     * @param acceptor weak: one that is stopped goes, with the service's classes
     */
    record Connector(String name, WeakReference<Object> acceptor, Entry entry) {
        long ask(String what) {
            Object its = acceptor.get();
            return its == null ? -1 : entry.chain(what).number(its, null);
        }

        boolean isGone() {
            return acceptor.get() == null;
        }
    }

    private final List<Connector> known = new ArrayList<>();
    private final Catalogue catalogue;

    Connectors(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Called once for each new thread. */
    void meet(Thread thread) {
        String name = thread.getName();
        if (name.endsWith(ACCEPTOR)) {
            String connector = name.substring(0, name.length() - ACCEPTOR.length());
            Owners.task(thread).flatMap(task -> of(connector, task)).ifPresent(known::add);
        }
    }

    /** Empty where {@code task} is no acceptor that is known, or of one that does not tell. */
    private Optional<Connector> of(String name, Object task) {
        return catalogue
                .with("acceptor")
                .filter(entry -> task.getClass().getName().equals(entry.get("acceptor")))
                .map(entry -> new Connector(name, new WeakReference<>(task), entry))
                .filter(connector -> connector.ask("requests") >= 0)
                .findFirst();
    }

    void write(DataOutputStream out) throws IOException {
        known.removeIf(Connector::isGone);
        out.writeInt(known.size());
        for (Connector connector : known) {
            out.writeUTF(connector.name());
            out.writeInt((int) connector.ask("port"));
            out.writeInt((int) Math.max(-1, connector.ask("maximum"))); // -1 where there is no bound
            for (String count : List.of("connections", "requests", "errors", "milliseconds")) {
                out.writeLong(connector.ask(count));
            }
        }
    }
}
