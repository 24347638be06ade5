package dev.headroom.core.rules;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.observation.Station;
import java.util.List;
import java.util.Optional;

/**
 * The result of one rule: the evidence in a sentence, the terms of its ceiling, the remedy.
 *
 * @param pool the saturated pool whose workers the terms count; only such a claim can be proved in one run
 * @param terms m, V and S; empty where one of them was not seen
 */
public record Finding(
        Limit limit,
        Optional<Station> pool,
        Optional<Terms> terms,
        Optional<Remedy> remedy,
        Optional<NextLimit> next,
        String summary,
        List<String> notes) {

    public Finding {
        notes = List.copyOf(notes);
    }

    Finding saying(String words) {
        return new Finding(limit, pool, terms, remedy, next, words, notes);
    }

    Finding lifted(Remedy other) {
        return new Finding(limit, pool, terms, Optional.of(other), next, summary, notes);
    }

    /** Of which m, V and S are not known. */
    static Finding of(Limit limit, Remedy remedy, String summary) {
        return of(limit, Optional.empty(), remedy, summary);
    }

    static Finding of(Limit limit, Optional<Terms> terms, Remedy remedy, String summary) {
        return new Finding(limit, Optional.empty(), terms, Optional.of(remedy), Optional.empty(), summary, List.of());
    }
}
