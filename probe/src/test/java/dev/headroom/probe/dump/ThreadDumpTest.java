package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.dump.DumpedThread.How;
import dev.headroom.probe.threads.Frame;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps that JDKs printed of a program with two threads in a deadlock, one that holds a semaphore's monitor and one that wants it. */
class ThreadDumpTest {

    private static final int MOST_LINES = 2_000_000;

    static ThreadDump dump(String release) throws IOException {
        try (BufferedReader text = Files.newBufferedReader(Path.of("src/test/resources/dumps", release + ".txt"))) {
            return new ThreadDump.Parser().parse(text);
        }
    }

    static DumpedThread named(ThreadDump dump, String name) {
        return dump.threads().stream()
                .filter(thread -> thread.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " among " + dump.threads()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "25"})
    void whoHoldsAMonitorAndWhoWantsItIsOneObject(String release) throws IOException {
        ThreadDump dump = dump(release);
        DumpedThread waiter = named(dump, "waiter");
        assertThat(waiter.state()).isEqualTo(Thread.State.BLOCKED);
        assertThat(waiter.how()).isEqualTo(How.ENTERS);
        assertThat(waiter.waitsFor().orElseThrow().type()).isEqualTo("java.util.concurrent.Semaphore");
        assertThat(waiter.frames().getFirst()).isEqualTo(new Frame("shop.Dead.wants", 6, false));
        assertThat(named(dump, "holder").holds())
                .containsExactly(waiter.waitsFor().get());
        assertThat(dump.deadlocked()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "25"})
    void whoWaitsToBeNotifiedHoldsNothing(String release) throws IOException {
        DumpedThread notified = named(dump(release), "notified");
        assertThat(notified.how()).isEqualTo(How.AWAITS_NOTICE);
        assertThat(notified.waitsFor().orElseThrow().type()).isEqualTo("java.lang.Class");
        assertThat(notified.holds()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "25"})
    void parkedThreadsTellForWhatAndLambdasAreNoFrames(String release) throws IOException {
        DumpedThread parked = named(dump(release), "parked \"in\" quotes");
        assertThat(parked.how()).isEqualTo(How.IS_PARKED);
        assertThat(parked.waitsFor().orElseThrow().type()).isEqualTo("java.util.concurrent.Semaphore$NonfairSync");
        assertThat(parked.cpu()).isNotEmpty();
        assertThat(parked.frames().getFirst().isNative()).isTrue();
        assertThat(parked.frames().getFirst().line()).isEqualTo(Stack.LIBRARY);
        assertThat(parked.frames()).noneMatch(frame -> frame.method().contains("$$Lambda"));
    }

    @Test
    void aThreadHasTheNumberByWhichTheKernelKnowsIt() throws IOException {
        assertThat(named(dump("17"), "main").kernelId()).isEqualTo(0x1f07);
        assertThat(named(dump("25"), "main").kernelId()).isEqualTo(8122);
    }

    private static DumpedThread only(String text) throws IOException {
        return new ThreadDump.Parser()
                .parse(new BufferedReader(new StringReader(text)))
                .threads()
                .getFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.34", "0,34"})
    void processorTimeIsReadAsTheLocaleOfTheProcessPrintsIt(String cpu) throws IOException {
        assertThat(only("\"orders-1\" #31 [4711] prio=5 os_prio=0 cpu=%sms elapsed=8s tid=0x1 nid=4711 runnable\n"
                                .formatted(cpu))
                        .cpu())
                .isEqualTo(cpu);
    }

    @ParameterizedTest
    @CsvSource({"WAITING (on object monitor), AWAITS_NOTICE", "BLOCKED (on object monitor), ENTERS"})
    void whoWaitsForNoticeOfAnObjectThatCompiledCodeDoesNotTellGaveUpTheOneThatItLockedLast(String state, How how)
            throws IOException {
        DumpedThread waiter = only("""
                "orders-1" #31 [4711] prio=5 os_prio=0 cpu=0.34ms elapsed=8s tid=0x1 nid=4711 in Object.wait()
                   java.lang.Thread.State: %s
                \tat java.lang.Object.wait0(java.base@25/Native Method)
                \t- waiting on <no object reference available>
                \tat java.lang.Object.wait(java.base@25/Object.java:389)
                \tat shop.Queue.take(Queue.java:9)
                \t- eliminated <0x00000000000000cc> (a java.lang.StringBuffer)
                \t- locked <0x00000000000000aa> (a shop.Queue)
                \tat shop.Orders.next(Orders.java:7)
                \t- locked <0x00000000000000aa> (a shop.Queue)
                \t- locked <0x00000000000000bb> (a shop.Orders)
                """.formatted(state));
        assertThat(waiter.waitsFor()).contains(new Lock(0xaa, "shop.Queue"));
        assertThat(waiter.how()).isEqualTo(how);
        assertThat(waiter.holds()).containsExactly(new Lock(0xbb, "shop.Orders"));
    }

    @Test
    void aLockThatTheCompilerLeftOutIsNeitherHeldNorWaitedFor() throws IOException {
        DumpedThread owner = only("""
                "orders-1" #31 [4711] prio=5 os_prio=0 cpu=0.34ms elapsed=8s tid=0x1 nid=4711 runnable
                   java.lang.Thread.State: RUNNABLE
                \tat shop.Orders.find(Orders.java:12)
                \t- eliminated <0x00000000000000aa> (a shop.Orders)
                \t- eliminated <owner is scalar replaced> (a java.lang.StringBuffer)
                \tat shop.Orders.all(Orders.java:7)
                \t- locked <0x00000000000000aa> (a shop.Orders)
                """);
        assertThat(owner.how()).isEqualTo(How.NOT);
        assertThat(owner.waitsFor()).isEmpty();
        assertThat(owner.holds()).containsExactly(new Lock(0xaa, "shop.Orders"));
    }

    @Test
    void theFramesOfAMountedVirtualThreadAreNotItsCarriers() throws IOException {
        DumpedThread carrier = named(dump("25"), "ForkJoinPool-1-worker-1");
        assertThat(carrier.frames()).extracting(Frame::method).contains("jdk.internal.vm.Continuation.run");
        assertThat(carrier.frames()).noneMatch(frame -> frame.method().startsWith("shop."));
    }

    @Test
    void whatIsNoDumpHasNoThreads() throws IOException {
        try (BufferedReader text = new BufferedReader(new StringReader("java.lang.IllegalArgumentException\n\tat x"))) {
            assertThat(new ThreadDump.Parser().parse(text).threads()).isEmpty();
        }
    }

    /** Each within what a socket lets through, 256 MB. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\tat %d",
                "\"a\" #%d prio=5 cpu=1.00ms ",
                "\t- locked <0x%x> (a a)",
            })
    void whoPrintsThreadsFramesOrLocksWithoutEndDoesNotFillOurMemory(String line) {
        long[] printed = {0};
        BufferedReader endless = new BufferedReader(Reader.nullReader()) {
            private final Deque<String> lines = new ArrayDeque<>();

            @Override
            public @Nullable String readLine() {
                if (lines.isEmpty()) {
                    lines.addAll(line.formatted(printed[0]++).lines().toList());
                }
                return printed[0] > MOST_LINES ? null : lines.remove();
            }
        };
        assertThatThrownBy(() -> new ThreadDump.Parser().parse(endless))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 200 MB of Headroom's memory");
    }

    @Tag("nightly")
    @Test
    void aDumpOfManyThreadsIsReadAgainAndAgain() throws IOException {
        String text = IntStream.range(0, 60_000)
                .mapToObj(i -> "\"worker-%1$d\" #%1$d prio=5 \n\tat shop.Orders.find(Orders.java:%1$d)\n".formatted(i))
                .collect(Collectors.joining());
        ThreadDump.Parser parser = new ThreadDump.Parser();
        for (int again = 0; again < 4; again++) {
            assertThat(parser.parse(new BufferedReader(new StringReader(text))).threads())
                    .hasSize(60_000);
        }
    }

    @Test
    void aNameWithoutEndIsCut() throws IOException {
        String text = "\"" + "x".repeat(100_000) + "\" #1 prio=5 \n";
        ThreadDump dump = new ThreadDump.Parser().parse(new BufferedReader(new StringReader(text)));
        assertThat(dump.threads().getFirst().name()).hasSize(500);
    }
}
