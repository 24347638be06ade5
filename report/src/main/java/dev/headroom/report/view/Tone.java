package dev.headroom.report.view;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Diagnosed;
import java.util.Locale;

/** How the answer for one variant is coloured: what a reader must see before reading. */
public enum Tone {
    /** Something inside the service, or its downstream, binds. */
    BOUND,
    /** Nothing binds: the load is the limit. */
    FREE,
    /** No verdict on the service: the run is void, never settled, or saw too little. */
    OPEN,
    /** The run broke off. */
    FAILED;

    public static Tone of(Diagnosed run) {
        if (run.failure().isPresent()) {
            return FAILED;
        }
        return run.diagnosis()
                .map(diagnosis -> switch (diagnosis.verdict()) {
                    case LIMIT, DOWNSTREAM_IS_THE_LIMIT -> BOUND;
                    case LOAD_IS_THE_LIMIT -> FREE;
                    case GENERATOR_IS_THE_LIMIT, NOT_STATIONARY, ALL_REQUESTS_FAIL, UNKNOWN -> OPEN;
                })
                .orElse(OPEN);
    }

    /** The generator was the limit: the figures say nothing about the service. */
    public static boolean isVoid(Diagnosed run) {
        return run.diagnosis()
                .filter(diagnosis -> diagnosis.verdict() == Diagnosis.Verdict.GENERATOR_IS_THE_LIMIT)
                .isPresent();
    }

    public String css() {
        return name().toLowerCase(Locale.ROOT);
    }
}
