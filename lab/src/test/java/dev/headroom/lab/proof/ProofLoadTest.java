package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ProofLoadTest {

    private static final Move HALF_AS_MUCH_AGAIN =
            new Move(Subject.LOAD, List.of(new Part("load", "the load", 20, 30)), 1.5, Back.SET, Double.NaN);

    private final List<Load> started = new ArrayList<>();
    private final Simulated service = new Simulated(1, 1);

    @Test
    void whatIsAddedToPoissonArrivalsIsNoEchoOfThemAndHasItsShareOfTheConnections() throws Exception {
        Load.Open counted = new Load.Open(Rate.perSecond(1), Duration.ofSeconds(1), Transport.DEFAULT, Optional.empty())
                .arriving(Arrivals.POISSON, 1)
                .connected(OptionalInt.of(10))
                .staged(List.of(
                        new Stage(Rate.perSecond(0), Rate.perSecond(20), Duration.ofSeconds(10)),
                        Stage.constant(Rate.perSecond(20), Duration.ofSeconds(30))));
        put(counted);

        assertThat(started)
                .extracting(load -> ((Load.Open) load).rate())
                .containsExactly(Rate.perSecond(20), Rate.perSecond(10));
        assertThat(started).allSatisfy(load -> {
            assertThat(((Load.Open) load).arrivals()).isEqualTo(Arrivals.POISSON);
            assertThat(((Load.Open) load).stages())
                    .as("the rate that was diagnosed")
                    .isEmpty();
        });
        assertThat(started)
                .extracting(load -> ((Load.Open) load).connections().orElseThrow())
                .containsExactly(10, 5);
        assertThat(started).extracting(Load::seed).doesNotHaveDuplicates();
    }

    @Test
    void usersWhoAreAddedThinkAsTheOthersDo() throws Exception {
        ThinkTime think = new ThinkTime.Exponential(Duration.ofSeconds(1));
        put(new Load.Closed(20, Duration.ZERO, think, new Until.Iterations(1), 1, Transport.DEFAULT, Optional.empty()));

        assertThat(started)
                .hasSize(2)
                .allSatisfy(load -> assertThat(((Load.Closed) load).think()).isEqualTo(think));
        assertThat(started.getLast().seed())
                .as("none is another one's double")
                .isGreaterThan(started.getFirst().seed() + 20);
    }

    private void put(Load counted) throws Exception {
        Bench bench = new Bench() {
            @Override
            public RunningLoad start(Load load) {
                started.add(load);
                return service.start(users(1));
            }

            @Override
            public boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase) {
                return true;
            }
        };
        try (ProofLoad load = new ProofLoad(bench, counted, 0.1, Duration.ofSeconds(30))) {
            Meter meter = new Meter();
            load.enter(meter);
            load.more(HALF_AS_MUCH_AGAIN, meter).close();
        }
    }

    private static Load users(int count) {
        return new Load.Closed(
                count, Duration.ZERO, Duration.ZERO, new Until.Iterations(1), Transport.DEFAULT, Optional.empty());
    }
}
