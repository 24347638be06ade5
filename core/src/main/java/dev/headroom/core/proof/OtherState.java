package dev.headroom.core.proof;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Elasticity.Answer;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * The state in which limits were moved, where it is not the one that was diagnosed: then they say nothing of that.
 *
 * @param by the move that shows it
 * @param trouble what differs, for the reader
 */
record OtherState(Intervention by, String trouble) {

    /** Throughput when limits were moved, relative to when it was diagnosed, beyond which it is not the same state. */
    private static final double SAME_STATE = Thresholds.CEILING_ERROR;

    /** Failed responses (0 to 1) from which a load that is started again may meet what the last one left behind. */
    private static final double FAILING = Thresholds.SLIGHT;

    /** Of the wait that a raise should take away (0 to 1), what may be gone before: the answer of the rest still tells. */
    private static final double GONE = Thresholds.FIFTH;

    static Optional<OtherState> in(Case about, List<Intervention> done) {
        return Campaign.beforeOneStays(done)
                .filter(one -> !one.phases().isEmpty())
                .flatMap(one ->
                        throughput(about, one)
                                .or(() -> isAnswered(done) ? Optional.empty() : wait(about, one))
                                .stream())
                .findFirst();
    }

    /** Of a wait that another move took away as the law says, no more was gone before than it allows. */
    private static boolean isAnswered(List<Intervention> done) {
        return done.stream().anyMatch(one -> one.outcome() == Outcome.FULL && isOfWait(one));
    }

    private static boolean isOfWait(Intervention one) {
        return one.elasticity().map(Elasticity::of).filter(Answer.WAIT::equals).isPresent();
    }

    /** The load that is started again, while nothing was moved yet, gave far more or less than when it was diagnosed. */
    private static Optional<OtherState> throughput(Case about, Intervention one) {
        if (about.isCarried()
                || about.evidence().isObserved()
                || about.evidence().workload().failedShare() > FAILING) {
            return Optional.empty();
        }
        Measure home = Reading.home(one.phases());
        Measure throughput = about.evidence().workload().throughput();
        double diagnosed = throughput.value();
        double chance = throughput.knownError() + home.knownError();
        return Math.abs(home.value() - diagnosed) > Math.max(SAME_STATE * diagnosed, chance)
                ? Optional.of(new OtherState(
                        one,
                        "the same load gave " + Numbers.rate(diagnosed) + " while it was counted, and "
                                + Numbers.rate(home.value()) + " afterwards"))
                : fullByHomeAlone(one, throughput, home);
    }

    /** A raise that throughput at home says was answered in full surely was not by what was diagnosed: the less it was raised, the more a lower home counts. */
    private static Optional<OtherState> fullByHomeAlone(Intervention one, Measure diagnosed, Measure home) {
        List<Phase> raised = one.phases().stream().filter(Phase::isMoved).toList();
        if (raised.isEmpty() || one.outcome() != Outcome.FULL || !one.move().up() || isOfWait(one)) {
            return Optional.empty();
        }
        Measure moved = Reading.mean(raised.stream());
        double factor =
                SampleMean.of(raised.stream().map(Phase::factor).toList()).mean();
        double asked = Math.pow(factor, 1 - Share.SAME);
        return moved.value() + moved.knownError() < asked * (diagnosed.value() - diagnosed.knownError())
                ? Optional.of(new OtherState(
                        one,
                        "the same load gave " + Numbers.rate(diagnosed.value()) + " while it was counted; raised by "
                                + Numbers.of(factor) + " it gave " + Numbers.rate(moved.value())
                                + ", which is in full only of the " + Numbers.rate(home.value()) + " in between"))
                : Optional.empty();
    }

    /** The wait that a raise should take away, and did not, was gone while nothing was moved: a backlog of a burst that was served, or that the rehearsal has drained. */
    private static Optional<OtherState> wait(Case about, Intervention one) {
        boolean missed = Campaign.isNotInFull(one) && isOfWait(one);
        List<Phase> home = one.phases().stream().filter(Reading::wasHome).toList();
        if (!missed || home.isEmpty()) {
            return Optional.empty();
        }
        boolean byClock = home.stream().allMatch(phase -> Double.isFinite(phase.response()));
        Workload workload = about.evidence().workload();
        double diagnosed = byClock
                ? workload.response()
                : LittlesLaw.time(workload.inFlight(), workload.throughput().value());
        SampleMean now = SampleMean.of(home.stream()
                .map(phase -> byClock ? phase.response() : Reading.inFlightOverAnswered(phase))
                .toList());
        double allowed = Math.max(GONE * one.move().expected(), Thresholds.SIGMAS * now.error());
        return diagnosed - now.mean() > allowed
                ? Optional.of(new OtherState(
                        one,
                        "a response took " + Numbers.seconds(diagnosed) + " while it was counted, and "
                                + Numbers.seconds(now.mean()) + " afterwards, before "
                                + one.move().name()
                                + " was larger"))
                : Optional.empty();
    }
}
