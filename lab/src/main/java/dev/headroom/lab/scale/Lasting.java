package dev.headroom.lab.scale;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.UserStage;
import java.time.Duration;
import java.util.List;

/** How long a load sends, from its first request to its last, as far as that is asked for. */
public final class Lasting {

    /** Halvings of a load: of a day to well below a second. */
    private static final int STEPS = 30;

    private Lasting() {}

    /** Zero where nobody knows. Its last arrivals, users or stages may be so few that it is over before its time. */
    public static Duration of(Load load) {
        Duration asked = load.length().orElse(Duration.ZERO);
        return switch (load) {
            case Load.Open open -> Times.ofSeconds(lastArrival(open));
            case Load.Closed closed -> asked.minus(leaving(closed.stages()));
            case Load.Tool tool -> asked;
        };
    }

    /** When all arrivals but one have come. */
    private static double lastArrival(Load.Open load) {
        double least = 0;
        double most = Times.seconds(load.duration());
        double before = load.arrivalsBy(most) - 1;
        for (int i = 0; i < STEPS; i++) {
            double middle = (least + most) / 2;
            if (load.arrivalsBy(middle) < before) {
                least = middle;
            } else {
                most = middle;
            }
        }
        return most;
    }

    /** The last stages, in which users leave until none is there. */
    private static Duration leaving(List<UserStage> stages) {
        Duration leaving = Duration.ZERO;
        for (UserStage stage : stages.reversed()) {
            if (stage.to() > 0) {
                return leaving;
            }
            leaving = leaving.plus(stage.duration());
        }
        return leaving;
    }
}
