package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.process.Processors;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BurnerTest {

    private final Set<Integer> own = Processors.allowed(ProcessHandle.current().pid());

    @Test
    void burnsOnTheCoresOfTheServiceAlone() {
        assertThatCode(() -> Burner.requireSameCores(own, own.size())).doesNotThrowAnyException();
        assertThatCode(() -> Burner.requireSameCores(Set.of(), 2)).doesNotThrowAnyException();
        Set<Integer> others = own.stream().map(core -> core + own.size()).collect(Collectors.toSet());
        refuses(others, own.size());
        refuses(own, own.size() - 0.5);
    }

    private static void refuses(Set<Integer> service, double granted) {
        assertThatThrownBy(() -> Burner.requireSameCores(service, granted))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("start both on the same cores");
    }
}
