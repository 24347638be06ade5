package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
class RealGatlingTest extends ToolContract {

    private static final String SIMULATION = """
            import static io.gatling.javaapi.core.CoreDsl.*;
            import static io.gatling.javaapi.http.HttpDsl.*;

            public final class Paths extends io.gatling.javaapi.core.Simulation {
                public Paths() throws java.io.IOException {
                    io.gatling.javaapi.core.ChainBuilder all = exec(session -> session);
                    for (String path : java.nio.file.Files.readAllLines(java.nio.file.Path.of("paths.txt"))) {
                        all = all.exec(http(path).get(path));
                    }
                    setUp(scenario("users").during(Integer.getInteger("seconds")).on(all)
                            .injectOpen(atOnceUsers(Integer.getInteger("users"))))
                            .protocols(http.baseUrl(System.getProperty("BASE_URL")));
                }
            }
            """;

    @Override
    Program program(List<String> paths) throws Exception {
        String jars;
        try (Stream<Path> files = Files.list(RealTools.gatling())) {
            jars = files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        Path source = folder.resolve("Paths.java");
        Files.writeString(source, SIMULATION);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", jars, "-d", classes.toString(), source.toString()))
                .isZero();
        return new Program.Gatling("Paths", classes + File.pathSeparator + jars);
    }

    @Override
    Tells tells() {
        return Tells.LATER;
    }
}
