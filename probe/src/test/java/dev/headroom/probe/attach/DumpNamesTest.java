package dev.headroom.probe.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.FileStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DumpNamesTest {

    /** Process ids of Linux end before it. */
    private static final String NOBODY = "999999999";

    @TempDir
    private Path folder;

    private long user;
    private Rooted open;

    @BeforeEach
    void user() throws IOException {
        user = FileStatus.of(folder).user();
        open = Rooted.link(folder.toString());
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void whatAKilledHeadroomLeftIsSweptWhetherItIsAPipeALinkOrTheFileOfAnEarlierBuild() throws Exception {
        Path pipe = folder.resolve(name(NOBODY + "-"));
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path named = Files.createFile(folder.resolve("headroom-notes.json"));
        Path link = Files.createSymbolicLink(folder.resolve(name(NOBODY + "-")), named);
        Path earlier = Files.createFile(folder.resolve(name("")));
        DumpNames.sweep(open, Set.of(user), Instant.now());
        assertThat(List.of(pipe, link, earlier)).as("they are young").allMatch(Files::exists);
        DumpNames.sweep(open, Set.of(user), later());
        assertThat(List.of(pipe, link, earlier)).noneMatch(Files::exists);
        assertThat(named).as("where a link leads").exists();
    }

    @Test
    void whatMayBeAnybodyElsesStays() throws Exception {
        Path living =
                Files.createFile(folder.resolve(name(ProcessHandle.current().pid() + "-")));
        Path named = Files.createFile(folder.resolve("headroom-notes.json"));
        DumpNames.sweep(open, Set.of(user), later());
        assertThat(List.of(living, named)).allMatch(Files::exists);
        Path owned = Files.createFile(folder.resolve(name(NOBODY + "-")));
        DumpNames.sweep(open, Set.of(user + 1), later());
        assertThat(owned).as("of another user").exists();
    }

    /** A Headroom of another process namespace had it, or the number was given away since. */
    @Test
    void whatIsOldGoesThoughAProcessHasItsNumber() throws Exception {
        Path old = Files.createFile(folder.resolve(name(ProcessHandle.current().pid() + "-")));
        DumpNames.sweep(
                open,
                Set.of(user),
                Instant.now().plus(DumpNames.OLD_IN_ANY_CASE).plusSeconds(1));
        assertThat(old).doesNotExist();
    }

    /** Root may make them in a container, and to open one may do anything. */
    @Test
    void aDeviceIsNotOpened() throws Exception {
        Path device = folder.resolve(name(NOBODY + "-"));
        // a tape drive that there is not: to open it fails, to delete it does not
        Process made = new ProcessBuilder("mknod", device.toString(), "c", "9", "250").start();
        assumeTrue(made.waitFor() == 0, "needs root");
        DumpNames.sweep(open, Set.of(user), later());
        assertThat(device).doesNotExist();
    }

    private static Instant later() {
        return Instant.now().plus(DumpNames.OLD).plusSeconds(1);
    }

    private static String name(String process) {
        return "headroom-" + process + UUID.randomUUID() + ".json";
    }
}
