package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainersTest {

    private static final String ID = "3f2a91c07b5d" + "0123456789abcdef".repeat(3) + "0123";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0::/system.slice/docker-ID.scope                                  | docker 3f2a91c07b5d
            12:cpu:/docker/ID                                                 | docker 3f2a91c07b5d
            0::/kubepods.slice/kubepods-burstable.slice/kubepods-pod1.slice/cri-containerd-ID.scope | kubernetes 3f2a91c07b5d
            0::/machine.slice/libpod-ID.scope/container                       | podman 3f2a91c07b5d
            0::/lxc.payload.build/init                                        | lxc init
            0::/                                                              | of its own
            """)
    void theControlGroupSaysWhoseItIs(String group, String container) {
        assertThat(Containers.named(group.replace("ID", ID), "of its own")).isEqualTo(container);
    }
}
