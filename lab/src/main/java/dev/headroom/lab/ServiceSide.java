package dev.headroom.lab;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.model.result.LoadResult.Tool;
import dev.headroom.core.text.Numbers;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.requests.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a load tool tells, beside what its service was seen to answer, as {@code diagnose} counts it. Where the tool tells nothing, the service's count is all there is: X and N
 * of each second, and R by Little's law.
 */
final class ServiceSide {

    /** Two counts of the same requests that differ by more, relative, are not of the same requests. */
    private static final double GROSS = 0.3;

    /** At the ends of a load one count may have what the other has not. */
    private static final Duration EDGE = Duration.ofSeconds(1);

    private ServiceSide() {}

    /** The same for a load of ours. */
    static LoadResult of(LoadResult told, Instant offered, Probe probe) throws ProbeException {
        if (told.generator().tool().isEmpty()) {
            return told;
        }
        Tool tool = told.generator().tool().get();
        Window window = within(new Window(told.startedAt(), Duration.between(told.startedAt(), offered)));
        Optional<Measure> seen = probe.requests(window).flatMap(ServiceSide::completed);
        boolean silent = tool.counted() == Tool.Source.SERVICE;
        LoadResult result = silent ? counted(told, offered, seen, probe) : told;
        return result.with(told.generator()
                .with(new Tool(
                        tool.counted(),
                        tool.dropped(),
                        seen,
                        silent ? OptionalDouble.empty() : OptionalDouble.of(rate(told, window)))));
    }

    /** Why the run says nothing of the service: it did not see what the tool says that it sent. */
    static Optional<String> gross(LoadResult result) {
        return result.generator()
                .tool()
                .flatMap(tool -> tool.seen()
                        .filter(seen -> tool.told().isPresent()
                                && Math.abs(tool.told().getAsDouble() - seen.value())
                                        > GROSS * Math.max(tool.told().getAsDouble(), seen.value()) + seen.knownError())
                        .map(seen -> "the load tool counted "
                                + Numbers.rate(tool.told().getAsDouble())
                                + ", and the service was seen to answer " + Numbers.rate(seen.value()) + " ("
                                + seen.source()
                                + "): either the script does not load this service, as where a host is written into it (BASE_URL is the service's"
                                + " address), or others load it, too"));
    }

    private static Window within(Window whole) {
        return whole.length().compareTo(EDGE.multipliedBy(4)) > 0
                ? new Window(whole.start().plus(EDGE), whole.length().minus(EDGE.multipliedBy(2)))
                : whole;
    }

    private static Optional<Measure> completed(Requests requests) {
        return requests.completed()
                .map(count -> new Measure(count.value(), StudentT.NORMAL * count.error(), requests.how()));
    }

    /** All that ended in the window, as the tool told it. */
    private static double rate(LoadResult told, Window window) {
        double from = Times.seconds(Duration.between(told.startedAt(), window.start()));
        double to = from + Times.seconds(window.length());
        double ended = told.series().stream()
                .mapToDouble(second -> Math.max(0, Math.min(to, second.second() + 1) - Math.max(from, second.second()))
                        * (second.succeeded() + second.failed()))
                .sum();
        return to > from ? ended / (to - from) : 0;
    }

    private static LoadResult counted(LoadResult told, Instant offered, Optional<Measure> seen, Probe probe)
            throws ProbeException {
        Duration elapsed = Duration.between(told.startedAt(), offered);
        List<Second> series = new ArrayList<>();
        double waiting = 0;
        for (int i = 0; i < elapsed.toSeconds(); i++) {
            Window second = new Window(told.startedAt().plusSeconds(i), Duration.ofSeconds(1));
            Optional<Requests> requests = probe.requests(second);
            double ended =
                    requests.flatMap(ServiceSide::completed).map(Measure::value).orElse(0.0);
            double inFlight = requests.flatMap(Requests::inFlight)
                    .map(Requests.Count::value)
                    .orElse(0.0);
            double millis = ended > 0 ? 1e3 * inFlight / ended : 0;
            waiting += inFlight;
            long count = Math.round(ended);
            series.add(new Second(i, count, count, 0, Math.round(inFlight), millis, 0, 0, 0));
        }
        long all = Math.round(seen.map(Measure::value).orElse(0.0) * Times.seconds(elapsed));
        Latency mean = Latency.ofMean(
                all,
                all == 0
                        ? Duration.ZERO
                        : Times.ofSeconds(waiting / Math.max(1, series.size()) * Times.seconds(elapsed) / all));
        return new LoadResult(
                told.startedAt(),
                elapsed,
                all,
                all,
                Map.of(),
                Map.of(),
                Rate.of(all, elapsed),
                mean,
                mean,
                series,
                told.generator(),
                List.of());
    }
}
