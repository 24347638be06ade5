package dev.headroom.report.text;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.core.model.result.Run;
import java.util.Locale;
import java.util.OptionalDouble;

/** How the answer for one variant is coloured: what a reader must see before reading. */
public enum Tone {
    /** Something inside the service, or its downstream, binds. */
    BOUND,
    /** Nothing binds: the load is the limit. */
    FREE,
    /** Nothing binds, but a response takes much longer than the limit of physics: its own work does, one call after the other. */
    SLOW,
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
                    case LOAD_IS_THE_LIMIT -> overPhysics(run).orElse(0) >= MUCH_LONGER ? SLOW : FREE;
                    case GENERATOR_IS_THE_LIMIT, NOT_STATIONARY, ALL_REQUESTS_FAIL, UNKNOWN -> OPEN;
                })
                .orElse(OPEN);
    }

    /** A mean response over that of physics, from which it is told. */
    private static final double MUCH_LONGER = 1.5;

    /** How many times as long as by physics a mean response takes; empty where either is not known. */
    public static OptionalDouble overPhysics(Diagnosed diagnosed) {
        return diagnosed instanceof Run run
                ? run.physics().stream()
                        .flatMap(physics -> physics.responseTime().stream())
                        .map(Times::seconds)
                        .filter(least -> least > 0)
                        .flatMap(least -> run.result().stream()
                                .filter(result -> result.succeeded() > 0)
                                .map(result -> Times.seconds(result.latency().mean()) / least))
                        .mapToDouble(Double::doubleValue)
                        .findFirst()
                : OptionalDouble.empty();
    }

    public boolean isFree() {
        return this == FREE || this == SLOW;
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
