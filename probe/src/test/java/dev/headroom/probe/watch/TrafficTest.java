package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import dev.headroom.probe.os.requests.CallWatch;
import dev.headroom.probe.os.sockets.SocketWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TrafficTest {

    @Test
    void anAcceptorInTheLatchOfItsPortMeansThatNoMoreConnectionsAreAccepted() throws Exception {
        Stack latched = Stacks.recorded("25-tomcat-acceptor-latched");
        Snapshot.PoolLook acceptor = Snapshot.PoolLook.of(
                "http-nio-8080-Acceptor", StationKind.OTHER, 1, OptionalInt.empty(), Map.of(latched, 1.0), false);
        Snapshot look = Snapshots.of(Instant.EPOCH, List.of(acceptor));
        assertThat(Traffic.isLatched(look, 8080)).isTrue();
        assertThat(Traffic.isLatched(look, 80)).isFalse();
    }

    @Test
    void whereTheKernelListsNoSocketsNothingIsClaimed() {
        Window window = new Window(Instant.EPOCH, Duration.ofSeconds(1));
        assertThat(new Traffic(new SocketWatch(), new CallWatch(Map::of), window, List.of(), Map.of())
                        .network(target -> target))
                .isEqualTo(Network.NONE);
    }
}
