package dev.headroom.probe.dump;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import dev.headroom.probe.attach.Commands;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.look.Snapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The answers to {@code JFR.start} and {@code JFR.configure}. There is no exception: there is no recording then, and a note says why. */
public final class AnswersFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        String said = new String(input, StandardCharsets.UTF_8);
        Harm.none(input.length, () -> new JcmdFlight(new Saying(said), Optional.empty(), new Nobody()).keep());
    }

    private record Saying(String said) implements Commands {

        @Override
        public <T> T run(String command, Reader<T> reader) throws IOException {
            return reader.read(new BufferedReader(new StringReader(said)));
        }

        @Override
        public Commands again() {
            return this;
        }

        @Override
        public void close() {
            // nothing is under way
        }
    }

    private static final class Nobody implements Receiver {

        @Override
        public void look(Snapshot look) {
            throw new AssertionError("no look");
        }

        @Override
        public void thread(long id, String pool) {
            throw new AssertionError("no thread");
        }

        @Override
        public void jvm(int processors, List<String> arguments) {
            throw new AssertionError("no JVM");
        }

        @Override
        public void flight(Path repository) {
            // which is looked at where it is opened
        }

        @Override
        public void note(String text) {
            // for the reader
        }
    }
}
