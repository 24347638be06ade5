package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.load.tools.ToolProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolLoadTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void whereALoadIsOverItsToolIsClosed() throws Exception {
        try (TestService service = new TestService()) {
            RunningLoad load = start(service, "sleep", "60");
            load.close();

            assertThat(closing()).isEmpty();
            assertThat(load.result()).isCompleted();
        }
    }

    @Test
    void whereALoadHasFailedItsToolIsClosed() throws Exception {
        try (TestService service = new TestService()) {
            RunningLoad load = start(service, "false");
            Throwable failure = load.result().handle((seen, fault) -> fault).join();

            assertThat(closing()).isEmpty();
            assertThat(failure).isInstanceOf(LoadFailedException.class);
        }
    }

    private RunningLoad start(TestService service, String... words) throws Exception {
        return new Engines()
                .start(
                        Mix.of(service.get("/")),
                        new Load.Tool(
                                new Program.Command(List.of(words)),
                                folder.toString(),
                                OptionalInt.empty(),
                                Optional.empty(),
                                Loads.KEEP_ALIVE,
                                Optional.empty(),
                                Optional.empty()));
    }

    /** What closes a tool just now. */
    private static List<StackTraceElement> closing() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Stream::of)
                .filter(frame -> frame.getClassName().equals(ToolProcess.class.getName())
                        && frame.getMethodName().equals("close"))
                .toList();
    }
}
