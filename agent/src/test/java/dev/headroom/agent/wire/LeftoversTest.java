package dev.headroom.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {

    @TempDir
    private Path temporary;

    private Path folder() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("headroom-agent1"));
        Files.writeString(folder.resolve("headroom-agent.jar"), "jar");
        Files.createFile(folder.resolve("1"));
        return folder;
    }

    @Test
    void theFolderOfAHeadroomThatWasKilledGoes() throws Exception {
        Path folder = folder();
        Leftovers.deleteFolder(folder.resolve("1"));
        assertThat(folder).doesNotExist();
    }

    @Test
    void aFileThatHeadroomDidNotMakeStays() throws Exception {
        Path folder = folder();
        Path notes = Files.writeString(folder.resolve("notes.txt"), "mine");
        Leftovers.deleteFolder(folder.resolve("1"));
        assertThat(folder).isDirectoryContaining(notes::equals);
        assertThat(folder.resolve("headroom-agent.jar")).doesNotExist();
    }
}
