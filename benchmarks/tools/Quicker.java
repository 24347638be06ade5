import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import java.time.Duration;

/** A first look: the same users, two requests each or 10 s. */
final class Quicker {
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final int EACH = 2;

    private Quicker() {}

    static Load of(Load load) {
        if (!(load instanceof Load.Closed closed)) {
            return load;
        }
        Until until =
                switch (closed.until()) {
                    case Until.Iterations all -> new Until.Iterations(Math.min(EACH, all.perUser()));
                    case Until.Requests all ->
                        new Until.Requests(Math.min((long) EACH * closed.users(), all.total()));
                    case Until.Elapsed all ->
                        new Until.Elapsed(all.duration().compareTo(LONGEST) < 0 ? all.duration() : LONGEST);
                };
        return new Load.Closed(
                closed.users(),
                closed.rampUp(),
                closed.thinkTime(),
                until,
                closed.transport(),
                closed.warmUp().map(full -> new Load.WarmUp(full.users(), Duration.ofSeconds(2))));
    }
}
