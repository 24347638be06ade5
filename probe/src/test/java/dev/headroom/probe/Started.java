package dev.headroom.probe;

import dev.headroom.probe.target.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A test that starts processes: each has ended when it is over. */
abstract class Started {

    final List<Process> started = new ArrayList<>();

    final Process start(Path home, List<String> jvm, String... arguments) throws Exception {
        return started(Jvms.start(home, jvm, arguments));
    }

    final Process started(Process process) {
        started.add(process);
        return process;
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        DumpsOfVirtualThreads.forbid();
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            Files.deleteIfExists(Path.of("/tmp/.java_pid" + process.pid())); // a JVM that is killed leaves it
        }
    }
}
