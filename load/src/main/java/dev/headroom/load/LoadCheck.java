package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import java.time.Duration;

/** Says what is wrong with a load that cannot be put. */
final class LoadCheck {

    private LoadCheck() {}

    static void check(Load load) {
        switch (load) {
            case Load.Open open -> {
                require(open.rate().perSecond() > 0, "an open load needs a rate above 0");
                require(Double.isFinite(open.rate().perSecond()), "an open load needs a finite rate");
                requirePositive(open.duration(), "the duration of an open load");
                require(
                        open.connections().orElse(1) > 0,
                        "an open load needs at least one connection, not "
                                + open.connections().orElse(1));
                open.stages().forEach(stage -> requirePositive(stage.duration(), "the duration of a stage"));
            }
            case Load.Closed closed -> {
                require(closed.users() > 0, "a closed load needs at least one user, not " + closed.users());
                require(!closed.rampUp().isNegative(), "a ramp-up cannot take " + closed.rampUp());
                require(!closed.thinkTime().isNegative(), "a user cannot think for " + closed.thinkTime());
                closed.stages().forEach(stage -> requirePositive(stage.duration(), "the duration of a stage"));
                until(closed.until());
            }
            case Load.Tool tool -> {
                require(
                        tool.users().orElse(1) > 0,
                        "a script needs at least one user, not " + tool.users().orElse(1));
                tool.length().ifPresent(length -> requirePositive(length, "the duration of a script"));
            }
        }
        load.warmUp().ifPresent(warmUp -> {
            require(warmUp.users() > 0, "a warm-up needs at least one user, not " + warmUp.users());
            requirePositive(warmUp.duration(), "the duration of a warm-up");
        });
    }

    private static void until(Until until) {
        switch (until) {
            case Until.Iterations each ->
                require(each.perUser() > 0, "a user cannot send " + each.perUser() + " requests");
            case Until.Requests all -> require(all.total() > 0, "a load cannot have " + all.total() + " requests");
            case Until.Elapsed elapsed -> requirePositive(elapsed.duration(), "the duration of a closed load");
        }
    }

    private static void requirePositive(Duration duration, String what) {
        require(!duration.isNegative() && !duration.isZero(), what + " must be above 0, not " + duration);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
