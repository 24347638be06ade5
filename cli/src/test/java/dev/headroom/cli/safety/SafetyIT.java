package dev.headroom.cli.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The cells that matter most; {@link SafetyMatrixIT} has all. */
@EnabledOnOs(OS.LINUX)
class SafetyIT {

    /** A limit is moved for so long: it has to be seen where a machine is busy, and silence, which ends its lease after 4 s, has to be the first. */
    private static final int MOVED_SECONDS = 20;

    /** Beyond the lease, which is 4 s, and before the agent leaves, after 20 s. */
    private static final int STOPPED_SECONDS = 16;

    @TempDir
    private Path folder;

    /** Two agents, one of which is killed when it has moved a limit, and thread dumps that Ctrl-C ends; then the service dies, and somebody else's recording is read. */
    @Test
    @Tag("nightly")
    void threeAtOnceLeaveTheServiceAsItWasAndItsRecordingTooWhereItDies() throws Exception {
        try (Target target = Target.start(Kind.RECORDED, folder)) {
            Snapshot before = target.snapshot();
            try (Headroom lift = lift(target, MOVED_SECONDS);
                    Headroom agent = start("agent", Way.AGENT, target);
                    Headroom dumps = start("dumps", Way.DUMP, target)) {
                Wait.until(
                        "a limit is moved",
                        () -> !target.settings().since(before.of("setting")).isEmpty());
                assertThat(target.snapshot().since(before))
                        .as("the comparison sees what it looks for")
                        .anyMatch(one -> one.fact().equals(Snapshot.BYTECODE + "java.util.concurrent.Semaphore"));
                lift.signal("KILL");
                dumps.signal("INT");
                assertThat(agent.ends(60)).isTrue();
                assertThat(dumps.ends(60)).isTrue();
                for (Headroom one : List.of(lift, agent, dumps)) {
                    assertThat(one.leftForGood(Cell.AT_ONCE_SECONDS)).isEmpty();
                }
            }
            assertThat(Cell.harm(target, before, EnumSet.of(Way.AGENT), folder)).isEmpty();

            try (Headroom flight = start("flight", Way.JFR, target)) {
                Wait.until(
                        "it records",
                        () -> target.snapshot().since(before).stream()
                                .anyMatch(one -> one.fact().startsWith("recording headroom")));
                List<String> chunks = target.chunks();
                target.signal("KILL");
                assertThat(flight.ends(60)).isTrue();
                assertThat(target.chunks()).containsAll(chunks).isNotEmpty();
            }
        }
    }

    /** A JVM whose flight recorder finds its disk full ends itself. */
    @Test
    @EnabledIf("hasSmallTmp")
    @Tag("nightly")
    void aServiceWithoutRoomIsNotRecorded() throws Exception {
        try (Target target = Target.start(Kind.SMALL_TMP, folder)) {
            Snapshot before = target.snapshot();
            try (Headroom flight = start("flight", Way.JFR, target)) {
                assertThat(flight.ends(60)).isTrue();
                assertThat(flight.said()).contains("and a JVM ends itself when that is full");
            }
            assertThat(Cell.harm(target, before, EnumSet.of(Way.JFR), folder)).isEmpty();
        }
    }

    /** It goes on when its own time is over, and everything is as it was by then. */
    @Test
    @Tag("nightly")
    void aLiftThatWasStoppedSaysThatItsLeaseWasLost() throws Exception {
        try (Target target = Target.start(Kind.PLAIN, folder)) {
            Snapshot before = target.settings();
            try (Headroom lift = lift(target, STOPPED_SECONDS)) {
                Wait.until(
                        "a limit is moved",
                        () -> !target.settings().since(before).isEmpty());
                long over = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOPPED_SECONDS);
                lift.signal("STOP");
                Wait.until("it is back", () -> target.settings().since(before).isEmpty());
                Wait.until("its time is over", () -> System.nanoTime() - over > 0);
                lift.signal("CONT");

                assertThat(lift.ends(60)).isTrue();
                assertThat(lift.said()).contains("the lease was lost").doesNotContain("is 4 again");
                assertThat(lift.code()).isEqualTo(1);
            }
        }
    }

    private Headroom lift(Target target, int seconds) throws Exception {
        List<String> arguments = List.of(
                "lift", Long.toString(target.pid()), "--pool", "pool-1", "--to", "9", "--for", seconds + "s", "--yes");
        return Headroom.start(Files.createDirectories(folder.resolve("lift")), false, arguments);
    }

    private Headroom start(String name, Way way, Target target) throws Exception {
        return Headroom.start(Files.createDirectories(folder.resolve(name)), way, target.pid());
    }

    static boolean hasSmallTmp() throws Exception {
        return Kind.SMALL_TMP.isAllowed();
    }
}
