package dev.headroom.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    /** Stands for a Headroom that lives. */
    static final class Locked {
        private Locked() {}

        public static void main(String[] arguments) throws IOException {
            try (FileChannel jar = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
                jar.lock(Long.MAX_VALUE - 1, 1, false);
                System.out.println("locked");
                System.in.read();
            }
        }
    }

    @Test
    void theFolderOfAHeadroomThatIsKilledAfterItsGoodbyeGoes() throws Exception {
        Path folder = folder();
        Process headroom = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Locked.class.getName(),
                        folder.resolve("headroom-agent.jar").toString())
                .start();
        try (BufferedReader said = headroom.inputReader()) {
            assertThat(said.readLine()).isEqualTo("locked");
            Leftovers.deleteFolder(folder.resolve("1"));
            assertThat(folder).as("Headroom lives").exists();
            CompletableFuture<Void> left =
                    CompletableFuture.runAsync(() -> Leftovers.awaitDeletion(folder.resolve("1")));
            headroom.destroyForcibly();
            left.get(30, TimeUnit.SECONDS);
            assertThat(folder).doesNotExist();
        } finally {
            headroom.destroyForcibly();
        }
    }

    @Test
    void aFolderWithAFileThatHeadroomDidNotMakeStaysWhole() throws Exception {
        Path folder = folder();
        Files.writeString(folder.resolve("notes.txt"), "somebody's");
        Leftovers.deleteFolder(folder.resolve("1"));
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("headroom-agent.jar", "1", "notes.txt");
    }
}
