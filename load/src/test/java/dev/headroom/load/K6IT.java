package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.load.tools.FakeTool;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** In k6's place, whose licence keeps it out of this build, a program that takes its options and a script by standard input, and writes its CSV. */
class K6IT extends ToolContract {

    @Override
    Program program(List<String> paths) throws Exception {
        String k6 = java() + " -cp " + classPath() + " " + FakeTool.class.getName() + " k6 \"$@\"";
        Files.writeString(folder.resolve("shop.js"), "export default function () {}");
        return new Program.K6(
                folder.resolve("shop.js").toString(),
                Optional.of(script(folder.resolve("bin/k6"), k6).toString()));
    }

    @Override
    Tells tells() {
        return Tells.LATER;
    }

    @Test
    void whereItIsMissingTheMessageSaysWhatWasNamed() {
        Program nowhere = new Program.K6(folder + "/shop.js", Optional.of(folder + "/nowhere"));
        assertThatThrownBy(() -> engine().start(
                                Mix.of(service.get("/")),
                                new Load.Tool(
                                        nowhere,
                                        folder.toString(),
                                        OptionalInt.empty(),
                                        Optional.of(Duration.ofSeconds(1)),
                                        Loads.KEEP_ALIVE,
                                        Optional.empty(),
                                        Optional.empty())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(folder + "/nowhere", "k6-program");
        assertThat(folder.resolve("results.csv")).doesNotExist();
    }
}
