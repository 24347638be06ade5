package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Tool.Source;
import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In Gatling's place a class of its name. */
class GatlingIT extends ToolContract {

    @Override
    Program program(List<String> paths) throws Exception {
        Files.write(folder.resolve("gatling-app-3.14.3.jar"), new byte[0]);
        return new Program.Gatling(
                "Paths", classPath() + File.pathSeparator + folder.resolve("gatling-app-3.14.3.jar"));
    }

    @Override
    Tells tells() {
        return Tells.LATER;
    }

    @Test
    void whereItIsMissingTheMessageSaysHowToGetIt() {
        Load load = new Load.Tool(
                new Program.Gatling("Paths", classPath()),
                folder.toString(),
                OptionalInt.of(1),
                Optional.of(Duration.ofSeconds(1)),
                Loads.KEEP_ALIVE,
                Optional.empty(),
                Optional.empty());
        assertThatThrownBy(() -> engine().start(Mix.of(service.get("/")), load))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Gatling is not on the class path of Paths")
                .hasMessageContaining("dependency:copy-dependencies");
    }

    @Test
    void itSaysFromWhenOnResponseTimesCount() throws Exception {
        try (RunningLoad running =
                engine().start(Mix.of(service.get("/")), load(List.of("/"), 1, Duration.ofSeconds(1)))) {
            LoadResult result = running.result().get(30, TimeUnit.SECONDS);
            assertThat(result.generator().engine()).isEqualTo("Gatling 3.14.3");
            assertThat(result.generator().tool().orElseThrow().counted()).isEqualTo(Source.ACTUAL_START);
            assertThat(result.generator().cpu()).isPositive(); // though all was told at the end
        }
    }
}
