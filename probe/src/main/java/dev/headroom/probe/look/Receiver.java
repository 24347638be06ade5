package dev.headroom.probe.look;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Takes what an agent tells. Called from one thread. */
public interface Receiver {

    void look(Snapshot look);

    /** The thread of that id works for that pool, from now on. */
    void thread(long id, String pool);

    /** It has ended by then; what was recorded of it may come later. */
    default void ended(long thread, Instant at) {}

    /**
     * @param processors that the JVM believes it has
     * @param arguments of the JVM
     */
    void jvm(int processors, List<String> arguments);

    /** The JVM writes a flight recording below this folder. */
    void flight(Path repository);

    void note(String text);

    /** No look comes until that is over. */
    default void silent(String why) {}
}
