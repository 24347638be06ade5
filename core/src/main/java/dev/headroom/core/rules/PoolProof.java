package dev.headroom.core.rules;

import dev.headroom.core.evidence.EventLoops;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Station;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A saturated pool whose workers are kept by nothing but their tasks: servlet threads, event loops, a fork-join pool,
 * an executor, the permits of a semaphore or the connections of a pool where the probe counts them.
 */
final class PoolProof {

    private PoolProof() {}

    static Finding of(Station pool, Evidence evidence) {
        return Terms.of(pool, evidence)
                .map(terms -> proved(pool, terms, evidence))
                .orElseGet(() -> suspected(pool, evidence));
    }

    private static Finding proved(Station pool, Terms terms, Evidence evidence) {
        List<String> notes = new ArrayList<>();
        EventLoops.others(pool).ifPresent(notes::add);
        Helpers.of(pool, evidence).ifPresent(helpers -> notes.add(helpers.words(pool)));
        evidence.chain().toBinding().stream()
                .filter(link -> link.asynchronous())
                .forEach(
                        link -> notes.add(
                                "The link from " + link.caller().name() + " to "
                                        + link.callee().name()
                                        + " is asynchronous: the first hands its requests over and waits for"
                                        + " no one. Inferred from counts of requests in flight and queued tasks, not from stack traces."));
        return new Finding(
                pool.limit(terms.workers()),
                Optional.of(pool),
                Optional.of(terms),
                Optional.of(Remedies.of(pool, terms, evidence)),
                NextLimits.after(pool, terms, evidence),
                LimitSentences.limit(pool, terms, evidence),
                notes);
    }

    private static Finding suspected(Station pool, Evidence evidence) {
        return new Finding(
                pool.limit(),
                Optional.of(pool),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                LimitSentences.suspected(pool, evidence),
                List.of());
    }
}
