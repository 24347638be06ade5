package dev.headroom.agent.sampling;

import dev.headroom.agent.pools.Owners;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The connectors of this JVM, found by the threads that stand at them. */
final class Connectors {

    /** What the name of such a thread ends with. */
    private static final String ACCEPTOR = "-Acceptor";

    /** @param name of the connector, which the names of its threads begin with: {@code http-nio-8080} */
    private record Named(String name, Connector connector) {}

    private final List<Named> known = new ArrayList<>();

    /** Called once for each new thread. */
    void meet(Thread thread) {
        String name = thread.getName();
        if (name.endsWith(ACCEPTOR)) {
            String connector = name.substring(0, name.length() - ACCEPTOR.length());
            Owners.task(thread).flatMap(Connector::of).ifPresent(found -> known.add(new Named(connector, found)));
        }
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(known.size());
        for (Named named : known) {
            Connector connector = named.connector();
            out.writeUTF(named.name());
            out.writeInt(connector.port());
            out.writeInt(connector.maximum());
            out.writeLong(connector.connections());
            out.writeLong(connector.requests());
            out.writeLong(connector.errors());
            out.writeLong(connector.milliseconds());
        }
    }
}
