package dev.headroom.lab;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.lab.running.Way;
import java.time.Duration;

/**
 * How a watched service is treated that ran before: as whoever owns it allows, for it is not ours.
 *
 * @param by how it is watched
 * @param consent asked before each move
 */
public record Guest(Way by, Consent consent) {

    /** Nothing is loaded into it, and nothing of it is moved. */
    public static final Guest UNTOUCHED = new Guest(Way.DUMP, (found, seen, move, longest) -> false);

    /** Whoever may agree to a move. */
    @FunctionalInterface
    public interface Consent {
        /** @param longest until what is moved is back */
        boolean given(Diagnosis found, Observation seen, Move move, Duration longest);
    }
}
