package dev.headroom.probe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.look.Snapshots;
import dev.headroom.probe.wire.Hello;
import java.io.DataOutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AgentLeavesIT {

    private static final int MAGIC = 0x48656164;
    private static final int SAMPLES = 2;

    /** The JVM of this test stands for the one that is watched. */
    @Test
    @Timeout(60)
    void ofAJvmThatTheAgentHasLeftNothingIsSaid() throws Exception {
        ProcessId self = ProcessId.now(ProcessHandle.current().pid());
        Window window = new Window(Instant.now(), Duration.ofSeconds(1));
        try (AgentProbe probe = AgentProbe.listen(UnaryOperator.identity())) {
            String socket = probe.launchArguments().getFirst().replaceAll(".*,socket=([^,]+).*", "$1");
            try (SocketChannel agent = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                agent.connect(UnixDomainSocketAddress.of(socket));
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(agent));
                out.writeInt(MAGIC);
                out.writeByte(Hello.VERSION);
                out.writeByte(SAMPLES);
                out.writeLong(self.pid());
                out.writeUTF("25");
                out.writeUTF("somebody");
                CompletableFuture<Boolean> begun = CompletableFuture.supplyAsync(() -> begins(probe));
                while (probe.session().isEmpty()) {
                    Thread.sleep(10);
                }
                probe.session().orElseThrow().look(Snapshots.of(Instant.now(), List.of()));
                assertThat(begun.join()).isTrue();
                probe.glance(Instant.now(), window);
            }
            while (probe.ended().isEmpty()) {
                Thread.sleep(10);
            }

            assertThatThrownBy(() -> probe.glance(Instant.now(), window))
                    .isInstanceOf(ProbeException.class)
                    .hasMessage(AgentMoves.LEFT);
        }
    }

    private static boolean begins(AgentProbe probe) {
        try {
            probe.start();
            return true;
        } catch (ProbeException | InterruptedException e) {
            return false;
        }
    }
}
