package dev.headroom.agent;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The doors of this JVM, found by the threads that stand at them. */
final class Doors {

    private static final String ACCEPTOR = "-Acceptor";

    /** @param name of the connector, which the names of its threads begin with: {@code http-nio-8080} */
    private record Named(String name, Door door) {}

    private final List<Named> known = new ArrayList<>();

    /** Called once for each new thread. */
    void meet(Thread thread) {
        String name = thread.getName();
        if (name.endsWith(ACCEPTOR)) {
            String connector = name.substring(0, name.length() - ACCEPTOR.length());
            Owners.task(thread).flatMap(Door::of).ifPresent(door -> known.add(new Named(connector, door)));
        }
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(known.size());
        for (Named named : known) {
            Door door = named.door();
            out.writeUTF(named.name());
            out.writeInt(door.port());
            out.writeInt(door.maximum());
            out.writeLong(door.connections());
            out.writeLong(door.requests());
            out.writeLong(door.milliseconds());
        }
    }
}
