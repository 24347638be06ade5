package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.process.ProcFiles;
import dev.headroom.probe.threads.SeenThread;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(30)
class KernelWaitsTest {

    private static final String NAME = "kernel-waits";

    private volatile boolean stopped;
    private final Thread sleeper = new Thread(this::sleepOnAndOn, NAME);
    private final List<SeenThread> seen = List.of(new SeenThread(7, NAME, Stacks.of(Thread.State.TIMED_WAITING)));

    @BeforeEach
    void start() {
        sleeper.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        stopped = true;
        sleeper.join();
    }

    private void sleepOnAndOn() {
        while (!stopped) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static long kernelId() {
        while (true) {
            for (Path task : ProcFiles.list("/proc/self/task")) {
                if (ProcFiles.text(task + "/comm").orElse("").strip().equals(NAME)) {
                    return Long.parseLong(task.getFileName().toString());
                }
            }
        }
    }

    private static DumpedThread dumped(long kernelId) {
        return new DumpedThread(
                7,
                kernelId,
                NAME,
                "",
                Thread.State.TIMED_WAITING,
                List.of(),
                Optional.empty(),
                DumpedThread.How.NOT,
                List.of());
    }

    @Test
    void eachTimeThatAThreadGivesItsCoreUpCounts() {
        KernelWaits waits =
                new KernelWaits(LinuxProcess.of(ProcessHandle.current().pid()));
        List<DumpedThread> dump = List.of(dumped(kernelId()));
        assertThat(waits.of(dump, seen, SeenThread::name)).as("from now on").containsEntry(NAME, 0L);
        while (waits.of(dump, seen, SeenThread::name).getOrDefault(NAME, 0L) < 20) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void ofAThreadThatIsNotThereNothingIsKnown() {
        KernelWaits waits =
                new KernelWaits(LinuxProcess.of(ProcessHandle.current().pid()));
        assertThat(waits.of(List.of(dumped(0)), seen, SeenThread::name)).isEmpty();
        assertThat(new KernelWaits(Optional.empty()).of(List.of(dumped(kernelId())), seen, SeenThread::name))
                .isEqualTo(Map.of());
    }
}
