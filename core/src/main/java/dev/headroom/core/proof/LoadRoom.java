package dev.headroom.core.proof;

import dev.headroom.core.model.diagnosis.Elasticity.Answer;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import java.util.List;

/**
 * Much more load that is answered in part, and surely by as much as the least that is tried: what binds does so above that, unless a lesser raise says otherwise. X(f N) >= X(N) f^e, and no limit is full at less than
 * what it gives.
 */
final class LoadRoom {

    private LoadRoom() {}

    /** @param load that was raised */
    static boolean isLeft(Intervention load, List<Intervention> done) {
        boolean surely = load.elasticity()
                .filter(its -> its.of() == Answer.THROUGHPUT)
                .filter(its -> Math.pow(load.move().factor(), its.low()) >= Steps.LEAST)
                .isPresent();
        return surely
                && !Campaign.addsFailures(load)
                && done.stream()
                        .filter(one -> one.move().subject() == Subject.LOAD)
                        .noneMatch(one -> one.move().factor() < load.move().factor() && Campaign.isNotInFull(one));
    }
}
