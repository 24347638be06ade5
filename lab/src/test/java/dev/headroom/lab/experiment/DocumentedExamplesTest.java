package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.core.model.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documentation shows and the repository bundles can be read. */
class DocumentedExamplesTest {

    private static final Path REPOSITORY = Path.of("..");

    @TempDir
    Path folder;

    @Test
    void theExampleWithMostKeysIsAGoodExperiment() throws Exception {
        String page = Files.readString(REPOSITORY.resolve("docs/experiment-file.md"));
        int start = page.indexOf("```yaml") + "```yaml\n".length();
        Path file = folder.resolve("case/experiment.yaml");
        for (String jar : List.of("case/target/users.jar", "downstream/target/downstream.jar")) {
            Files.createDirectories(folder.resolve(jar).getParent());
            Files.createFile(folder.resolve(jar));
        }
        Files.writeString(folder.resolve("case/users.csv"), "id,name\n1,one\n");
        Files.writeString(file, page.substring(start, page.indexOf("```", start)));

        Experiment experiment = ExperimentFile.read(file);

        assertThat(experiment.variants()).hasSize(3);
        assertThat(experiment.variants().get(1).published().errorShare()).hasValue(0.29);
    }

    @Test
    void bundledCasesMissNothingButJarsThatAreNotBuiltYet() throws IOException {
        try (Stream<Path> cases = Files.find(REPOSITORY.resolve("cases"), 2, DocumentedExamplesTest::isExperiment);
                Stream<Path> beside = Files.list(REPOSITORY.resolve("benchmarks/lifted"));
                Stream<Path> examples = Files.list(REPOSITORY.resolve("examples"))) {
            List<Path> files = Stream.concat(
                            cases,
                            Stream.concat(beside, examples)
                                    .filter(file -> file.toString().endsWith(".yaml")))
                    .toList();
            assertThat(files).hasSizeGreaterThan(5 + 5 + 2).allSatisfy(file -> {
                InvalidExperimentException invalid =
                        catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file));
                if (invalid != null) {
                    assertThat(invalid.mistakes())
                            .allSatisfy(mistake -> assertThat(mistake.found()).matches("(?:no file|nothing at) .*"));
                }
            });
        }
    }

    private static boolean isExperiment(Path file, BasicFileAttributes attributes) {
        return file.getFileName().toString().matches("experiment(-.+)?\\.yaml");
    }
}
