package dev.headroom.probe.attach;

import java.io.BufferedReader;
import java.io.IOException;

/** Has a JVM run commands of {@code jcmd}, one after the other. */
public interface Commands extends AutoCloseable {

    /** Takes what a command prints. */
    interface Reader<T> {
        T read(BufferedReader output) throws IOException;
    }

    /** @throws IOException where the JVM refuses, or does not answer any more */
    <T> T run(String command, Reader<T> reader) throws IOException;

    /** All that it prints. */
    default String text(String command) throws IOException {
        return run(command, BufferedReader::readAllAsString);
    }

    /** The same way in, of which closing this one breaks nothing off. */
    Commands again();

    /** Ends a command that is under way. */
    @Override
    void close();
}
