package dev.headroom.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.harness.Trial;
import dev.headroom.harness.TrialOutcome;
import dev.headroom.harness.TrialRow;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialFilesTest {

    private static final Path RECORDED = Path.of("..", "lab", "src", "test", "resources", "recorded");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static TrialRow row(int repeat) throws IOException {
        Trial trial = Trial.read(Path.of("..", "trials", "trials.yaml")).getFirst();
        return new TrialRow(
                trial,
                25,
                repeat,
                RunFile.read(RECORDED.resolve("users-lifted.json")),
                TrialOutcome.RIGHT,
                Optional.empty());
    }

    private static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + ".part");
    }

    @Test
    void whatIsDoneIsThereBeforeTheNextTrial() throws IOException {
        Path json = folder.resolve("rows.json");
        Path markdown = folder.resolve("rows.md");
        TrialFiles files = new TrialFiles(Optional.of(json), Optional.of(markdown));

        files.grow(List.of(row(1)));
        assertThat(part(json)).content().contains("\"repeat\" : 1").doesNotContain("\"repeat\" : 2");
        assertThat(part(markdown)).content().contains("| limits | 1 | 1 (100 %)", "| trial |");
        files.grow(List.of(row(1), row(2)));
        assertThat(part(json)).content().containsSubsequence("\"repeat\" : 1", "\"repeat\" : 2");
        assertThat(part(markdown)).content().contains("| limits | 2 | 2 (100 %)");
    }

    @Test
    void whatAnEarlierRunLeftStaysUntilTheEnd() throws IOException {
        Path json = Files.writeString(folder.resolve("rows.json"), "earlier");
        Path markdown = Files.writeString(folder.resolve("rows.md"), "earlier");
        TrialFiles files = new TrialFiles(Optional.of(json), Optional.of(markdown));

        files.grow(List.of(row(1)));
        assertThat(json).hasContent("earlier");
        assertThat(markdown).hasContent("earlier");

        files.finish(List.of(row(1), row(2)));
        assertThat(json).content().containsSubsequence("\"repeat\" : 1", "\"repeat\" : 2");
        assertThat(markdown).content().contains("| limits | 2 | 2 (100 %)");
        assertThat(folder)
                .isDirectoryNotContaining(file -> !List.of(json, markdown).contains(file));
    }

    @Test
    void aLinkStaysOneAndWhatItLeadsToKeepsTheEarlierRunUntilTheEnd() throws IOException {
        Path json = Files.writeString(folder.resolve("rows.json"), "earlier");
        Path link = Files.createSymbolicLink(folder.resolve("link"), json);
        TrialFiles files = new TrialFiles(Optional.of(link), Optional.empty());

        files.grow(List.of(row(1)));
        assertThat(json).hasContent("earlier");
        assertThat(part(link)).content().contains("\"repeat\" : 1");

        files.finish(List.of(row(1)));
        assertThat(link).isSymbolicLink();
        assertThat(json).content().contains("\"repeat\" : 1");
        assertThat(part(link)).doesNotExist();
    }

    @Test
    void aFileThatCannotBeWrittenEndsNoTrialAndIsTold() throws IOException {
        Path json = folder.resolve("rows.json");
        TrialFiles files = new TrialFiles(Optional.of(json), Optional.empty());
        Files.createDirectories(json.resolve("in-the-way"));

        files.grow(List.of(row(1)));

        assertThatThrownBy(() -> files.finish(List.of(row(1))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write " + json);
    }

    @Test
    void rowsStayBesideAFileThatCannotBeReplaced() throws IOException {
        Path json = folder.resolve("rows.json");
        TrialFiles files = new TrialFiles(Optional.of(json), Optional.empty());
        files.grow(List.of(row(1)));
        Files.createDirectories(folder.resolve("rows.json.part.part/in-the-way"));

        assertThatThrownBy(() -> files.finish(List.of(row(1), row(2)))).isInstanceOf(IOException.class);

        assertThat(part(json)).content().contains("\"repeat\" : 1");
    }

    @Test
    void aPipeOrADeviceGetsAllOfItOnce() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("rows.json"));

        assertThat(ReportFiles.isReplaced(Path.of("/dev/stdout"))).isFalse();
        assertThat(ReportFiles.isReplaced(Path.of("/dev/null"))).isFalse();
        assertThat(ReportFiles.isReplaced(link)).isTrue();
        assertThat(ReportFiles.isReplaced(folder.resolve("rows.json"))).isTrue();
    }
}
