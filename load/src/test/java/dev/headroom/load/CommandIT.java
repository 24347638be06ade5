package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.load.tools.FakeTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CommandIT extends ToolContract {

    @Override
    Program program(List<String> paths) {
        List<String> words = new ArrayList<>(List.of(java().split(" ")));
        words.addAll(List.of(
                "-cp", classPath(), FakeTool.class.getName(), "command", "${base-url}", "${users}", "${seconds}"));
        return new Program.Command(words);
    }

    @Override
    Tells tells() {
        return Tells.NOTHING;
    }

    @Test
    void aProgramThatIsNotThereIsToldAsSuch() {
        Load load = new Load.Tool(
                new Program.Command(List.of("no-such-tool", "${url}")),
                folder.toString(),
                OptionalInt.empty(),
                Optional.empty(),
                Loads.KEEP_ALIVE,
                Optional.empty(),
                Optional.empty());
        assertThatThrownBy(() -> engine().start(Mix.of(service.get("/")), load))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no-such-tool was not found on the path");
    }
}
