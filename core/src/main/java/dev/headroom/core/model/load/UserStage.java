package dev.headroom.core.model.load;

import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a closed load in which there are as many users all the time, or evenly more or fewer.
 *
 * @param from users at its start
 * @param to users at its end
 */
public record UserStage(int from, int to, Duration duration) {

    public static UserStage constant(int users, Duration duration) {
        return new UserStage(users, users, duration);
    }

    public boolean isConstant() {
        return from == to;
    }

    /**
     * So many users from then on.
     *
     * @param at nanoseconds from the start of the load
     */
    public record Level(long at, int users) {}

    /**
     * When the number of users changes, in order. Of users who come within a stage the first comes at once, as in a ramp-up; of those who leave the last
     * goes at its end.
     */
    public static List<Level> levels(List<UserStage> stages) {
        List<Level> levels = new ArrayList<>();
        long start = 0;
        int users = 0;
        for (UserStage stage : stages) {
            if (stage.from != users) {
                levels.add(new Level(start, stage.from));
            }
            int changes = Math.abs(stage.to - stage.from);
            long length = stage.duration.toNanos();
            for (int i = 0; i < changes; i++) {
                boolean comes = stage.to > stage.from;
                levels.add(new Level(
                        start + Math.round((double) length * (comes ? i : i + 1) / changes),
                        comes ? stage.from + i + 1 : stage.from - i - 1));
            }
            users = stage.to;
            start += length;
        }
        return levels;
    }

    /** How many there are on average from one moment of the load to another, rounded. */
    static int mean(List<UserStage> stages, Duration from, Duration to) {
        double start = 0;
        double sum = 0;
        for (UserStage stage : stages) {
            double length = Times.seconds(stage.duration);
            double first = Math.clamp((Times.seconds(from) - start) / length, 0, 1);
            double last = Math.clamp((Times.seconds(to) - start) / length, 0, 1);
            sum += length * (last - first) * (stage.from + (stage.to - stage.from) * (first + last) / 2);
            start += length;
        }
        return (int) Math.round(sum / Times.seconds(to.minus(from)));
    }

    /** The same in that share of its time. */
    UserStage lasting(double share) {
        return new UserStage(from, to, Times.ofSeconds(share * Times.seconds(duration)));
    }
}
