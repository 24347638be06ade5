package dev.headroom.lab;

import dev.headroom.core.conservation.LiveObjects;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress.Phase;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.ClassHistogram;
import dev.headroom.probe.jvm.ProcessId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts the objects of a service whose limit shows no capacity: with nobody in it, with one user, and under load. After all that is measured, for each count stops the JVM. */
final class AskHeap {

    private static final int QUIET = 2;
    private static final int LOADED = 4;

    /** Between two counts: requests that the stop has kept go on. */
    private static final Duration APART = Duration.ofMillis(400);

    /** Until a load has settled, in its own response times: each user has waited once, and again. */
    private static final int SETTLED = 3;

    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(10);

    private final Loading loading;
    private final ProcessId process;

    AskHeap(Loading loading, ProcessId process) {
        this.loading = loading;
        this.process = process;
    }

    /**
     * Empty where the load broke off, or the JVM would not be asked.
     *
     * @param response seconds of a response under load
     */
    Optional<LiveObjects> ask(Load.Closed load, double response) throws InterruptedException {
        Duration settled = Times.ofSeconds(
                Math.min(Times.seconds(LONGEST_SETTLING), Math.max(Times.seconds(APART), SETTLED * response)));
        try {
            Thread.sleep(settled); // who was given up when the last load ended is still in it
            List<Map<String, Long>> idle = List.of(ClassHistogram.of(process));
            List<Map<String, Long>> alone = under(closed(1, load), APART, QUIET);
            List<Map<String, Long>> loaded = under(closed(load.users(), load), settled, LOADED);
            return Optional.of(new LiveObjects(idle, alone, loaded));
        } catch (ProbeException | ServiceException e) {
            return Optional.empty();
        }
    }

    private static Load.Closed closed(int users, Load.Closed like) {
        return new Load.Closed(
                users,
                Duration.ZERO,
                Duration.ZERO,
                new Load.Until.Elapsed(Duration.ofMinutes(1)),
                like.transport(),
                Optional.empty());
    }

    private List<Map<String, Long>> under(Load.Closed load, Duration settled, int counts)
            throws InterruptedException, ServiceException, ProbeException {
        List<Map<String, Long>> found = new ArrayList<>();
        try (RunningLoad running = loading.start(load)) {
            loading.pause(running, settled, Phase.LOAD);
            for (int i = 0; i < counts; i++) {
                found.add(ClassHistogram.of(process));
                loading.pause(running, APART, Phase.LOAD);
            }
        }
        return found;
    }
}
