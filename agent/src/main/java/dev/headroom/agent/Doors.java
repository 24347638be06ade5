package dev.headroom.agent;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The doors of this JVM, found by the threads that stand at them. */
final class Doors {

    private final List<Door> known = new ArrayList<>();

    /** Called once for each new thread. */
    void meet(Thread thread) {
        if (thread.getName().endsWith("-Acceptor")) {
            Owners.task(thread).flatMap(Door::of).ifPresent(known::add);
        }
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(known.size());
        for (Door door : known) {
            out.writeInt(door.port());
            out.writeInt(door.maximum());
            out.writeLong(door.connections());
            out.writeLong(door.requests());
            out.writeLong(door.milliseconds());
        }
    }
}
