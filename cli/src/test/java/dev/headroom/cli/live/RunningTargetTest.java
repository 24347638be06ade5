package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.lab.running.Way;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.jvm.RunningJvm;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RunningTargetTest {

    @Test
    void theProcessThatWasFoundIsMeantAndNotTheOneThatHasItsNumberNow() throws Exception {
        ProcessId now = ProcessId.now(ProcessHandle.current().pid());
        ProcessId found = new ProcessId(now.pid(), now.begun() - 1);
        RunningJvm jvm = new RunningJvm(
                found,
                now.pid(),
                "me",
                "orders.jar",
                "HotSpot",
                "",
                "25.0.3",
                List.of(),
                List.of(),
                "",
                OptionalInt.empty(),
                Access.AGENT,
                "",
                List.of());

        RunningTarget target = RunningTarget.of(jvm, Way.DUMP);

        assertThat(target.process()).isEqualTo(found);
        assertThat(target.process().isStill()).isFalse();
    }
}
