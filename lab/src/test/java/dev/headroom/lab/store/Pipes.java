package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

/** Named pipes, at whose other end is nobody. */
public final class Pipes {

    private Pipes() {}

    public static Path make(Path pipe) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }
}
