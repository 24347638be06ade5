import dev.headroom.core.model.Load;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Request;
import dev.headroom.core.model.Times;
import dev.headroom.load.EmbeddedEngine;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * The embedded engine by itself. Arguments: URI, then "open" with rate and seconds, or "closed" with users and iterations of each; then,
 * if wanted, seconds of warm-up by ten users. Prints one line of name=value.
 */
public class Headroom {

    public static void main(String[] arguments) {
        Request request = Request.get(URI.create(arguments[0]));
        var transport = Load.Transport.DEFAULT;
        Optional<Load.WarmUp> warmUp = arguments.length > 4
                ? Optional.of(new Load.WarmUp(10, Duration.ofSeconds(Long.parseLong(arguments[4]))))
                : Optional.empty();
        int first = Integer.parseInt(arguments[2]);
        int second = Integer.parseInt(arguments[3]);
        Load load = arguments[1].equals("open")
                ? new Load.Open(Rate.perSecond(first), Duration.ofSeconds(second), transport, warmUp)
                : new Load.Closed(first, Duration.ZERO, Duration.ZERO, new Load.Until.Iterations(second), transport, warmUp);
        try (var running = new EmbeddedEngine().start(request, load)) {
            var result = running.result().join();
            var first_to_last = Duration.between(running.counted().join(), running.offered().join());
            var generator = result.generator();
            System.out.printf(
                    "requests=%d succeeded=%d errors=%s rate=%.1f offered=%.2f p50=%.3f p99=%.3f service_p99=%.3f max=%.3f"
                            + " lag_mean=%.3f lag_p99=%.3f lag_max=%.3f cpu=%.3f connections=%d binding=%b engine=%s%n",
                    result.requests(), result.succeeded(), result.errors(), result.throughput().perSecond(),
                    (result.requests() - 1) / Times.seconds(first_to_last),
                    Times.millis(result.latency().p50()), Times.millis(result.latency().p99()),
                    Times.millis(result.serviceLatency().p99()), Times.millis(result.latency().max()),
                    Times.millis(generator.lagMean()), Times.millis(generator.lagP99()), Times.millis(generator.lagMax()),
                    Times.seconds(generator.cpu()), generator.connections(), generator.binding(),
                    generator.engine().replace(' ', '_'));
        }
    }
}
