package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BoundsTest {

    @Test
    void aGroupOutsideOfOurNamespaceIsNoFolderOfOurs() {
        assertThat(Bounds.folders(List.of("0::/app"))).containsExactly("/sys/fs/cgroup/app", "/sys/fs/cgroup/");
        assertThat(Bounds.folders(List.of("0::/../../../tmp/app"))).isEmpty();
    }
}
