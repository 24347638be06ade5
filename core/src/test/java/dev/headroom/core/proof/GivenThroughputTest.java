package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Throughput that has no more to gain, since no more is asked for: what requests wait for tells. */
class GivenThroughputTest extends Simulated {

    private static final List<Setting> ABBA = List.of(Setting.HOME, Setting.MOVED, Setting.MOVED, Setting.PLACEBO);

    /** 1,000 users who think for a second before ten workers of 10 ms. */
    private static Measured thinking() {
        Load.Closed users = Counts.closed(1_000, 1, new Until.Elapsed(Duration.ofSeconds(60)));
        double x = 961;
        return Measured.run(users, Counts.of(users, x, 0.0406, 60), seen(x, 39, 0.0406, 0.01))
                .alone(0.01, alone(0.01));
    }

    /** 96/s for ten workers of 100 ms, behind which a burst stood while it was diagnosed. */
    private static Measured burst() {
        Load.Open load = Counts.open(96, 60);
        return Measured.run(load, Counts.of(load, 1_000, 0.4), seen(96, 38.4, 0.4, 0.1))
                .alone(0.1, alone(0.1));
    }

    /** Ten workers of which 9.6 are at work, before whom the others wait. */
    private static Seen seen(double x, double inFlight, double response, double held) {
        return Seen.during(60)
                .pool(Seen.tomcat(200)
                        .active(inFlight)
                        .completed(60 * x)
                        .byCompletions(response)
                        .waitsForPool(TASKS, inFlight))
                .pool(Seen.pool(TASKS, StationKind.EXECUTOR)
                        .maximum(10)
                        .active(9.6)
                        .queue(inFlight - 9.6, 0)
                        .saturated(0.9)
                        .completed(60 * x)
                        .byCompletions(held)
                        .doing(Activity.SLEEPING, 9.6))
                .lever(TOMCAT, 200, true)
                .lever(TASKS, 10, true);
    }

    private static Seen alone(double held) {
        return Seen.during(2)
                .pool(Seen.tomcat(200)
                        .active(1)
                        .completed(2 / held)
                        .byCompletions(held)
                        .waitsForPool(TASKS, 1))
                .pool(Seen.pool(TASKS, StationKind.EXECUTOR)
                        .maximum(10)
                        .active(1)
                        .completed(2 / held)
                        .byCompletions(held)
                        .doing(Activity.SLEEPING, 1));
    }

    private static Intervention windows(Move move, double x, double home, double moved) {
        List<Phase> phases = IntStream.range(0, 16)
                .mapToObj(number -> {
                    Setting setting = ABBA.get(number % ABBA.size());
                    boolean is = setting == Setting.MOVED;
                    return new Phase(
                            setting,
                            Duration.ofSeconds(number),
                            Duration.ofSeconds(1),
                            is ? move.factor() : 1,
                            Measure.exact(x * (is ? 1.005 : 1) * (1 + number % 3 / 1_000.0), "told"),
                            (is ? moved : home) * (1 + number % 3 / 100.0),
                            0,
                            Double.NaN,
                            Double.NaN);
                })
                .toList();
        Reading reading = Reading.of(move, phases, 0.001, true);
        return new Intervention(
                move, phases, reading.outcome(), reading.elasticity(), reading.placebo(), reading.note(), List.of());
    }

    @Test
    void whatThinkingUsersWaitForIsProvedByTheWaitThatGoes() {
        Measured run = thinking();
        Case about = Case.of(run.measurement(), run.diagnosis());
        assertThat(about.found().bindingLimit().map(Limit::pool)).contains(TASKS);
        Move move = new Campaign(about, Rights.ALL).next(done).orElseThrow();
        assertThat(move.expected()).isBetween(0.02, 0.035);

        done.add(windows(move, 961, 0.0406, 0.0102));

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.FULL);
        Diagnosis diagnosis = Ruling.of(about, done);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.WAIT_GONE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
    }

    /** Of two in series of one size the second has no queue of its own, and takes the same wait away or none. */
    @Test
    void ofTwoOfOneSizeTheOtherIsJudgedByTheWaitAsWell() {
        Load.Closed users = Counts.closed(1_000, 1, new Until.Elapsed(Duration.ofSeconds(60)));
        Measured run = Measured.run(
                        users,
                        Counts.of(users, 961, 0.0406, 60),
                        seen(961, 39, 0.0406, 0.01)
                                .resource(Seen.resource(ORDERS, StationKind.CONNECTION_POOL)
                                        .capacity(10)
                                        .used(9.6, 0))
                                .lever(ORDERS, 10, true))
                .alone(0.01, alone(0.01));
        Case about = Case.of(run.measurement(), run.diagnosis());
        Campaign campaign = new Campaign(about, Rights.ALL);
        done.add(windows(campaign.next(done).orElseThrow(), 961, 0.0406, 0.0406));

        Move other = campaign.next(done).orElseThrow();
        assertThat(other.concerns(ORDERS)).isTrue();
        assertThat(other.expected()).isPositive();
        done.add(windows(other, 961, 0.0406, 0.0102));

        assertThat(done.getLast().outcome()).isEqualTo(Outcome.FULL);
        Diagnosis diagnosis = Ruling.of(about, done);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(ORDERS);
        assertThat(grounds(diagnosis)).isNotEqualTo(Grounds.RAISED_TOGETHER);
    }

    /** X hardly changes whatever is raised; that fewer would give less says nothing. */
    @Test
    void whatThinkingUsersDoNotWaitForIsNotMadeSmaller() {
        Measured run = thinking();
        Case about = Case.of(run.measurement(), run.diagnosis());
        Campaign campaign = new Campaign(about, Rights.ALL);
        done.add(windows(campaign.next(done).orElseThrow(), 961, 0.0406, 0.0406));

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(campaign.next(done).filter(next -> !next.up())).isEmpty();
        assertThat(Ruling.of(about, done).bindingLimit().map(Limit::pool)).isNotEqualTo(Optional.of(TASKS));
    }

    @Test
    void aWaitThatWasGoneBeforeTheRaiseRefutesNothing() {
        Measured run = burst();
        Case about = Case.of(run.measurement(), run.diagnosis());
        assertThat(about.isCarried()).isTrue();
        assertThat(about.found().bindingLimit().map(Limit::pool)).contains(TASKS);
        Move move = new Campaign(about, Rights.GUEST).next(done).orElseThrow();
        done.add(windows(move, 96, 0.13, 0.13));
        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.NONE);

        Diagnosis diagnosis = Ruling.of(about, done);

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.OTHER_STATE);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.NOT_STATIONARY);
        assertThat(diagnosis.summary()).contains("a response took 0.4 s while it was counted, and 0.13");
    }

    @Test
    void aWaitThatIsStillThereAndDoesNotGoRefutes() {
        Measured run = burst();
        Case about = Case.of(run.measurement(), run.diagnosis());
        Move move = new Campaign(about, Rights.GUEST).next(done).orElseThrow();
        done.add(windows(move, 96, 0.39, 0.39));

        assertThat(grounds(Ruling.of(about, done))).isEqualTo(Grounds.ANOTHER_REFUTED);
    }
}
