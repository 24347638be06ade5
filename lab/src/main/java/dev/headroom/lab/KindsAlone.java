package dev.headroom.lab;

import dev.headroom.core.evidence.KindResponse;
import dev.headroom.core.evidence.Kinds;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Sample;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Each kind of request of a load by itself, with one user: what it takes that waits for no one, and where in the code it is at work. A step of
 * several is measured with those before it, which it needs. Nothing where the load sends one kind only.
 */
final class KindsAlone {

    /** At most so long is a look of the probe waited for. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private static final Duration EVERY = Duration.ofMillis(10);

    private final Mix mix;
    private final Map<Mix.Part, OneUser> measured = new LinkedHashMap<>();

    private KindsAlone(Mix mix) {
        this.mix = mix;
    }

    static KindsAlone measure(Loading loading, Load load, Pace pace, Probe probe)
            throws InterruptedException, ServiceException {
        KindsAlone kinds = new KindsAlone(loading.mix());
        if (loading.mix().several() && !load.byTool()) {
            for (Mix.Part part : loading.mix().parts()) {
                awaitQuietLook(probe);
                OneUser one = OneUser.measure(loading.upTo(part), load, pace).ofLast();
                awaitQuietLook(probe);
                kinds.measured.put(part, one.until(Instant.now()));
            }
        }
        return kinds;
    }

    /**
     * Nothing is sent meanwhile. What the service counts is read between looks: one look in the quiet before and one in the quiet after, and
     * nothing of one kind is counted as another's. Two, for the first to arrive may have been taken before.
     */
    private static void awaitQuietLook(Probe probe) throws InterruptedException {
        long giveUp = System.nanoTime() + PATIENCE_NANOS;
        for (int looks = 0; looks < 2; looks++) {
            Optional<Duration> last = probe.latest().map(Sample::at);
            while (last.isPresent() && probe.latest().map(Sample::at).equals(last) && System.nanoTime() < giveUp) {
                Thread.sleep(EVERY);
            }
        }
    }

    /** How long each kind takes alone and under the load, as far as both are known. */
    List<KindResponse> responses(LoadResult result) {
        List<KindResponse> responses = new ArrayList<>();
        measured.forEach((part, one) -> result.kinds().stream()
                .filter(kind -> kind.name().equals(part.name()) && kind.succeeded() > 0)
                .findFirst()
                .flatMap(kind -> one.response().map(alone -> response(kind, result.requests(), alone, one.answers())))
                .ifPresent(responses::add));
        return responses;
    }

    /** Of few answers chance decides how many long ones are among them: both means are known no better than those under load differ. */
    static KindResponse response(LoadResult.Kind kind, long requests, Measure alone, long answers) {
        Latency loaded = kind.latency();
        Spread spread = new Spread(loaded.deviation());
        return new KindResponse(
                kind.name(),
                (double) kind.requests() / requests,
                spread.mayHide(alone, answers, loaded) ? spread.of(alone, answers) : alone,
                spread.of(mean(loaded), loaded.count()));
    }

    private static Measure mean(Latency latency) {
        return new Measure(
                Times.seconds(latency.mean()),
                Times.seconds(latency.meanError()),
                latency.count() + " responses under the load");
    }

    /** What each kind takes of what binds under load. */
    List<KindOfRequest> explain(LoadResult result, Observation loaded, Diagnosis found, Probe probe)
            throws ProbeException {
        if (measured.isEmpty()) {
            return List.of();
        }
        List<Kinds.Alone> alone = new ArrayList<>();
        Map<String, Window> windows = new LinkedHashMap<>();
        Map<String, String> after = new LinkedHashMap<>();
        for (Map.Entry<Mix.Part, OneUser> entry : measured.entrySet()) {
            Mix.Part part = entry.getKey();
            OneUser one = entry.getValue();
            windows.put(part.name(), one.window());
            mix.before(part).ifPresent(before -> after.put(part.name(), before.name()));
            alone.add(new Kinds.Alone(
                    part.name(),
                    mix.turns(part),
                    Optional.ofNullable(after.get(part.name())),
                    one.response(),
                    one.answers(),
                    probe.observe(one.window().start(), one.window())));
        }
        return Kinds.of(alone, result, loaded, found, probe.holders(loaded.window(), windows, after));
    }
}
