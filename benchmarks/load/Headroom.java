import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.Times;
import dev.headroom.load.EmbeddedEngine;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * The embedded engine by itself. Arguments: URI; then "open" or "poisson" with rate and seconds, "closed" with users and iterations of each, or
 * "users" with users and seconds; then, if wanted, seconds of warm-up by ten users. Users enter at 4,000 a second. With -Dhttp2=true in HTTP/2. Prints one line of name=value.
 */
public class Headroom {

    private static final int ENTER_PER_SECOND = 4000;

    private static final Transport TRANSPORT =
            Boolean.getBoolean("http2") ? Transport.DEFAULT.inHttp2() : Transport.DEFAULT;

    public static void main(String[] arguments) {
        Request request = Request.get(URI.create(arguments[0]));
        int first = Integer.parseInt(arguments[2]);
        int second = Integer.parseInt(arguments[3]);
        Optional<Load.WarmUp> warmUp = arguments.length > 4
                ? Optional.of(new Load.WarmUp(10, Duration.ofSeconds(Long.parseLong(arguments[4]))))
                : Optional.empty();
        var open = new Load.Open(
                Rate.perSecond(first), Duration.ofSeconds(second), TRANSPORT, warmUp);
        Load load = switch (arguments[1]) {
            case "open" -> open;
            case "poisson" -> open.arriving(Arrivals.POISSON, Load.DEFAULT_SEED);
            case "closed" -> closed(first, Duration.ZERO, new Until.Iterations(second), warmUp);
            case "users" -> {
                Duration rampUp = Times.ofSeconds((double) first / ENTER_PER_SECOND);
                yield closed(first, rampUp, new Until.Elapsed(rampUp.plusSeconds(second)), warmUp);
            }
            default -> throw new IllegalArgumentException("no such load: " + arguments[1]);
        };
        try (var running = new EmbeddedEngine().start(Mix.of(request), load)) {
            var result = running.result().join();
            var first_to_last = Duration.between(running.counted().join(), running.offered().join());
            var generator = result.generator();
            System.out.printf(
                    "requests=%d succeeded=%d errors=%s rate=%.1f steady=%.1f offered=%.2f mean=%.4f mean_error=%.4f p50=%.3f p99=%.3f service_p99=%.3f max=%.3f"
                            + " lag_mean=%.3f lag_p99=%.3f lag_max=%.3f read_lag_p99=%.3f cpu=%.3f connections=%d binding=%b engine=%s%n",
                    result.requests(), result.succeeded(), result.errors(), result.throughput().perSecond(), steady(result),
                    (result.requests() - 1) / Times.seconds(first_to_last),
                    Times.millis(result.latency().mean()), Times.millis(result.latency().meanError()),
                    Times.millis(result.latency().p50()), Times.millis(result.latency().p99()),
                    Times.millis(result.serviceLatency().p99()), Times.millis(result.latency().max()),
                    Times.millis(generator.lagMean()), Times.millis(generator.lagP99()), Times.millis(generator.lagMax()),
                    Times.millis(generator.readLagP99()),
                    Times.seconds(generator.cpu()), generator.connections(), generator.binding(),
                    generator.engine().replace(' ', '_'));
        }
    }

    private static Load closed(int users, Duration rampUp, Until until, Optional<Load.WarmUp> warmUp) {
        return new Load.Closed(users, rampUp, Duration.ZERO, until, TRANSPORT, warmUp);
    }

    /** Responses per second in the second half of the load: all users are in, none has left. */
    private static double steady(LoadResult result) {
        var series = result.series();
        return series.subList(series.size() / 2, Math.max(series.size() / 2 + 1, series.size() - 2)).stream()
                .mapToLong(LoadResult.Second::succeeded)
                .average()
                .orElse(0);
    }
}
