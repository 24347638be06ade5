package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.probe.os.process.ControlGroups.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundsTest {

    @TempDir
    private Path folder;

    private String ours;
    private String theirs;

    @BeforeEach
    void twoMounts() throws IOException {
        ours = Files.createDirectory(folder.resolve("ours")).toString();
        theirs = Files.createDirectory(folder.resolve("theirs")).toString();
    }

    private static void write(String folder, String file, String text) throws IOException {
        Files.createDirectories(Path.of(folder));
        Files.writeString(Path.of(folder, file), text);
    }

    @Test
    void aGroupAndThoseAboveItBind() throws IOException {
        write(ours + "/pod/app", "cpu.max", "120000 100000\n");
        write(ours + "/pod", "cpu.max", "400000 100000\n");
        write(ours + "/pod/app", "cpu.stat", "usage_usec 7\nnr_periods 10\nnr_throttled 2\nthrottled_usec 300000\n");
        write(ours, "cpu.stat", "usage_usec 9\n");

        List<String> folders = ControlGroups.folders(List.of("0::/pod/app"), Controller.CPU, ours, theirs);

        assertThat(folders).containsExactly(ours + "/pod/app", ours + "/pod", ours + "/");
        assertThat(Bounds.quota(folders)).hasValue(1.2);
        assertThat(Bounds.groups(folders))
                .containsOnly(
                        Map.entry(ours + "/pod/app", new Throttled(0.3, 10, 2)),
                        Map.entry(ours + "/", new Throttled(0, 0, 0)));
    }

    @Test
    void ofAGroupOutsideOfOurNamespaceTheProcessSeesItsOwnRoot() throws IOException {
        write(theirs, "cpu.max", "50000 100000\n");

        assertThat(ControlGroups.folders(List.of("0::/../app"), Controller.CPU, ours, theirs))
                .containsExactly(theirs);
    }

    /** Version 1 without namespaces shows the host's path, and mounts the container's group alone. */
    @Test
    void aGroupThatIsNotMountedHereIsLookedForWhereTheProcessSeesIt() throws IOException {
        write(ours + "/cpu,cpuacct", "cpu.cfs_quota_us", "800000\n");
        write(theirs + "/cpu,cpuacct", "cpu.cfs_quota_us", "50000\n");
        write(theirs + "/cpu,cpuacct", "cpu.cfs_period_us", "100000\n");

        List<String> folders = ControlGroups.folders(List.of("4:cpu,cpuacct:/docker/5"), Controller.CPU, ours, theirs);

        assertThat(folders).containsExactly(theirs + "/cpu,cpuacct");
        assertThat(Bounds.quota(folders)).hasValue(0.5);
    }

    /** Such a process sees the groups of the whole machine, and which is its own is not known. */
    @Test
    void theRootOfAllGroupsIsNobodysContainer() throws IOException {
        write(theirs, "cpu.stat", "usage_usec 9\n");
        write(theirs + "/cpu", "cpu.cfs_quota_us", "-1\n");
        write(theirs + "/cpu", "release_agent", "");

        assertThat(ControlGroups.folders(List.of("0::/../app", "1:cpu:/../app"), Controller.CPU, ours, theirs))
                .isEmpty();
    }

    @Test
    void whereNoGroupCouldBeReadItIsNotKnownWhetherItWasStopped() {
        assertThat(Bounds.throttledShare(List.of(reading(0, Map.of()), reading(1, Map.of()))))
                .isEmpty();
        assertThat(Bounds.throttledShare(List.of(reading(0, Map.of("app", new Throttled(3, 0, 0))))))
                .isEmpty();
    }

    @Test
    void eachGroupIsComparedWithItself() {
        Bounds first = reading(0, Map.of("app", new Throttled(1, 10, 1), "pod", new Throttled(100, 1000, 900)));
        Bounds last = reading(10, Map.of("app", new Throttled(6, 110, 71), "pod", new Throttled(100, 1100, 900)));

        assertThat(Bounds.throttledShare(List.of(first, last)).orElseThrow()).isCloseTo(0.5, within(1e-9));
    }

    private static Bounds reading(double at, Map<String, Throttled> groups) {
        return new Bounds(at, OptionalDouble.empty(), groups, 0, false);
    }
}
