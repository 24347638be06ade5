package dev.headroom.probe.classify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A stack from a real JVM: a comment, the thread's state, then frames, top first. */
final class RecordedStack {

    private RecordedStack() {}

    static Stack read(String name) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/test/resources/stacks", name + ".txt"));
        return new Stack(Thread.State.valueOf(lines.get(1)), "", lines.subList(2, lines.size()));
    }
}
