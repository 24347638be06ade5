package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.jvm.RunningJvm;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CalleeTest {

    private static final ProcessId SERVICE = new ProcessId(41, 1);
    private static final RunningJvm PRICES = new RunningJvm(
            new ProcessId(42, 1),
            42,
            "me",
            "prices.jar",
            "HotSpot",
            "",
            "25.0.3",
            List.of(),
            List.of(8081),
            "",
            OptionalInt.empty(),
            Access.AGENT,
            "",
            List.of());

    private static final Optional<String> HERE = Optional.of("127.0.0.1:8081");

    @Test
    void whoListensWhereCallsWaitCanBeAsked() {
        assertThat(Callee.of(HERE, SERVICE, port -> {
                    assertThat(port).isEqualTo(":8081");
                    return PRICES;
                }))
                .hasValue(
                        "127.0.0.1:8081 is process 42 of this machine (prices.jar): headroom diagnose 42 tells what binds in it");
    }

    @Test
    void notWhereItIsNoJvmOrElsewhereOrTheServiceItselfOrNobodyIsCalled() {
        assertThat(Callee.of(HERE, SERVICE, port -> {
                    throw new ProbeException("none");
                }))
                .isEmpty();
        assertThat(Callee.of(HERE, PRICES.process(), port -> PRICES)).isEmpty();
        assertThat(Callee.of(Optional.of("prices.example:8081"), SERVICE, port -> PRICES))
                .isEmpty();
        assertThat(Callee.of(Optional.empty(), SERVICE, port -> PRICES)).isEmpty();
    }
}
