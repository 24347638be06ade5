package dev.headroom.lab;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.model.result.LoadResult.Tool;
import dev.headroom.core.text.Numbers;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.requests.Requests;
import dev.headroom.probe.os.requests.Requests.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What a load tool tells, beside what its service was seen to answer, as {@code diagnose} counts it. Where the tool tells nothing, the service's count is all there is: X and N
 * of each second, and R by Little's law.
 */
final class ServiceSide {

    /** Two counts of the same requests that differ by more, relative, are not of the same requests. */
    private static final double GROSS = 0.3;

    /** Requests in flight that two counts may differ by: one goes by what has ended, and one looks all the time. */
    private static final double FEW = 2;

    /** Errors of an answer that came. */
    private static final Set<ErrorKind> ANSWERED =
            EnumSet.of(ErrorKind.STATUS, ErrorKind.BODY, ErrorKind.VALUE_MISSING);

    /** At the ends of a load one count may have what the other has not. */
    private static final Duration EDGE = Duration.ofSeconds(1);

    private ServiceSide() {}

    /** The same for a load of ours, and for a tool that tells nothing of a service that nobody could count: see {@link #uncounted}. */
    static LoadResult of(LoadResult told, Instant offered, Probe probe) throws ProbeException {
        if (told.generator().tool().isEmpty()) {
            return told;
        }
        Tool tool = told.generator().tool().get();
        Window window = window(told, offered);
        Optional<Requests> requests = probe.requests(window);
        Optional<Measure> seen = requests.flatMap(Requests::throughput);
        boolean silent = isSilent(told);
        LoadResult result = silent && seen.isPresent() ? counted(told, offered, requests.get(), probe) : told;
        return result.with(told.generator()
                .with(tool.beside(
                        seen,
                        silent ? OptionalDouble.empty() : OptionalDouble.of(rate(told, window)),
                        silent
                                && requests.map(Requests::told)
                                        .flatMap(Told::errors)
                                        .isPresent())));
    }

    private static boolean isSilent(LoadResult told) {
        return told.generator()
                .tool()
                .filter(tool -> tool.counted() == Tool.Source.SERVICE)
                .isPresent();
    }

    /** Why nobody knows what was answered: the tool tells nothing, and the requests of the service could not be counted. */
    static Optional<String> uncounted(LoadResult told, Instant offered, Probe probe) throws ProbeException {
        if (!isSilent(told)) {
            return Optional.empty();
        }
        Optional<Requests> seen = probe.requests(window(told, offered));
        return seen.flatMap(Requests::completed).isPresent()
                ? Optional.empty()
                : Optional.of("the load tool tells of no requests, and those of the service could not be counted ("
                        + seen.map(Requests::how).orElse("none was seen on a port of it")
                        + "): use a tool whose results are read, or Headroom's own load");
    }

    /** Why the run says nothing of the service: it did not see what the tool says that it sent. Whether it saw what was never answered nobody knows. */
    static Optional<String> gross(LoadResult result) {
        return result.generator()
                .tool()
                .filter(tool -> tool.seen().isPresent() && tool.told().isPresent())
                .flatMap(tool -> gross(
                        tool.told().getAsDouble(), answered(result), tool.seen().get()));
    }

    private static Optional<String> gross(double told, double answered, Measure seen) {
        double apart = GROSS * Math.max(told, seen.value()) + seen.knownError();
        boolean fewer = seen.value() < told * answered - apart;
        boolean more = seen.value() > told + apart;
        return fewer || more
                ? Optional.of("the load tool counted " + Numbers.rate(told) + ", and the service was seen to answer "
                        + Numbers.rate(seen.value()) + " (" + seen.source() + "): "
                        + (fewer
                                ? "the script does not load this service, or not alone, as where a host is written into it"
                                        + " (BASE_URL is the service's address), or it tells of requests that it did not send"
                                : "others load the service, too, or the script follows redirects or fetches what pages"
                                        + " embed, and counts each as one request"))
                : Optional.empty();
    }

    /** Of the requests that the tool tells of, what was answered for sure. */
    private static double answered(LoadResult result) {
        long answered = result.succeeded()
                + ANSWERED.stream()
                        .mapToLong(kind -> result.errors().getOrDefault(kind, 0L))
                        .sum();
        return result.requests() == 0 ? 1 : (double) answered / result.requests();
    }

    /**
     * Why the run says nothing of the service: more of its requests were in flight than those that the tool tells of. Of a request that never ended some tools
     * tell nothing, so that a service that hangs looks like one whose users think. The service may still work on all that were given up.
     */
    static Optional<String> untold(LoadResult told, Instant offered, Probe probe) throws ProbeException {
        if (told.generator().tool().isEmpty() || isSilent(told)) {
            return Optional.empty();
        }
        Window window = window(told, offered);
        Optional<Requests.Count> counted = probe.requests(window).flatMap(Requests::inFlight);
        double seen = counted.map(Requests.Count::value).orElse(0.0);
        double inFlight = mean(told, window, Second::usuallyInFlight);
        double apart = GROSS * seen
                + FEW
                + told.requests() * (1 - answered(told))
                + StudentT.NORMAL * counted.map(Requests.Count::error).orElse(0.0);
        return seen > inFlight + apart
                ? Optional.of("the load tool tells of " + Numbers.count(inFlight)
                        + " requests in flight on average, and the service was seen to have " + Numbers.count(seen)
                        + ": it tells nothing of requests that were never answered, or others load the service, too. Let"
                        + " the script give up on an answer and tell so")
                : Optional.empty();
    }

    private static double mean(LoadResult told, Window window, ToDoubleFunction<Second> each) {
        double from = Times.seconds(Duration.between(told.startedAt(), window.start()));
        double to = from + Times.seconds(window.length());
        double sum = told.series().stream()
                .mapToDouble(second -> LoadResult.within(second.second(), from, to) * each.applyAsDouble(second))
                .sum();
        return to > from ? sum / (to - from) : 0;
    }

    private static Window window(LoadResult told, Instant offered) {
        Window whole = new Window(told.startedAt(), Duration.between(told.startedAt(), offered));
        return whole.length().compareTo(EDGE.multipliedBy(4)) > 0
                ? new Window(whole.start().plus(EDGE), whole.length().minus(EDGE.multipliedBy(2)))
                : whole;
    }

    /** All that ended in the window, as the tool told it. */
    private static double rate(LoadResult told, Window window) {
        return mean(told, window, second -> second.succeeded() + second.failed());
    }

    /** @param seen of the whole load: what each second is taken for that could not be counted by itself */
    private static LoadResult counted(LoadResult told, Instant offered, Requests seen, Probe probe)
            throws ProbeException {
        double mean = seen.completed().orElseThrow().value();
        double errors = seen.told().errors().orElse(0.0);
        Duration elapsed = Duration.between(told.startedAt(), offered);
        List<Second> series = new ArrayList<>();
        double waiting = 0;
        for (int i = 0; i < elapsed.toSeconds(); i++) {
            Window second = new Window(told.startedAt().plusSeconds(i), Duration.ofSeconds(1));
            Optional<Requests> requests = probe.requests(second);
            // without any connection there were none
            double ended = requests.map(
                            some -> some.completed().map(Requests.Count::value).orElse(mean))
                    .orElse(0.0);
            double inFlight = requests.flatMap(some -> some.inFlight().or(seen::inFlight))
                    .map(Requests.Count::value)
                    .orElse(0.0);
            double millis = ended > 0 ? 1e3 * inFlight / ended : 0;
            waiting += inFlight;
            long count = Math.round(ended);
            double share = mean > 0 ? errors / mean : 0;
            long failed = Math.min(
                    count,
                    Math.round(
                            requests.map(Requests::told).flatMap(Told::errors).orElse(share * ended)));
            series.add(new Second(
                    i,
                    count,
                    count - failed,
                    failed,
                    Math.round(inFlight),
                    OptionalDouble.of(inFlight),
                    millis,
                    0,
                    0,
                    0));
        }
        long all = Math.round(mean * Times.seconds(elapsed));
        long failed = Math.min(all, Math.round(errors * Times.seconds(elapsed)));
        Latency latency = Latency.ofMean(
                all - failed,
                all == 0
                        ? Duration.ZERO
                        : Times.ofSeconds(waiting / Math.max(1, series.size()) * Times.seconds(elapsed) / all));
        return new LoadResult(
                told.startedAt(),
                elapsed,
                all,
                all - failed,
                failed == 0 ? Map.of() : Map.of(ErrorKind.STATUS, failed),
                Map.of(),
                Rate.of(all - failed, elapsed),
                latency,
                latency,
                series,
                told.generator(),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }
}
