package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.proof.HeapRoom;
import dev.headroom.lab.Recorded;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Limits of a simulated service are moved under load: six permits, each held for 100 ms. */
class LabPlantTest {

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Move MORE =
            new Move(Subject.CAPACITY, List.of(new Part("gate", "gate", 6, 9)), 1.5, Back.SET, Double.NaN);

    private final Simulated gate = new Simulated(6, 0.1);

    private LabPlant under(int users) {
        return under(users, Optional.empty());
    }

    private LabPlant under(int users, Optional<RaiseRisk> risk) {
        return new LabPlant(gate, gate, Set.of(), users(users), 0.1, LONGEST, risk);
    }

    /** A service whose heap has room for half as many again. */
    static Optional<RaiseRisk> risk() {
        return Optional.of(new RaiseRisk(
                Recorded.observation("users-common-pool"),
                Optional.of(new HeapRoom(200, 300, false)),
                () -> new RaiseRisk.Left(OptionalLong.empty(), OptionalLong.empty())));
    }

    static Move raise(double from, double to) {
        return new Move(Subject.CAPACITY, List.of(new Part("gate", "gate", from, to)), to / from, Back.SET, Double.NaN);
    }

    private static Phase counted(Plant.Moving moving, Setting setting) throws Exception {
        moving.turn(setting);
        moving.pass(0.3);
        return moving.count(setting, 2);
    }

    @Test
    void throughputIsCountedAtHomeAndMovedAndTheLimitIsPutBack() throws Exception {
        try (LabPlant plant = under(30)) {
            try (Plant.Moving moving = plant.begin(MORE, LONGEST, Duration.ZERO)) {
                Phase home = counted(moving, Setting.HOME);
                Phase moved = counted(moving, Setting.MOVED);

                assertThat(home.throughput().value()).isCloseTo(60, within(1.0));
                assertThat(home.factor()).isEqualTo(1);
                assertThat(moved.throughput().value()).isCloseTo(90, within(1.0));
                assertThat(moved.factor()).isEqualTo(1.5);
                assertThat(moved.at()).isGreaterThan(home.at());
                assertThat(moving.series()).isNotEmpty();
            }
            assertThat(gate.permits()).isEqualTo(6);
        }
    }

    @Test
    void furtherIsTwiceWhatItWasAndStillTheSameMove() throws Exception {
        try (LabPlant plant = under(30);
                Plant.Moving moving = plant.begin(MORE, LONGEST, Duration.ZERO)) {
            counted(moving, Setting.MOVED);
            moving.further(2);
            moving.pass(0.3);
            Phase held = moving.count(Setting.MOVED, 2);

            assertThat(held.throughput().value()).isCloseTo(120, within(1.0));
            assertThat(held.factor()).isEqualTo(1.5);
        }
        assertThat(gate.permits()).isEqualTo(6);
    }

    @Test
    void inSomebodyElsesServiceNothingGoesBeyondWhatWasAskedFor() throws Exception {
        try (LabPlant plant = under(30, risk());
                Plant.Moving moving = plant.begin(MORE, LONGEST, Duration.ZERO)) {
            counted(moving, Setting.MOVED);
            moving.further(2);
            moving.pass(0.3);

            assertThat(moving.count(Setting.MOVED, 2).throughput().value()).isCloseTo(90, within(1.0));
        }
        assertThat(gate.permits()).isEqualTo(6);
    }

    @Test
    void inSomebodyElsesServiceWhatMayBreakItForGoodIsNotBegun() {
        try (LabPlant plant = under(30, risk())) {
            assertThatThrownBy(() -> plant.begin(raise(6, 12), LONGEST, Duration.ZERO))
                    .isInstanceOf(ProbeException.class)
                    .hasMessageContaining("of its heap");
        }
        assertThat(gate.permits()).isEqualTo(6);
    }

    @Test
    void aRateThatIsGrantedInWholePermitsIsMovedByWhatItCameTo() throws Exception {
        gate.grants = 10;
        try (LabPlant plant = under(30);
                Plant.Moving moving = plant.begin(MORE, LONGEST, Duration.ZERO)) {
            assertThat(counted(moving, Setting.HOME).factor()).isEqualTo(1);
            assertThat(counted(moving, Setting.MOVED).factor()).isCloseTo(10 / 6.0, within(1e-9));
        }
    }

    @Test
    void whatIsLostForGoodIsNoPartOfTheFactor() throws Exception {
        Move more = new Move(Subject.CAPACITY, List.of(new Part("gate", "gate", 6, 8)), 2, Back.SET, Double.NaN);
        try (LabPlant plant = under(30);
                Plant.Moving moving = plant.begin(more, LONGEST, Duration.ZERO)) {
            assertThat(counted(moving, Setting.HOME).factor()).isEqualTo(1);
            assertThat(counted(moving, Setting.MOVED).factor()).isEqualTo(2);
        }
    }

    /** 4 of 6 are: twice as many work with two more. */
    @Test
    void furtherIsOfWhatWorks() throws Exception {
        Move more = new Move(Subject.CAPACITY, List.of(new Part("gate", "gate", 6, 7)), 1.5, Back.SET, Double.NaN);
        try (LabPlant plant = under(30);
                Plant.Moving moving = plant.begin(more, LONGEST, Duration.ZERO)) {
            moving.further(2);
            assertThat(gate.permits()).isEqualTo(8);
            moving.further(1.2);
            assertThat(gate.permits()).as("as far as it is moved").isEqualTo(7);
        }
    }

    @Test
    void whatIsNotMovedIsRefused() throws Exception {
        gate.grants = 6;
        try (LabPlant plant = under(30);
                Plant.Moving moving = plant.begin(MORE, LONGEST, Duration.ZERO)) {
            assertThatThrownBy(() -> moving.turn(Setting.MOVED))
                    .isInstanceOf(ProbeException.class)
                    .hasMessageContaining("gate was to be 9 and is 6");
        }
    }

    @Test
    void aPlaceboIsAsItWasFound() throws Exception {
        try (LabPlant plant = under(30);
                Plant.Moving moving = plant.begin(MORE, LONGEST, Duration.ZERO)) {
            moving.turn(Setting.MOVED);
            Phase placebo = counted(moving, Setting.PLACEBO);

            assertThat(placebo.throughput().value()).isCloseTo(60, within(1.0));
            assertThat(gate.permits()).isEqualTo(6);
        }
    }

    @Test
    void moreUsersAreThereWhileTheLoadIsRaisedAndGoAgain() throws Exception {
        Move more = new Move(Subject.LOAD, List.of(new Part("load", "the load", 3, 6)), 2, Back.SET, Double.NaN);
        try (LabPlant plant = under(3);
                Plant.Moving moving = plant.begin(more, LONGEST, Duration.ZERO)) {
            assertThat(counted(moving, Setting.HOME).throughput().value()).isCloseTo(30, within(1.0));
            assertThat(counted(moving, Setting.MOVED).throughput().value()).isCloseTo(60, within(1.0));
            assertThat(counted(moving, Setting.HOME).throughput().value()).isCloseTo(30, within(1.0));
        }
    }

    /** Twenty in a second at random are often fifteen or thirty. */
    @Test
    void anOpenLoadIsMovedByWhatHasCome() throws Exception {
        Move more = new Move(Subject.LOAD, List.of(new Part(Part.LOAD, "the load", 20, 40)), 2, Back.SET, Double.NaN);
        try (LabPlant plant = new LabPlant(gate, gate, Set.of(), arriving(20), 0.1, LONGEST, Optional.empty());
                Plant.Moving moving = plant.begin(more, LONGEST, Duration.ZERO)) {
            for (Setting setting : List.of(Setting.HOME, Setting.MOVED, Setting.PLACEBO)) {
                Phase phase = counted(moving, setting);

                assertThat(phase.factor()).isCloseTo(phase.throughput().value() / 20, within(0.06));
                assertThat(phase.factor()).isCloseTo(setting == Setting.MOVED ? 2 : 1, within(0.6));
            }
        }
    }

    /** Sixty are answered of eighty, and for two seconds more of the forty that come then. */
    @Test
    void whatMoreOfAnOpenLoadLeavesBehindIsNoThroughputAtHome() throws Exception {
        Move more = new Move(Subject.LOAD, List.of(new Part(Part.LOAD, "the load", 40, 80)), 2, Back.SET, Double.NaN);
        try (LabPlant plant = new LabPlant(gate, gate, Set.of(), arriving(40), 0.1, LONGEST, Optional.empty());
                Plant.Moving moving = plant.begin(more, LONGEST, Duration.ZERO)) {
            assertThat(counted(moving, Setting.MOVED).throughput().value()).isCloseTo(60, within(3.0));
            Phase home = counted(moving, Setting.HOME);

            assertThat(home.factor()).isCloseTo(home.throughput().value() / 40, within(0.1));
            assertThat(home.throughput().value()).isLessThan(52);
        }
    }

    @Test
    void moreThanIsAnsweredHasComeAllTheSame() throws Exception {
        Move more = new Move(Subject.LOAD, List.of(new Part(Part.LOAD, "the load", 70, 140)), 2, Back.SET, Double.NaN);
        try (LabPlant plant = new LabPlant(gate, gate, Set.of(), arriving(70), 0.1, LONGEST, Optional.empty());
                Plant.Moving moving = plant.begin(more, LONGEST, Duration.ZERO)) {
            Phase phase = counted(moving, Setting.MOVED);

            assertThat(phase.throughput().value()).isCloseTo(60, within(1.0));
            assertThat(phase.factor()).isCloseTo(2, within(0.4));
        }
    }

    /** Six users of six permits: neither more permits nor more users would bring more by themselves. */
    @Test
    void capacitiesAndUsersAreRaisedTogetherAndPutBack() throws Exception {
        Move all = new Move(
                Subject.EVERYTHING,
                List.of(new Part("gate", "gate", 6, 9), new Part(Part.LOAD, "the load", 6, 9)),
                1.5,
                Back.SET,
                Double.NaN);
        try (LabPlant plant = under(6)) {
            try (Plant.Moving moving = plant.begin(all, LONGEST, Duration.ZERO)) {
                assertThat(counted(moving, Setting.HOME).throughput().value()).isCloseTo(60, within(1.0));
                Phase moved = counted(moving, Setting.MOVED);
                assertThat(moved.throughput().value()).isCloseTo(90, within(1.0));
                assertThat(moved.factor()).isEqualTo(1.5);
                assertThat(counted(moving, Setting.HOME).throughput().value()).isCloseTo(60, within(1.0));
            }
            assertThat(gate.permits()).isEqualTo(6);
        }
    }

    @Test
    void aWindowInWhichTheMoveWasNotHeldIsNotCounted() throws Exception {
        gate.loseAt(9);
        try (LabPlant plant = under(30)) {
            try (Plant.Moving moving = plant.begin(MORE, LONGEST, Duration.ZERO)) {
                assertThatThrownBy(() -> counted(moving, Setting.MOVED)).isInstanceOf(LeaseLost.class);
            }
        }
        assertThat(gate.permits()).isEqualTo(6);
    }

    @Test
    void whatCannotBeMovedSaysSoBeforeTimeIsSpentOnIt() throws Exception {
        Move other = new Move(Subject.CAPACITY, List.of(new Part("other", "other", 5, 6)), 1.2, Back.SET, Double.NaN);
        try (LabPlant plant = under(30)) {
            assertThatThrownBy(() -> plant.begin(other, LONGEST, Duration.ZERO))
                    .isInstanceOf(ProbeException.class)
                    .hasMessage("nothing is named other");
        }
        assertThat(gate.permits()).isEqualTo(6);
    }

    private static Load arriving(double perSecond) {
        return new Load.Open(Rate.perSecond(perSecond), Duration.ofSeconds(10), Transport.DEFAULT, Optional.empty())
                .arriving(Arrivals.POISSON, 1);
    }

    private static Load users(int users) {
        return new Load.Closed(
                users,
                Duration.ZERO,
                Duration.ZERO,
                new Until.Elapsed(Duration.ofSeconds(10)),
                Transport.DEFAULT,
                Optional.empty());
    }
}
