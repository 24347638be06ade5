package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.cli.live.RunningTarget;
import dev.headroom.cli.live.WatchLoop;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Way;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jline.terminal.Size;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The live view, with keys that a test presses. */
@Tag("alone")
class WatchIT extends AtTheDesk {

    @Test
    @Tag("nightly")
    void pMovesTheLimitPutsItBackAndTheVerdictIsProvedWithItsFigures() throws Exception {
        load();
        try (Person person = new Person(Way.AGENT)) {
            person.sees("bound by pool-");
            person.press("p");
            person.sees("Move pool-", "? [y/N]", "at most", "more load", "at the end");
            person.press("y");
            person.sees("pool-", ", moved, ", " left at the most; Esc breaks it off");
            person.sees("pool-", ", as it was, ", " left at the most");
            person.sees("(proved)", "Proved: raised from 4 to ", "elasticity");
            person.press("q");
            person.leaves();
        }
        assertPutBack();
    }

    @Test
    void qInTheMiddleOfAProofPutsTheLimitBack() throws Exception {
        load();
        try (Person person = new Person(Way.AGENT)) {
            person.sees("bound by pool-");
            person.press("py");
            person.sees("pool-", ", moved, ");
            person.press("q");
            person.leaves();
            assertPutBack();
        }
    }

    private void assertPutBack() throws Exception {
        List<String> moves = List.of();
        for (int i = 0; i < 1_000 && !isPutBack(moves); i++) { // the JVM writes its log by and by
            Thread.sleep(20);
            moves = Files.readString(folder.resolve("desk.log"))
                    .lines()
                    .filter(line -> line.contains(" by threads that take from its queue"))
                    .toList();
        }
        assertThat(moves).isNotEmpty();
        assertThat(moves.getFirst()).contains(" from " + WORKERS + " to ");
        assertThat(isPutBack(moves)).as("%s", moves).isTrue();
    }

    private static boolean isPutBack(List<String> moves) {
        return moves.size() >= 2 && moves.getLast().matches(".* to " + WORKERS + "\\b.*");
    }

    @Tag("nightly")
    @Test
    void namesAreFilteredAndWithoutTheAgentNothingIsMoved() throws Exception {
        load();
        try (Person person = new Person(Way.DUMP)) {
            person.sees("pool-1 ", "q end");
            person.press("/nosuch");
            person.sees("/nosuch_", "none of that name");
            person.press("\r");
            person.sees("/nosuch Esc all");
            person.press("\033");
            person.sees("pool-1 ", "/ filter");
            person.press("d");
            person.sees(" at Desk.lambda$main$0:", "sleeping");
            person.press("p");
            person.sees("p moves a limit by the agent: `headroom watch " + pid + " --agent`");
            person.press("q");
            person.leaves();
        }
    }

    @Test
    void theEndOfTheJvmIsSaid() throws Exception {
        try (Person person = new Person(Way.DUMP)) {
            person.sees("looking ...");
            desk.destroyForcibly().waitFor();
            assertThatThrownBy(person::leaves)
                    .rootCause()
                    .isInstanceOf(ProbeException.class)
                    .hasMessageContaining("has ended");
        }
    }

    /** Who presses keys and reads what is drawn. */
    private final class Person implements WatchLoop.Face, AutoCloseable {

        private final BlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
        private final Probe probe;
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Future<?> watching;

        Person(Way way) throws ProbeException, InterruptedException {
            long process = Long.parseLong(pid);
            probe = way.open(ProcessId.now(process));
            probe.start();
            WatchLoop loop = new WatchLoop(
                    new RunningTarget(ProcessId.now(process), "desk"),
                    way,
                    new Inspector("desk", ProcessId.now(process), probe),
                    probe,
                    this);
            watching = thread.submit(() -> {
                loop.run();
                return null;
            });
        }

        void press(String typed) {
            typed.chars().forEach(keys::add);
        }

        /** Waits for a picture with all of these. */
        void sees(String... texts) throws InterruptedException {
            String last = "nothing";
            Instant giveUp = Instant.now().plusSeconds(90);
            for (String frame = next(); frame != null && Instant.now().isBefore(giveUp); frame = next()) {
                last = frame;
                if (List.of(texts).stream().allMatch(frame::contains)) {
                    return;
                }
            }
            throw new AssertionError(List.of(texts) + " was not drawn, but:\n" + last);
        }

        private String next() throws InterruptedException {
            return frames.poll(watching.isDone() ? 0 : 60, TimeUnit.SECONDS);
        }

        void leaves() throws Exception {
            watching.get(60, TimeUnit.SECONDS);
        }

        @Override
        public int key(long millis) {
            try {
                Integer key = keys.poll(millis, TimeUnit.MILLISECONDS);
                return key == null ? NO_KEY : key;
            } catch (InterruptedException e) {
                return ENDED;
            }
        }

        @Override
        public Size size() {
            return new Size(120, 40);
        }

        @Override
        public void draw(List<AttributedString> lines) {
            frames.add(lines.stream().map(AttributedString::toString).collect(Collectors.joining("\n")));
        }

        @Override
        public void close() {
            thread.shutdownNow();
            thread.close();
            probe.close();
        }
    }
}
