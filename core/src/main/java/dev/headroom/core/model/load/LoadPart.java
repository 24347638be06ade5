package dev.headroom.core.model.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Part of a load, from its start.
 *
 * @param index among the stages
 */
public record LoadPart(int index, Duration start, Duration end) {

    /** The last of the stages that is like that. */
    static Optional<LoadPart> last(List<Duration> stages, IntPredicate like) {
        Duration end = stages.stream().reduce(Duration.ZERO, Duration::plus);
        for (int index = stages.size() - 1; index >= 0; index--) {
            Duration start = end.minus(stages.get(index));
            if (like.test(index)) {
                return Optional.of(new LoadPart(index, start, end));
            }
            end = start;
        }
        return Optional.empty();
    }
}
