package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.Busy;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Way;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.requests.Requests;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jline.terminal.Size;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What keys do at the live view of a service that is no JVM. Each view looks once a second, and no test needs the processors for it. */
@Execution(ExecutionMode.CONCURRENT)
class WatchLoopIT {

    /** Of requests/s. */
    private static final int MOVED_RATE = 187;

    private static final String LONG_NAME = "checkout".repeat(50);

    /** Where a picture has that text, that key is pressed, in a window of so many rows from then on. */
    private record Step(String text, int key, int rows) {}

    /** Who takes one step after the other, and gives up after so many pictures. */
    private static final class Person implements WatchLoop.Face {

        private static final int PATIENCE = 100;

        private final LinkedBlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
        private final List<Step> steps;
        private int done;
        private int pictures;
        private int rows;
        private String last = "";

        Person(int rows, Step... steps) {
            this.rows = rows;
            this.steps = List.of(steps);
        }

        @Override
        public int key(long millis) throws IOException {
            try {
                Integer key = keys.poll(millis, TimeUnit.MILLISECONDS);
                return key != null ? key : pictures > PATIENCE ? ENDED : NO_KEY;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public Size size() {
            return new Size(80, rows);
        }

        @Override
        public void draw(List<AttributedString> lines) {
            assertThat(lines).hasSize(rows);
            last = lines.stream()
                    .map(line -> line.toString().strip())
                    .collect(Collectors.joining(" "))
                    .replace('\u00a0', ' ');
            pictures++;
            if (done < steps.size() && last.contains(steps.get(done).text())) {
                keys.add(steps.get(done).key());
                rows = steps.get(done).rows();
                done++;
            }
        }
    }

    /** The key that ended it. */
    private static int watch(String pool, Person person) throws IOException, InterruptedException, ProbeException {
        return watch(pool, person, InstantSource.system());
    }

    private static int watch(String pool, Person person, InstantSource clock)
            throws IOException, InterruptedException, ProbeException {
        return watch(new Busy(new Adjustable(pool, Busy.WORKERS, true, "setMaximumPoolSize")), person, clock);
    }

    private static int watch(Busy service, Person person, InstantSource clock)
            throws IOException, InterruptedException, ProbeException {
        ProcessId self = ProcessId.now(ProcessHandle.current().pid());
        Inspector inspector = new Inspector("shop", self, service);
        int key = new WatchLoop(new RunningTarget(self, "shop"), Way.AGENT, inspector, service, person, clock).run();

        assertThat(person.done).as(person.last).isEqualTo(person.steps.size());
        return key;
    }

    @Test
    void theTermsOfAMoveAreShownToTheirEndHoweverLongItsNameIs() throws Exception {
        Person person = new Person(24, new Step("bound by", 'p', 24), new Step("? [y/N]", 'q', 24));

        watch(LONG_NAME, person);

        assertThat(person.last).contains("… goes from 10 to", "It comes back at the end", "is not heard for 4 s.");
    }

    @Test
    void aYesToTermsThatCannotBeReadIsNone() throws Exception {
        Person person = new Person(
                4,
                new Step("bound by", 'p', 4),
                new Step("too small", 'y', 4),
                new Step("too small", 'y', 24),
                new Step("? [y/N]", 'q', 24));

        watch(Busy.POOL, person);

        assertThat(person.last).contains("is not heard for 4 s.");
    }

    @Test
    void aYesToTermsThatCanBeReadBeginsTheProof() throws Exception {
        watch(
                Busy.POOL,
                new Person(
                        24,
                        new Step("bound by", 'p', 24),
                        new Step("? [y/N]", 'y', 24),
                        new Step("Esc breaks it off", 'q', 24)));
    }

    @Test
    void aPageIsOfTheServiceWhileNothingIsMoved() throws Exception {
        Busy service = new Busy(new Adjustable(Busy.POOL, Busy.WORKERS, true, "setMaximumPoolSize")) {
            @Override
            public Optional<Requests> requests(Window window) {
                double rate = moves.isEmpty() || moves.getLast().equals("back") ? 100 : MOVED_RATE;
                return Optional.of(new Requests(
                        Optional.of(new Requests.Count(rate, 0.1)),
                        Optional.of(new Requests.Count(60, 0.1)),
                        0,
                        "a test"));
            }
        };
        Person person = new Person(
                24,
                new Step("100 requests/s", 'p', 24),
                new Step("? [y/N]", 'y', 24),
                new Step(MOVED_RATE + " requests/s", WatchLoop.Face.ESCAPE, 24),
                new Step("broken off", 'r', 24),
                new Step("written: ", 'q', 24));

        watch(service, person, InstantSource.system());

        String pages = "headroom-" + service.observation().jvm().pid() + "-*.html";
        try (DirectoryStream<Path> written = Files.newDirectoryStream(Path.of(""), pages)) {
            Path page = written.iterator().next();
            String text = Files.readString(page);
            Files.delete(page);
            assertThat(text).contains("and 100 were measured").doesNotContain("and " + MOVED_RATE + " were");
        }
    }

    /** Freezes the picture, and ends once that many looks were forgotten meanwhile. */
    private static final class Freezing implements WatchLoop.Face {

        private static final int PATIENCE = 60;

        private final AtomicInteger forgotten;
        private final Set<String> frozen = new LinkedHashSet<>();
        private String last = "";
        private boolean pressed;
        private int pictures;

        Freezing(AtomicInteger forgotten) {
            this.forgotten = forgotten;
        }

        @Override
        public int key(long millis) throws IOException {
            if (!pressed && last.contains("bound by")) {
                pressed = true;
                forgotten.set(0);
                return ' ';
            }
            if (forgotten.get() >= 3 && pressed || pictures > PATIENCE) {
                return 'q';
            }
            try {
                Thread.sleep(millis);
                return NO_KEY;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public Size size() {
            return new Size(80, 24);
        }

        @Override
        public void draw(List<AttributedString> lines) {
            last = lines.stream().map(AttributedString::toString).collect(Collectors.joining("\n"));
            pictures++;
            if (last.contains("FROZEN")) {
                frozen.add(last);
            }
        }
    }

    /** Else everything that was seen would be kept, and a verdict would stand for hours in which nobody looked. */
    @Test
    void whileThePictureIsFrozenTheLooksGoOnAndAreForgotten() throws Exception {
        AtomicInteger forgotten = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        Busy service = new Busy(new Adjustable(Busy.POOL, Busy.WORKERS, true, "setMaximumPoolSize")) {
            @Override
            public Optional<Requests> requests(Window window) {
                return Optional.of(new Requests(
                        Optional.of(new Requests.Count(100 + looks.incrementAndGet(), 0.1)),
                        Optional.of(new Requests.Count(60, 0.1)),
                        0,
                        "a test"));
            }

            @Override
            public void forget(Instant before) {
                forgotten.incrementAndGet();
            }
        };
        ProcessId self = ProcessId.now(ProcessHandle.current().pid());
        Freezing person = new Freezing(forgotten);
        new WatchLoop(new RunningTarget(self, "shop"), Way.AGENT, new Inspector("shop", self, service), service, person)
                .run();

        assertThat(forgotten).hasValueGreaterThanOrEqualTo(3);
        assertThat(person.frozen).as("one picture all the time").hasSize(1);
    }

    /** An hour, once it has begun. */
    @Test
    void aClockThatIsSetBackHoldsNothingUp() throws Exception {
        Instant set = Instant.now().plusMillis(500);
        InstantSource clock = () -> {
            Instant now = Instant.now();
            return now.isBefore(set) ? now : now.minus(Duration.ofHours(1));
        };

        assertThat(watch(Busy.POOL, new Person(24, new Step("bound by", 'q', 24)), clock))
                .isEqualTo('q');
    }

    @Test
    void theKeyThatEndedItIsTold() throws Exception {
        Step ctrlC = new Step("looking ...", WatchLoop.Face.CTRL_C, 24);

        assertThat(watch(Busy.POOL, new Person(24, ctrlC))).isEqualTo(WatchLoop.Face.CTRL_C);
        assertThat(watch(Busy.POOL, new Person(24, new Step("looking ...", 'q', 24))))
                .isEqualTo('q');
    }
}
