package dev.headroom.lab.service;

import dev.headroom.load.process.Child;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command of the experiment ends with exit code 0. It is asked to end when the service is. Its last output is in {@code <service>.ready.log}. */
record CommandSucceeds(List<String> words, ServiceProcess service) implements Readiness {

    /** A question that takes longer is asked anew. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public void ask() throws IOException, InterruptedException {
        Launch launch = service.launch();
        List<String> line = new ArrayList<>(words);
        line.set(0, CommandEnvironment.program(words.getFirst(), launch.environment()));
        File output = launch.log().resolveSibling(launch.name() + ".ready.log").toFile();
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(launch.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output);
        builder.environment().putAll(launch.environment());
        builder.environment().keySet().removeAll(Child.NOT_INHERITED); // the agent is for the service alone
        Beside command = service.startBeside(builder);
        try {
            if (!command.process().waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("no end of it within " + PATIENCE.toSeconds() + " s");
            }
        } finally {
            command.end();
        }
        int code = command.process().exitValue();
        if (code != 0) {
            throw new IOException("exit code " + code + ", output in " + output);
        }
    }

    @Override
    public String question() {
        return "`" + String.join(" ", words) + "` ending with exit code 0";
    }
}
