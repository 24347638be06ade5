package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.sockets.Listening;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FindTest {

    private static final List<RunningJvm> ALL =
            List.of(jvm(100, "orders.jar", 8080), jvm(200, "orders-admin.jar", 9090), jvm(9090, "shop.Main"));

    @Test
    void aNameIsMeantAsAWholeBeforeItIsAPart() throws ProbeException {
        assertThat(RunningJvms.find("orders.jar", ALL).pid()).isEqualTo(100);
        assertThat(RunningJvms.find("ADMIN", ALL).pid()).isEqualTo(200);
    }

    @Test
    void theOnlyOneNeedsNoName() throws ProbeException {
        assertThat(RunningJvms.find("", ALL.subList(0, 1)).pid()).isEqualTo(100);
        assertThatThrownBy(() -> RunningJvms.find("", ALL))
                .isInstanceOf(NotOneJvm.class)
                .hasMessageContainingAll("here run 3 JVMs", "100  orders.jar");
        assertThatThrownBy(() -> RunningJvms.find("", List.of())).hasMessage("no JVM runs here that can be seen");
    }

    @Test
    void aNumberIsAProcessOrAPort() throws ProbeException {
        assertThat(RunningJvms.find("200", ALL).pid()).isEqualTo(200);
        assertThat(RunningJvms.find("8080", ALL).pid()).isEqualTo(100);
        assertThat(RunningJvms.find(":9090", ALL).pid()).isEqualTo(200);
    }

    @Test
    void whereSeveralFitTheyAreListed() {
        assertThatThrownBy(() -> RunningJvms.find("orders", ALL))
                .isInstanceOf(NotOneJvm.class)
                .hasMessageContainingAll("fits 2 JVMs", "100  orders.jar  :8080", "200  orders-admin.jar  :9090");
        assertThatThrownBy(() -> RunningJvms.find("9090", ALL)).hasMessageContainingAll("fits 2 JVMs", ":PORT");
    }

    @Test
    void whereNoneFitsThatIsSaid() {
        assertThatThrownBy(() -> RunningJvms.find("payments", ALL))
                .isInstanceOf(NotOneJvm.class)
                .hasMessageContainingAll("no JVM is called \"payments\"", "orders.jar");
        assertThatThrownBy(() -> RunningJvms.find(":1", ALL))
                .isInstanceOf(NotOneJvm.class)
                .hasMessageContaining("no JVM listens on port 1");
        assertThatThrownBy(() -> RunningJvms.find("4000000000", List.of()))
                .hasMessage("there is no process 4000000000, and no JVM listens on port 4000000000; no JVM runs here");
    }

    @Test
    void aPortOfAProcessThatMayNotBeLookedIntoIsNotSaidToBeNoJvms() {
        assertThat(RunningJvms.listening(new Listening.Listener(54_321, OptionalLong.empty()), "80", ""))
                .isNotInstanceOf(NotOneJvm.class)
                .hasMessageContainingAll("user 54321", "run Headroom as that user");
        assertThat(RunningJvms.listening(new Listening.Listener(0, OptionalLong.of(4_000_000_000L)), "80", ""))
                .isInstanceOf(NotOneJvm.class);
    }

    private static RunningJvm jvm(long pid, String name, Integer... ports) {
        return new RunningJvm(
                new ProcessId(pid, 1),
                pid,
                "me",
                name,
                RunningJvms.HOTSPOT,
                "",
                "25.0.3",
                List.of(),
                List.of(ports),
                "",
                OptionalInt.empty(),
                Access.AGENT,
                "",
                List.of());
    }
}
