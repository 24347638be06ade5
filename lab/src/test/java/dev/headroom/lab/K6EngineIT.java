package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.Engines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load of Headroom's that k6 puts, for which a script of Python stands in. */
@Tag("alone")
@Tag("nightly")
class K6EngineIT extends RealServices {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            open: { rate: 20/s, for: 3s }                    | 20
            closed: { users: 2, for: 3s }                    | 80
            """)
    void bringsBackWhatHeadroomsOwnEngineDoes(String load, double rate) throws Exception {
        PythonK6.in(folder);
        Run ours = run(load);
        Run theirs = run(load + ", engine: k6, k6-program: k6");

        assertThat(theirs.failure()).isEmpty();
        assertThat(theirs.load()).isExactlyInstanceOf(ours.load().getClass());
        LoadResult result = theirs.result().orElseThrow();
        assertThat(result.throughput().perSecond())
                .isCloseTo(ours.result().orElseThrow().throughput().perSecond(), within(rate / 3));
        assertThat(result.serviceLatency().mean()).isGreaterThan(Duration.ofMillis(20));
        assertThat(result.generator().engine()).startsWith("k6 2.2.0");
        assertThat(theirs.baseline().orElseThrow().response().value()).isBetween(0.02, 0.1);
        assertThat(theirs.diagnosis().orElseThrow().notes())
                .anySatisfy(note -> assertThat(note).startsWith("No limit was moved: k6 tells"))
                .anySatisfy(note -> assertThat(note)
                        .matches(text -> theirs.load() instanceof Load.Closed || text.contains("no intended start")));
        Path results = out.resolve("lab/latest/plain");
        assertThat(results).isDirectoryContaining("glob:**/script.js").isDirectoryContaining("glob:**/few-users");
    }

    private Run run(String load) throws Exception {
        return new Lab(new Engines(), new AttachingProbes(), "test")
                .run(
                        experiment("1s", "  plain: { request: GET /a, load: { %s } }\n".formatted(load), 0, 20),
                        Options.withoutProof(new RunOptions(List.of(), true, out, Way.AGENT, "")),
                        events::add)
                .runs()
                .getFirst();
    }
}
