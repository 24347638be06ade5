package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.target.Lease;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentFolderTest {

    private static final Set<Long> OURS = Set.of(LinuxProcess.ours());

    @TempDir
    private Path temporary;

    /** As of a Headroom that was killed at some moment. */
    private Path folder(String jar, Duration ago) throws IOException {
        Path folder = Files.createTempDirectory(temporary, "headroom-agent");
        if (!jar.isEmpty()) {
            Files.writeString(folder.resolve("headroom-agent.jar"), jar.equals("empty") ? "" : jar);
        }
        Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(ago)));
        return folder;
    }

    @Test
    void foldersOfHeadroomsThatWereKilledAreDeletedWhereverInMakingThemThatWas() throws Exception {
        Path whole = folder("jar", Duration.ZERO);
        Path unwritten = folder("empty", Duration.ofMinutes(2));
        Path empty = folder("", Duration.ofMinutes(2));

        AgentFolder.sweep(temporary, OURS);

        assertThat(whole).doesNotExist();
        assertThat(unwritten).doesNotExist();
        assertThat(empty).doesNotExist();
    }

    @Test
    void oneThatIsBeingMadeIsLeft() throws Exception {
        Path unwritten = folder("empty", Duration.ofSeconds(5));
        Path empty = folder("", Duration.ofSeconds(5));

        AgentFolder.sweep(temporary, OURS);

        assertThat(unwritten).exists();
        assertThat(empty).exists();
    }

    @Test
    void foldersThatAreNoneOfOursAreLeft() throws Exception {
        Path source = Files.createDirectory(temporary.resolve("headroom-agent-src"));
        Path file = Files.writeString(source.resolve("notes"), "mine");
        Path alike = folder("", Duration.ofMinutes(2));
        Path other = Files.writeString(alike.resolve("notes"), "mine");
        for (Path one : List.of(source, alike)) {
            Files.setLastModifiedTime(one, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
        }

        AgentFolder.sweep(temporary, OURS);

        assertThat(file).exists();
        assertThat(other).exists();
    }

    /** A service that was unpacked there, say. */
    @Test
    void aFolderWithAnotherFileBesideAJarIsLeftWhole() throws Exception {
        Path alike = folder("jar", Duration.ofMinutes(2));
        Path notes = Files.writeString(alike.resolve("notes.txt"), "mine");

        AgentFolder.sweep(temporary, OURS);

        assertThat(notes).exists();
        assertThat(alike.resolve("headroom-agent.jar")).exists();
    }

    /** By the next Headroom that takes this name, say. */
    @Test
    void whatIsPutThereAfterTheFolderWasLookedAtIsLeft() throws Exception {
        Path folder = folder("jar", Duration.ofMinutes(2));
        String name = folder.getFileName().toString();
        try (Rooted within = Rooted.link(temporary.toString());
                Rooted opened = within.child(name)) {
            Set<String> files = AgentFolder.files(opened);
            Path later = Files.writeString(folder.resolve("1"), "");

            assertThatThrownBy(() -> AgentFolder.delete(opened, within, name, files))
                    .isInstanceOf(DirectoryNotEmptyException.class);

            assertThat(later).exists();
            assertThat(folder.resolve("headroom-agent.jar")).doesNotExist();
        }
    }

    @Test
    void aJarUnderALeaseHoldsNobodyUp() throws Exception {
        Path folder = folder("jar", Duration.ofMinutes(2));
        try (Lease lease = Lease.on(folder.resolve("headroom-agent.jar"))) {
            AgentFolder.sweep(temporary, OURS);
            assertThat(lease.isBeingBroken()).as("it was asked for").isTrue();
            assertThat(folder).exists();
        }
        AgentFolder.sweep(temporary, OURS);
        assertThat(folder).doesNotExist();
    }

    @Test
    void aFolderOfAnotherUserIsNotLookedInto() throws Exception {
        Path folder = folder("jar", Duration.ofMinutes(2));
        try (Lease lease = Lease.on(folder.resolve("headroom-agent.jar"))) {
            AgentFolder.sweep(temporary, Set.of(LinuxProcess.ours() + 1));
            assertThat(lease.isBeingBroken()).isFalse();
        }
        assertThat(folder).exists();
    }

    @Test
    void whatALinkNamesIsNotDeleted(@TempDir Path other) throws Exception {
        Path strange = Files.writeString(other.resolve("headroom-agent.jar"), "jar");
        Files.createSymbolicLink(temporary.resolve("headroom-agent1"), other);

        AgentFolder.sweep(temporary, OURS);

        assertThat(strange).exists();
    }
}
