package dev.headroom.lab;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Abort;
import dev.headroom.core.text.Numbers;
import dev.headroom.load.recording.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a load fails so much that it is to be given up: of the requests that ended within a stretch of time, at least a share failed. */
final class Aborting {

    /** Of fewer requests a share says little. */
    private static final long FEWEST = 20;

    private final Abort when;
    private final List<Counts> looks = new ArrayList<>();

    Aborting(Abort when) {
        this.when = when;
    }

    /** Why it is to be given up; empty where it goes on. A load that has not lasted for so long yet does. */
    Optional<String> look(Counts counts) {
        long from = counts.at() - when.within().toNanos();
        looks.add(counts);
        while (looks.size() > 1 && looks.get(1).at() <= from) {
            looks.removeFirst();
        }
        Counts first = looks.getFirst();
        long ended = counts.ended() - first.ended();
        double failed = ended == 0 ? 0 : (double) (counts.failed() - first.failed()) / ended;
        return first.at() <= from && ended >= FEWEST && failed >= when.errors()
                ? Optional.of(
                        "the load was given up: of the %s requests that ended in the last %s, %s failed, and `abort` says %s"
                                .formatted(
                                        Numbers.whole(ended),
                                        Numbers.time(Times.seconds(when.within())),
                                        Numbers.percent(failed),
                                        Numbers.percent(when.errors())))
                : Optional.empty();
    }
}
