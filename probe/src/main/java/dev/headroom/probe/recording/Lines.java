package dev.headroom.probe.recording;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.probe.classify.AgentClasses;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.os.process.Readings;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** The application's lines in samples of the flight recorder, each with its share of the samples. */
final class Lines {

    private static final int MOST = 8;
    private static final int MOST_KEPT = 100_000;

    private record Sample(long micros, String line, double weight) {}

    private final Readings<Sample> samples = new Readings<>(Sample::micros, MOST_KEPT);

    void add(RecordedEvent event, long micros, double weight) {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack != null) {
            add(
                    stack.getFrames().stream()
                            .filter(RecordedFrame::isJavaFrame)
                            .map(Lines::site)
                            .toList(),
                    micros,
                    weight);
        }
    }

    /** What the agent does, in whoever's thread, is nothing of the service. */
    synchronized void add(List<String> frames, long micros, double weight) {
        if (frames.stream().anyMatch(AgentClasses::has)) {
            return;
        }
        String line = frames.stream()
                .filter(frame -> !Application.isLibrary(frame))
                .findFirst()
                .orElse("");
        samples.addInAnyOrder(new Sample(micros, line, weight));
    }

    synchronized void forget(long beforeMicros) {
        samples.forget(beforeMicros);
    }

    private static String site(RecordedFrame frame) {
        String name =
                frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
        return frame.getLineNumber() > 0 ? name + ":" + frame.getLineNumber() : name;
    }

    /** Most first; samples without a line of the application count for the whole, and are not shown. */
    synchronized List<CallSite> within(LongPredicate window) {
        Map<String, Double> sums = new HashMap<>();
        samples.all()
                .filter(sample -> window.test(sample.micros()))
                .forEach(sample -> sums.merge(sample.line(), sample.weight(), Double::sum));
        double total = sums.values().stream().mapToDouble(Double::doubleValue).sum();
        return sums.entrySet().stream()
                .filter(line -> !line.getKey().isEmpty() && total > 0)
                .map(line -> new CallSite(line.getKey(), Activity.RUNNING, line.getValue() / total))
                .sorted(Comparator.comparingDouble(CallSite::workers).reversed())
                .limit(MOST)
                .toList();
    }
}
