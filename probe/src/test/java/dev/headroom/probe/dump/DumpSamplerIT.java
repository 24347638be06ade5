package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.attach.Commands;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class DumpSamplerIT {

    private static final String DUMP = """
            2026-01-01 00:00:00
            Full thread dump OpenJDK 64-Bit Server VM (25 mixed mode, sharing):

            "ForkJoinPool-1-worker-1" #30 [100] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=5.00s tid=0x1 nid=100 waiting on condition  [0x2]
               java.lang.Thread.State: WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25/Native Method)

            """;

    private static DumpTarget target(Commands commands, int feature, DumpMemory memory) {
        long pid = ProcessHandle.current().pid();
        return new DumpTarget(
                commands, List.of(), new Jvm(pid, "25", "nobody", List.of()), feature, 1, LinuxProcess.of(pid), memory);
    }

    static final class Kept implements Receiver {

        private final BlockingQueue<Snapshot> looks = new LinkedBlockingQueue<>();
        final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
        final BlockingQueue<String> silences = new LinkedBlockingQueue<>();
        private final BlockingQueue<Long> ended = new LinkedBlockingQueue<>();

        @Override
        public void look(Snapshot look) {
            looks.add(look);
        }

        @Override
        public void thread(long id, String pool) {
            // not wanted
        }

        @Override
        public void jvm(int processors, List<String> arguments) {
            // not wanted
        }

        @Override
        public void flight(Path repository) {
            // not wanted
        }

        @Override
        public void note(String text) {
            notes.add(text);
        }

        @Override
        public void ended(long thread, Instant at) {
            ended.add(thread);
        }

        @Override
        public void silent(String why) {
            silences.add(why);
        }
    }

    private interface Check {
        void now() throws Exception;
    }

    /** Meanwhile, and then it ends. */
    private static void run(DumpSampler sampler, Check check) throws Exception {
        Thread thread = Thread.ofPlatform().start(sampler);
        try {
            check.now();
        } finally {
            sampler.stop();
            LockSupport.unpark(thread);
            thread.join();
        }
    }

    private final CountDownLatch written = new CountDownLatch(1);

    /** A machine that is short of processors takes the whole window for it: then there is no look, and no note by the sampler itself. */
    @Test
    @Timeout(60)
    void aDumpOfVirtualThreadsThatTakesTheTimeOfAllOtherLooksIsTold() throws Exception {
        DumpTarget target = target(new Slow(), 21, last -> Optional.empty());
        DumpSampler sampler = new DumpSampler(target, Optional.empty(), new Kept(), 1);
        assertThat(sampler.delay()).isEmpty();
        Thread thread = Thread.ofPlatform().start(sampler);
        try {
            while (sampler.delay().isEmpty()) {
                Thread.sleep(20);
            }

            assertThat(sampler.delay().orElseThrow())
                    .contains("the JVM was writing a dump of its virtual threads, and nothing else was looked at");
        } finally {
            written.countDown();
            sampler.stop();
            thread.join();
        }
        assertThat(sampler.delay()).isEmpty();
    }

    @Test
    @Timeout(60)
    void virtualThreadsThatWereNotDumpedAgainAreRepeated() throws Exception {
        Kept kept = new Kept();
        DumpSampler sampler =
                new DumpSampler(target(new Dumped(), 21, last -> Optional.empty()), Optional.empty(), kept, 0.01);
        run(sampler, () -> {
            assertThat(kept.looks.take().virtualThreads()).as("not yet").isEqualTo(-1);
            assertThat(dumped(kept.looks.take()).repeats()).isFalse();
            while (!dumped(kept.looks.take()).repeats()) {
                continue; // after a slow look the next dump is due at once
            }
        });
    }

    @Test
    @Timeout(60)
    void virtualThreadsThatHaveEndedAreNotRepeatedThoughWhatCarriedThemHasEndedToo() throws Exception {
        Kept kept = new Kept();
        Dumped jvm = new Dumped();
        DumpSampler sampler = new DumpSampler(target(jvm, 21, last -> Optional.empty()), Optional.empty(), kept, 1);
        run(sampler, () -> {
            kept.looks.take();
            assertThat(dumped(kept.looks.take()).repeats()).isFalse();
            jvm.ended = true;

            Snapshot last = kept.looks.take();
            while (last.repeats() || last.virtualThreads() != 0) {
                last = kept.looks.take();
            }

            assertThat(last.pools()).noneMatch(PoolLook::dumped);
        });
    }

    @Test
    @Timeout(60)
    void virtualThreadsComeBackWhereTheJvmIsLateOnce() throws Exception {
        Kept kept = new Kept();
        Dumped jvm = new Dumped();
        DumpSampler sampler = new DumpSampler(target(jvm, 21, last -> Optional.empty()), Optional.empty(), kept, 1);
        run(sampler, () -> {
            kept.looks.take();
            assertThat(dumped(kept.looks.take()).repeats()).isFalse();
            jvm.late = true;
            assertThat(kept.notes.take()).startsWith("virtual threads were not looked at for some seconds: ");
            jvm.late = false;
            kept.looks.clear();

            while (dumped(kept.looks.take()).repeats()) {
                assertThat(kept.notes).isEmpty();
            }
            jvm.late = true;
            kept.notes.take();
            assertThat(kept.notes.take()).startsWith("virtual threads are not seen");
        });
    }

    /** The dump has some 400 bytes. */
    @Test
    @Timeout(60)
    void noDumpIsTakenWhereTheServiceHasNoMemoryForIt() throws Exception {
        BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
        DumpTarget target = target(new Dumped(), 20, last -> {
            asked.add(last);
            return last == 0 ? Optional.empty() : Optional.of("full");
        });
        Kept kept = new Kept();
        DumpSampler sampler = new DumpSampler(target, Optional.empty(), kept, 0.01);
        run(sampler, () -> {
            assertThat(asked.take()).isZero();
            assertThat(asked.take()).isBetween(300L, 600L);
            asked.take(); // it asks again
            assertThat(kept.looks).hasSize(1);
            assertThat(kept.notes).containsExactly("thread dumps were left out: full");
            assertThat(sampler.failure()).hasValue("full");
        });
    }

    @Test
    void overJmxADumpTakesNoMoreThanATenthOfTheFreeHeap() {
        assertThat(DumpMemory.inHeap(40_960 * 10, 10, 0)).isEmpty();
        assertThat(DumpMemory.inHeap(40_960 * 10 - 10, 10, 0)).isPresent();
        assertThat(DumpMemory.inHeap(30_000, 10, 1_000)).isEmpty();
        assertThat(DumpMemory.inHeap(29_990, 10, 1_000))
                .contains("0 MB of the service's heap are free, and a thread dump over JMX may take 1 MB of it,"
                        + " more than a tenth");
    }

    @Test
    void byTheAttachSocketTwiceTheDumpHasToBeLeft() {
        assertThat(DumpMemory.outside(OptionalLong.of(2_000), 1_000)).isEmpty();
        assertThat(DumpMemory.outside(OptionalLong.of(1_999), 1_000)).isPresent();
        assertThat(DumpMemory.outside(OptionalLong.empty(), 1_000)).isEmpty();
    }

    /** Somebody else's heap dump lasts longer than an answer is waited for. */
    @Test
    @Timeout(60)
    void aJvmThatAnswersLateOnceIsLookedAtAgain() throws Exception {
        Kept kept = new Kept();
        Late jvm = new Late();
        DumpSampler sampler = new DumpSampler(target(jvm, 20, last -> Optional.empty()), Optional.empty(), kept, 0.01);
        Thread thread = Thread.ofPlatform().start(sampler);
        try {
            kept.looks.take();
            jvm.late = true;
            assertThat(kept.silences.take()).isEqualTo("the JVM makes no thread dump: too late");
            jvm.late = false;
            kept.looks.clear();
            LockSupport.unpark(thread);

            assertThat(kept.looks.take().pools()).isNotEmpty();
            assertThat(sampler.failure()).isEmpty();
            assertThat(kept.notes.take()).matches("the JVM made no thread dump for \\d+ s");
        } finally {
            sampler.stop();
            LockSupport.unpark(thread);
            thread.join();
        }
    }

    @Test
    @Timeout(60)
    void aJvmThatNeverAnswersIsGivenUp() throws Exception {
        Late jvm = new Late();
        jvm.late = true;
        DumpSampler sampler =
                new DumpSampler(target(jvm, 20, last -> Optional.empty()), Optional.empty(), new Kept(), 0.01);

        sampler.run();

        assertThat(sampler.failure()).hasValue("too late");
    }

    @Test
    @Timeout(60)
    void aThreadThatIsInNoDumpAnyMoreHasEnded() throws Exception {
        Kept kept = new Kept();
        Late jvm = new Late();
        run(new DumpSampler(target(jvm, 20, last -> Optional.empty()), Optional.empty(), kept, 0.01), () -> {
            kept.looks.take();
            jvm.dump = DUMP.replace("#30", "#31");

            assertThat(kept.ended.take()).isEqualTo(30);
            assertThat(kept.ended).isEmpty();
        });
    }

    private static Snapshot dumped(Snapshot look) {
        assertThat(look.pools())
                .filteredOn(PoolLook::dumped)
                .extracting(PoolLook::kind)
                .containsExactly(StationKind.VIRTUAL_THREADS);
        return look;
    }

    /** Its dump of virtual threads is so dear that the next one comes after many looks. */
    private static final class Dumped implements Answering {

        private static final String VIRTUAL = """
                {"threadDump": {"threadContainers": [{"threads": [
                {"tid": "7", "virtual": true, "state": "WAITING", "name": "", "stack": ["shop.Quay.claim(Quay.java:7)"]}]}]}}""";

        private static final String NONE = """
                {"threadDump": {"threadContainers": [{"threads": []}]}}""";

        private volatile boolean ended;
        private volatile boolean late;

        @Override
        public <T> T run(String command, Reader<T> reader) throws IOException {
            if (command.startsWith("Thread.print")) {
                String dump = ended ? DUMP.replace("ForkJoinPool-1-worker-1", "main") : DUMP;
                return reader.read(new BufferedReader(new StringReader(dump)));
            }
            if (late) {
                throw new IOException("too late");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            Files.writeString(
                    Path.of(command.substring(command.lastIndexOf(' ') + 1)),
                    ended ? NONE : VIRTUAL,
                    StandardOpenOption.WRITE);
            return reader.read(new BufferedReader(new StringReader("Created")));
        }
    }

    private static final class Late implements Answering {

        private volatile boolean late;
        private volatile String dump = DUMP;

        @Override
        public <T> T run(String command, Reader<T> reader) throws IOException {
            if (late) {
                throw new IOException("too late");
            }
            return reader.read(new BufferedReader(new StringReader(dump)));
        }
    }

    private final class Slow implements Answering {

        @Override
        public <T> T run(String command, Reader<T> reader) throws IOException {
            if (!command.startsWith("Thread.print")) {
                try {
                    written.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return reader.read(new BufferedReader(new StringReader(DUMP)));
        }
    }
}
