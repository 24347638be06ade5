package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.look.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Speaks as the agent does, by the comment of its {@code Wire}. */
class AgentStreamTest {

    private static final int NOT_WALKED = -1;
    private static final int ASLEEP = 0;
    private static final int READS = 1;
    private static final int COMPUTES = 2;
    private static final long[][] NOBODY = {};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private long second;

    /** Threads that have ended when the next sample is taken. */
    private long[] leaving = {};

    private final List<String> ended = new ArrayList<>();

    private void begin(String pool, int threads) throws IOException {
        out.writeByte('P');
        out.writeInt(0);
        out.writeUTF("org.apache.tomcat.util.threads.ThreadPoolExecutor");
        out.writeUTF(pool);
        out.writeBoolean(false);
        out.writeByte(1);
        out.writeUTF("setMaximumPoolSize");
        out.writeUTF("");
        stack(Thread.State.RUNNABLE, COMPUTES, "a.Rates.load");
        stack(ASLEEP, "java.lang.Thread.sleep0", "java.lang.Thread.sleep");
        stack(READS, "sun.nio.ch.NioSocketImpl.park", "sun.nio.ch.NioSocketImpl.read");
        for (int thread = 0; thread < threads; thread++) {
            out.writeByte('T');
            out.writeLong(thread);
            out.writeInt(0);
            out.writeUTF(pool);
            out.writeBoolean(false);
        }
    }

    private void stack(int number, String... frames) throws IOException {
        stack(Thread.State.TIMED_WAITING, number, frames);
    }

    private void stack(Thread.State state, int number, String... frames) throws IOException {
        out.writeByte('K');
        out.writeInt(number);
        out.writeByte(state.ordinal());
        out.writeUTF("");
        out.writeInt(-1);
        out.writeShort(frames.length);
        for (String frame : frames) {
            out.writeUTF(frame);
            out.writeInt(-1);
        }
    }

    /** A second after the last one; {@code requests} that took one second each were answered by then. */
    private void sample(long[][] moved, long[][] found, int size, long tasks, long requests) throws IOException {
        sample(moved, found, size, tasks, requests, new double[0], true);
    }

    /** @param virtual how many virtual threads stand at each stack */
    private void sample(
            long[][] moved, long[][] found, int size, long tasks, long requests, double[] virtual, boolean atOnce)
            throws IOException {
        out.writeByte('S');
        out.writeLong(second++ * 1_000_000);
        out.writeLong(0);
        out.writeLong(0);
        out.writeLong(virtual.length == 0 ? -1 : 60);
        for (long[][] places : List.of(moved, found)) {
            out.writeInt(places.length);
            for (long[] place : places) {
                out.writeLong(place[0]);
                out.writeInt((int) place[1]);
                out.writeLong(place.length > 2 ? place[2] : 0);
            }
        }
        out.writeInt(leaving.length);
        for (long thread : leaving) {
            out.writeLong(thread);
        }
        out.writeInt(1);
        for (int figure : new int[] {0, size, 200, size, 0}) {
            out.writeInt(figure);
        }
        out.writeLong(tasks);
        out.writeInt(1);
        out.writeUTF("http-nio-8080");
        out.writeInt(8080);
        out.writeInt(80);
        out.writeLong(80);
        out.writeLong(requests);
        out.writeLong(requests / 2);
        out.writeLong(requests * 1_000);
        out.writeBoolean(atOnce);
        out.writeInt(virtual.length);
        for (int stack = 0; stack < virtual.length; stack++) {
            out.writeInt(-1);
            out.writeInt(stack);
            out.writeDouble(virtual[stack]);
        }
        out.writeInt(0); // limits
        out.writeInt(0); // threads that wait for each other
    }

    private List<Snapshot> looks() throws IOException {
        List<Snapshot> looks = new ArrayList<>();
        stream(looks).run();
        return looks;
    }

    private AgentStream stream(List<Snapshot> looks) {
        return stream(looks, Secrets::hideIn);
    }

    private AgentStream stream(List<Snapshot> looks, UnaryOperator<String> redactor) {
        return new AgentStream(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())),
                new Receiver() {
                    @Override
                    public void look(Snapshot look) {
                        looks.add(look);
                    }

                    @Override
                    public void thread(long id, String pool) {
                        assertThat(pool).isEqualTo("tomcat-8080");
                    }

                    @Override
                    public void ended(long thread, Instant at) {
                        ended.add(thread + " by " + at.getEpochSecond());
                    }

                    @Override
                    public void jvm(int processors, List<String> arguments) {
                        throw new AssertionError("not sent");
                    }

                    @Override
                    public void flight(Path repository) {
                        throw new AssertionError("not sent");
                    }

                    @Override
                    public void note(String text) {
                        throw new AssertionError("not sent: " + text);
                    }
                },
                new Moving(OutputStream.nullOutputStream()),
                redactor);
    }

    @Test
    void aThreadThatHasEndedIsTold() throws IOException {
        begin("http-nio-8080-exec-1", 2);
        sample(NOBODY, NOBODY, 2, 0, 0);
        leaving = new long[] {1};
        sample(NOBODY, NOBODY, 1, 0, 0);
        looks();
        assertThat(ended).containsExactly("1 by 1");
    }

    @Test
    void virtualThreadsStandForThoseThatWaitForTheSameAndTheLookTellsWhetherItIsOneMoment() throws IOException {
        begin("http-nio-8080-exec-1", 0);
        sample(NOBODY, NOBODY, 0, 0, 0, new double[] {53, 7}, true);
        sample(NOBODY, NOBODY, 0, 0, 0, new double[] {45, 15}, false);
        List<Snapshot> looks = looks();
        assertThat(looks)
                .extracting(Snapshot::virtual)
                .containsExactly(Snapshot.Virtual.AT_ONCE, Snapshot.Virtual.IN_TURN);
        assertThat(looks.getFirst().pools().getLast().stacks().values()).containsExactlyInAnyOrder(53.0, 7.0);
    }

    @Test
    void moreVirtualThreadsThanThereAreAreRefused() throws IOException {
        begin("http-nio-8080-exec-1", 0);
        sample(NOBODY, NOBODY, 0, 0, 0, new double[] {61}, true);
        assertThatThrownBy(this::looks).isInstanceOf(IOException.class).hasMessageContaining("61.0 of 60");
    }

    /** The end of a stream is the agent's leave. */
    @Test
    void whatWasNeverNamedIsAFaultAndNoEndOfTheStream() throws IOException {
        begin("http-nio-8080-exec-1", 0);
        out.writeByte('T');
        out.writeLong(9);
        out.writeInt(7);
        out.writeUTF("http-nio-8080-exec-1");
        out.writeBoolean(false);
        sample(new long[][] {{9, COMPUTES}}, NOBODY, 1, 0, 0);
        assertThatThrownBy(this::looks)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(EOFException.class)
                .hasMessageContaining("pool 7 before naming it");
    }

    @Test
    void aThreadThatWasLookedAtStandsForThoseThatWereNot() throws IOException {
        begin("http-nio-8080-exec-1", 6);
        sample(
                new long[][] {
                    {0, READS}, {1, ASLEEP}, {2, NOT_WALKED}, {3, NOT_WALKED}, {4, NOT_WALKED}, {5, NOT_WALKED}
                },
                NOBODY,
                6,
                0,
                0);
        Snapshot.PoolLook pool = looks().getFirst().pools().getFirst();
        assertThat(pool.activities())
                .containsEntry(Activity.AWAITING_DOWNSTREAM, 3.0)
                .containsEntry(Activity.SLEEPING, 3.0);
    }

    @Test
    void aThreadWhosePlaceIsKnownStandsForItselfAlone() throws IOException {
        begin("http-nio-8080-exec-1", 3);
        sample(new long[][] {{0, READS}, {1, READS}, {2, READS}}, NOBODY, 3, 0, 0);
        sample(new long[][] {{1, ASLEEP}, {2, NOT_WALKED}}, NOBODY, 3, 0, 0);
        assertThat(looks().getLast().pools().getFirst().activities())
                .containsEntry(Activity.AWAITING_DOWNSTREAM, 1.0)
                .containsEntry(Activity.SLEEPING, 2.0);
    }

    @Test
    void waitsThatThreadsBeginAreAddedUpByPool() throws IOException {
        begin("http-nio-8080-exec-1", 2);
        sample(new long[][] {{0, READS, 40}, {1, READS, 7}}, NOBODY, 2, 0, 0);
        sample(new long[][] {{0, ASLEEP, 43}, {1, NOT_WALKED, NOT_WALKED}}, NOBODY, 2, 0, 0);
        sample(NOBODY, new long[][] {{1, ASLEEP, 9}}, 2, 0, 0);
        assertThat(looks())
                .extracting(look -> look.followed().orElseThrow().begun().get("tomcat-8080"))
                .containsExactly(0L, 3L, 5L);
    }

    @Test
    void aThreadThatIsFoundLaterHasStoodThereSinceItMovedLast() throws IOException {
        begin("http-nio-8080-exec-1", 1);
        sample(new long[][] {{0, NOT_WALKED}}, NOBODY, 1, 0, 0);
        second = Snapshot.LONG.toSeconds() + 1;
        sample(NOBODY, new long[][] {{0, READS}}, 1, 0, 0);
        List<Snapshot> looks = looks();
        assertThat(looks.getFirst().standing()).isEmpty();
        assertThat(looks.getLast().standing())
                .singleElement()
                .satisfies(one ->
                        assertThat(Duration.between(Instant.EPOCH, one.since())).isZero());
    }

    @Test
    void aRunnableThreadThatUsesNoProcessorForLongWaits() throws IOException {
        begin("http-nio-8080-exec-1", 2);
        sample(new long[][] {{0, COMPUTES}, {1, COMPUTES}}, NOBODY, 2, 0, 0);
        for (int i = 0; i < 3; i++) {
            sample(new long[][] {{1, COMPUTES}}, NOBODY, 2, 0, 0);
        }
        List<Snapshot> looks = looks();
        assertThat(looks.getFirst().pools().getFirst().activities()).containsEntry(Activity.RUNNING, 2.0);
        assertThat(looks.getLast().pools().getFirst().activities())
                .containsEntry(Activity.RUNNING, 1.0)
                .containsEntry(Activity.AWAITING_OTHER, 1.0);
    }

    @Test
    void aPoolThatBearsItsNameAloneCanBeMoved() throws IOException {
        begin("http-nio-8080-exec-1", 1);
        sample(new long[][] {{0, READS}}, NOBODY, 1, 0, 0);
        assertThat(looks().getFirst().levers())
                .containsExactly(new Adjustable("tomcat-8080", 200, true, "setMaximumPoolSize"));
    }

    @Test
    void aPoolThatIsCalledLikeALimitHasAnotherNameByWhichItIsMoved() throws IOException {
        begin("Semaphore#0-thread-1", 0);
        out.writeByte('Q');
        out.writeInt(0);
        out.writeUTF("java.util.concurrent.Semaphore");
        out.writeUTF("");
        out.writeUTF("semaphore");
        out.writeByte(0);
        out.writeUTF("");
        out.writeUTF("");
        sample(NOBODY, NOBODY, 1, 0, 0);
        Snapshot look = looks().getFirst();

        assertThat(look.pools()).extracting(Snapshot.PoolLook::name).containsExactly("Semaphore#0#2");
        assertThat(look.levers()).extracting(Adjustable::target).containsExactly("Semaphore#0#2");
    }

    @Test
    void noSecretInANameComesToALogAndTwoOfThemAreTold() throws IOException {
        Handle first = new Handle('P', List.of(1L), true, "setMaximumPoolSize", "");
        Handle second = new Handle('P', List.of(2L), true, "setMaximumPoolSize", "");
        AgentStream stream = stream(new ArrayList<>());
        String name = stream.name("jdbc:x://orders:s3cret@db", first);
        assertThat(name).doesNotContain("s3cret").endsWith("@db (P1)");
        assertThat(stream.name("jdbc:x://orders:other@db", second)).isNotEqualTo(name);
        assertThat(stream.name("orders", first)).isEqualTo("orders");
    }

    @Test
    void whoReadsItSaysWhatIsASecretInALog() {
        Handle handle = new Handle('P', List.of(1L), true, "setMaximumPoolSize", "");

        assertThat(stream(new ArrayList<>(), name -> "***").name("orders", handle))
                .isEqualTo("*** (P1)");
    }

    @Test
    void requestsCountedAtTheDoorTakeThePlaceOfTasks() throws IOException {
        begin("http-nio-8080-exec-1", 1);
        sample(new long[][] {{0, READS}}, NOBODY, 1, 7, 11);
        Snapshot look = looks().getFirst();
        assertThat(look.pools().getFirst().completed()).hasValue(11);
        assertThat(look.connectors().getFirst().full()).isTrue();
        assertThat(look.connectors().getFirst().errors()).isEqualTo(5);
        assertThat(look.connectors().getFirst().seconds()).isEqualTo(11);
    }
}
