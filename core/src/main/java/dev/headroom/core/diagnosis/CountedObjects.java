package dev.headroom.core.diagnosis;

import dev.headroom.core.conservation.LiveObjects;
import dev.headroom.core.conservation.LiveObjects.Split;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Limit;
import dev.headroom.core.model.diagnosis.LimitKind;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** A limit whose capacity no way in shows, from the objects that live because of it ({@link LiveObjects}). It stays suspected: nothing was moved. */
public final class CountedObjects {

    private static final Set<LimitKind> COUNTABLE = EnumSet.of(
            LimitKind.UNKNOWN,
            LimitKind.WORKER_POOL,
            LimitKind.EVENT_LOOPS,
            LimitKind.CONNECTION_POOL,
            LimitKind.OBJECT_POOL,
            LimitKind.SEMAPHORE,
            LimitKind.LOCK);

    private CountedObjects() {}

    /** Whether counting them would tell what is not known yet. */
    public static boolean wouldTell(Diagnosis found) {
        return found.verdict() == Verdict.LIMIT
                && found.account().unloaded().isPresent()
                && found.bindingLimit()
                        .filter(limit -> limit.workers().isEmpty() && COUNTABLE.contains(limit.kind()))
                        .isPresent();
    }

    public static Diagnosis with(Diagnosis found, Split split) {
        Limit limit = found.bindingLimit().orElseThrow();
        return found.toBuilder()
                .limit(new Limit(limit.kind(), limit.station(), limit.pool(), OptionalInt.of(split.past())))
                .saying("Of " + (split.past() + split.waiting()) + " requests in flight "
                        + split.waiting() + " wait, and no more than " + split.past()
                        + " are let past at a time: so says the heap.")
                .note("In the heap are, under load and in count after count, "
                        + (split.waiters().isEmpty()
                                ? ""
                                : split.waiting() + " objects more of " + some(split.waiters())
                                        + " than with nobody, and none more with one user"
                                        + (split.workers().isEmpty() ? "" : "; and "))
                        + (split.workers().isEmpty() ? "" : split.past() + " more of " + some(split.workers()))
                        + ".")
                .build();
    }

    private static String some(List<String> types) {
        return types.stream().limit(2).collect(Collectors.joining(", "));
    }
}
