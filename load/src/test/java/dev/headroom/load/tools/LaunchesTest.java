package dev.headroom.load.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Transport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchesTest {

    /** Bash counts SECONDS up by itself from when it starts. */
    @Test
    void theLengthHasANameThatNoShellHas(@TempDir Path folder) throws Exception {
        Load.Tool load = new Load.Tool(
                new Program.Command(List.of("sh", "-c", "true")),
                "/",
                OptionalInt.of(60),
                Optional.of(Duration.ofSeconds(30)),
                Transport.DEFAULT,
                Optional.empty(),
                Optional.empty());

        assertThat(Launches.of(load, Request.get(URI.create("http://localhost:8080/")), folder)
                        .environment())
                .containsEntry("HEADROOM_SECONDS", "30")
                .containsEntry("SECONDS", "30")
                .containsEntry("USERS", "60");
    }
}
