package dev.headroom.lab;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.process.TimeAllowed;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A few users by a load tool. It starts anew for them: what its first requests take longer, while it loads its own code, is left out,
 * whenever it tells of them. Its time counts from its first request.
 */
final class ToolUsers {

    private static final Duration EVERY = Duration.ofMillis(20);

    /** Of which the answers do not count, where there are later ones. */
    private static final Duration COLD = Duration.ofSeconds(1);

    private static final int FEWEST = 2;

    private ToolUsers() {}

    static OneUser measure(Loading bench, Load asked, Pace pace) throws InterruptedException, ServiceException {
        Duration length = pace.oneUserEnough().plus(COLD);
        Load load = lasting(asked, length);
        Instant start = Instant.now();
        try (RunningLoad running = bench.start(load)) {
            while (bench.pause(running, EVERY, Phase.ONE_USER)) {
                boolean begun = running.counted().isDone();
                Duration since = Duration.between(begun ? running.counted().join() : start, Instant.now());
                // a script that was told how long ends by itself, and has told all of it then
                boolean enough = load.length().isEmpty() && since.compareTo(length) > 0;
                if (enough
                        || since.compareTo(begun ? pace.oneUserLongest().plus(length) : TimeAllowed.START_AND_END)
                                > 0) {
                    running.stop();
                }
            }
            Instant from =
                    running.counted().isCancelled() ? start : running.counted().join();
            Counts all = running.counts();
            Counts first = Optional.of(running.early())
                    .filter(before -> all.succeeded() - before.succeeded() >= FEWEST)
                    .orElse(new Counts(0, 0, 0, 0, 0, 0, List.of()));
            long answers = all.succeeded() - first.succeeded();
            return new OneUser(
                    OneUser.response(
                            "a single user of the script",
                            answers,
                            all.seconds() - first.seconds(),
                            all.squares() - first.squares(),
                            0),
                    answers,
                    Optional.empty(),
                    new Window(from, Duration.between(from, Instant.now())));
        }
    }

    private static Load lasting(Load asked, Duration length) {
        return switch (asked) {
            case Load.Tool tool -> tool.told(tool.users(), tool.length().map(own -> length));
            case Load.Closed closed -> closed.with(closed.users(), Duration.ZERO, new Until.Elapsed(length));
            case Load.Open open -> open.within(length);
        };
    }
}
