package dev.headroom.lab.service;

import dev.headroom.load.process.Mark;
import dev.headroom.load.process.ProcessTree;
import java.io.IOException;
import java.time.Duration;

/**
 * A command that runs while a service starts. It is ended with all that it has started, as long as it runs. What it leaves behind when it ends by itself, such as a
 * daemon that others use as well, is not ours to end.
 */
record Beside(Process process, ProcessTree tree) {

    static Beside start(ProcessBuilder builder) throws IOException {
        Mark mark = Mark.in(builder.environment());
        Process process = builder.start();
        return new Beside(process, new ProcessTree(process.toHandle(), mark));
    }

    void end() {
        if (process.isAlive()) {
            tree.end(process, Duration.ZERO, Duration.ZERO);
        }
    }
}
