package dev.headroom.cli.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The cells that matter most; {@link SafetyMatrixIT} has all. */
@EnabledOnOs(OS.LINUX)
class SafetyIT {

    @TempDir
    private Path folder;

    /** Two agents, one of which is killed when it has moved a limit, and thread dumps that Ctrl-C ends; then the service dies, and somebody else's recording is read. */
    @Test
    void threeAtOnceLeaveTheServiceAsItWasAndItsRecordingTooWhereItDies() throws Exception {
        try (Target target = Target.start(Kind.RECORDED, folder)) {
            Snapshot before = target.snapshot();
            try (Headroom lift = start("lift", Way.LIFT, target);
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
    @EnabledIf("isRoot")
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

    private Headroom start(String name, Way way, Target target) throws Exception {
        return Headroom.start(Files.createDirectories(folder.resolve(name)), way, target.pid());
    }

    static boolean isRoot() throws Exception {
        return Kind.isRoot();
    }
}
