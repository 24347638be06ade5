package dev.headroom.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.agent.CommandFuzz;
import dev.headroom.lab.experiment.ExperimentFuzz;
import dev.headroom.lab.store.RunFileFuzz;
import dev.headroom.load.k6.K6CsvFuzz;
import dev.headroom.load.tools.GatlingLogFuzz;
import dev.headroom.load.tools.JtlFuzz;
import dev.headroom.probe.attach.ClassHistogramFuzz;
import dev.headroom.probe.dump.AnswersFuzz;
import dev.headroom.probe.dump.ThreadDumpFuzz;
import dev.headroom.probe.jvm.CommandLineFuzz;
import dev.headroom.probe.jvm.PerfDataFuzz;
import dev.headroom.probe.jvm.ReleaseFuzz;
import dev.headroom.probe.os.sockets.SockDiagFuzz;
import dev.headroom.probe.os.sockets.TcpRowFuzz;
import dev.headroom.probe.threads.JsonDumpFuzz;
import dev.headroom.probe.wire.AgentStreamFuzz;
import dev.headroom.probe.wire.HelloFuzz;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each target with its corpus (recorded, or once a fault), and nightly with changes to it, the same ones each time. The profile {@code fuzz} looks for new ones. */
class SecondsIT {

    /** Changes to each target's corpus: together they take some seconds. */
    private static final int CHANGES = 100;

    private static final Duration WATCHDOG = Duration.ofMinutes(2);

    static Stream<Target> targets() {
        return Stream.of(
                new ThreadDumpFuzz(),
                new ClassHistogramFuzz(),
                new AnswersFuzz(),
                new JsonDumpFuzz(),
                new HelloFuzz(),
                new AgentStreamFuzz(),
                new CommandFuzz(),
                new PerfDataFuzz(),
                new CommandLineFuzz(),
                new ReleaseFuzz(),
                new TcpRowFuzz(),
                new SockDiagFuzz(),
                new RunFileFuzz(),
                new K6CsvFuzz(),
                new JtlFuzz(),
                new GatlingLogFuzz(),
                new ExperimentFuzz());
    }

    @ParameterizedTest
    @MethodSource("targets")
    void readsItsCorpus(Target target) throws Exception {
        List<byte[]> corpus = corpus(target);
        assertThat(corpus).isNotEmpty();
        assertTimeoutPreemptively(WATCHDOG, () -> {
            for (byte[] input : corpus) {
                read(target, input);
            }
        });
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("targets")
    void readsWhateverComes(Target target) throws Exception {
        List<byte[]> corpus = corpus(target);
        assertTimeoutPreemptively(WATCHDOG, () -> {
            for (int change = 0; change < CHANGES; change++) {
                read(target, new Mutations(change).of(corpus.get(change % corpus.size())));
            }
        });
    }

    private static void read(Target target, byte[] input) {
        try {
            target.fuzz(input);
        } catch (Exception | Error e) {
            String shown = Base64.getEncoder().encodeToString(input);
            throw new AssertionError(
                    target + " fails with " + e + ", given (Base64) "
                            + shown.substring(0, Math.min(5_000, shown.length())),
                    e);
        }
    }

    private static List<byte[]> corpus(Target target) throws IOException, URISyntaxException {
        List<byte[]> inputs = new ArrayList<>();
        URL folder = target.getClass().getResource(target.getClass().getSimpleName() + "Inputs/fuzz");
        assertThat(folder).as("the corpus of " + target).isNotNull();
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            for (Path file : files.sorted().toList()) {
                inputs.add(Files.readAllBytes(file));
            }
        }
        return inputs;
    }
}
