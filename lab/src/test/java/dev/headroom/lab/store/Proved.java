package dev.headroom.lab.store;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Diagnosis.Lifted;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Rival;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Baseline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What a verdict stands on: the service with one user, where the time goes, who lost, what was moved. */
final class Proved {

    static final CallSite SITE = new CallSite("dev.example.Users.load:42", Activity.AWAITING_DOWNSTREAM, 6.5);

    private Proved() {}

    static Baseline baseline(Instant start) {
        Observation seen = Seen.everything(start.minusSeconds(10));
        return new Baseline(
                new Measure(0.341, 0.002, "a single user, 20 answers"),
                Optional.of(new Measure(0.347, Double.NaN, "a single user, 1 answer")),
                Optional.of(new Measure(0.341, 0.002, "a single user, 20 answers")),
                true,
                Optional.of(seen.withSeries(List.of())));
    }

    static Account account() {
        return new Account(
                Optional.of(new Measure(0.341, 0.002, "a single user, 20 answers")),
                Optional.of(Measure.exact(20, "offered")),
                false,
                List.of(
                        new Place(Place.Kind.QUEUED, "common-pool", "", 560, 53, 0),
                        new Place(Place.Kind.NOT_FOUND, "", "", 0.5, 0.05, Double.NaN)),
                OptionalDouble.of(0.97));
    }

    static List<Rival> rivals() {
        return List.of(new Rival(
                new Limit(LimitKind.RATE_LIMITER, "limiter#1", OptionalInt.empty()),
                0.2,
                OptionalDouble.empty(),
                "its holders wait for common-pool"));
    }

    static Proof proof() {
        Limit limit = new Limit(LimitKind.WORKER_POOL, "common-pool", OptionalInt.of(7));
        return new Proof(Diagnosis.Grounds.UNDECIDED, 0, List.of(limit), Optional.of(limit));
    }

    static Lifted lifted() {
        return new Lifted("own-pool", Lifted.How.NO_BACKLOG, 20.1, List.of("pool.size"));
    }

    static List<Intervention> moves() {
        return List.of(new Intervention(
                new Intervention.Move(
                        Intervention.Subject.CAPACITY,
                        List.of(new Intervention.Part("common-pool", "the common pool", 7, 14)),
                        2,
                        Intervention.Back.OCCUPIED,
                        Double.NaN),
                List.of(new Intervention.Phase(
                        Intervention.Setting.PLACEBO,
                        Duration.ofMillis(500),
                        Duration.ofMillis(990),
                        1,
                        new Measure(10.6, Double.NaN, "good answers in 990 ms"),
                        0.35,
                        0.5,
                        Double.NaN,
                        Double.NaN)),
                Intervention.Outcome.UNDECIDED,
                Optional.of(new Elasticity(Elasticity.Answer.THROUGHPUT, 0.9, 0.75, 1.1, 0.999, 24)),
                Optional.empty(),
                "a note",
                List.of(new Intervention.Point(Duration.ofMillis(125), 12.5))));
    }
}
