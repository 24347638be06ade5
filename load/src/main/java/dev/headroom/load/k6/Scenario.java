package dev.headroom.load.k6;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The arrivals or users of a load, as the options of a k6 scenario. */
final class Scenario {

    /** Parts of a load get equal shares of so many users, be they 2, 3, 4, 5, 6, 10 or 12. */
    private static final int ROUND = 60;

    /** A user of k6 takes megabytes. */
    private static final int MOST_VUS = 33 * ROUND;

    /** k6 ends iterations that are counted after 10 minutes by default; Headroom does not. */
    private static final String NO_END = "'24h'";

    private final double length;
    private final Consumer<String> note;
    private long iterations;

    /** @param length requests of an iteration, in the mean */
    Scenario(double length, Consumer<String> note) {
        this.length = length;
        this.note = note;
    }

    /** Of all the load where it ends by their number, else 0. */
    long iterations() {
        return iterations;
    }

    /** Each option with its value in JavaScript. */
    Map<String, String> of(Load load) {
        Map<String, String> options = switch (load) {
            case Load.Open open -> open(open);
            case Load.Closed closed -> closed(closed);
            case Load.Tool tool ->
                throw new IllegalArgumentException("what a script of "
                        + tool.program().tool() + " sends is not known here, so that no script of k6 can send it");
        };
        load.abort()
                .ifPresent(abort -> note.accept(
                        "the experiment gives a load up that mostly fails: write a threshold with abortOnFail for it"));
        load.warmUp().ifPresent(before -> options.put("startTime", Js.time(before.duration())));
        options.put("gracefulStop", Js.time(load.transport().timeout())); // of what k6 cuts off it tells nothing
        return options;
    }

    /** Of the load before the load. */
    static Map<String, String> of(Load.WarmUp warmUp, Transport transport) {
        Map<String, String> options = constant(warmUp.users(), warmUp.duration());
        options.put("gracefulStop", Js.time(transport.timeout()));
        options.put("tags", "{ counted: 'no' }");
        return options;
    }

    private Map<String, String> open(Load.Open load) {
        List<Stage> parts = load.parts();
        List<Double> rates = parts.stream()
                .flatMap(stage ->
                        List.of(stage.from().perSecond() / length, stage.to().perSecond() / length).stream())
                .toList();
        WholeRates whole = WholeRates.of(rates);
        if (!whole.exact()) {
            note.accept("rates are whole numbers in k6: they are rounded to those of " + whole.seconds() + " s");
        }
        if (load.arrivals() == Arrivals.POISSON) {
            note.accept(
                    "arrivals are Poisson in the experiment; k6 sends at equal distances, which makes shorter queues");
        }
        note.accept("k6 knows no intended start: response times count from when a request is sent,"
                + " and an arrival that finds no user free is dropped");
        Map<String, String> options = new LinkedHashMap<>();
        if (parts.size() == 1 && parts.getFirst().isConstant()) {
            options.put("executor", "'constant-arrival-rate'");
            options.put("rate", String.valueOf(whole.in(rates.getFirst())));
            options.put("timeUnit", Js.text(whole.seconds() + "s"));
            options.put("duration", Js.time(load.duration()));
        } else {
            options.put("executor", "'ramping-arrival-rate'");
            options.put("startRate", String.valueOf(whole.in(rates.getFirst())));
            options.put("timeUnit", Js.text(whole.seconds() + "s"));
            options.put(
                    "stages",
                    stages(parts.stream()
                            .map(part -> new Part(
                                    whole.in(part.from().perSecond() / length),
                                    whole.in(part.to().perSecond() / length),
                                    part.duration()))
                            .toList()));
        }
        String users = String.valueOf(users(load));
        options.put("preAllocatedVUs", users);
        options.put("maxVUs", users);
        return options;
    }

    /** Part of a load, with as many at its start and at its end. */
    private record Part(long from, long to, Duration time) {}

    /** A jump from one part to the next is a stage without length. */
    private static String stages(List<Part> parts) {
        List<String> stages = new ArrayList<>();
        long before = parts.getFirst().from();
        for (Part part : parts) {
            if (part.from() != before) {
                stages.add(stage(part.from(), Duration.ZERO));
            }
            stages.add(stage(part.to(), part.time()));
            before = part.to();
        }
        return stages.stream().collect(Collectors.joining(",\n        ", "[\n        ", ",\n      ]"));
    }

    private static String stage(long target, Duration time) {
        return "{ target: " + target + ", duration: " + Js.time(time) + " }";
    }

    /** As many as may be in flight before the client gives up. */
    private int users(Load.Open load) {
        if (load.connections().isPresent()) {
            int most = load.connections().getAsInt();
            note.accept("at most " + most
                    + " connections are as many users in k6: an arrival that finds none free is dropped,"
                    + " where Headroom has it wait");
            return most;
        }
        double peak = load.parts().stream()
                .mapToDouble(
                        stage -> Math.max(stage.from().perSecond(), stage.to().perSecond()))
                .max()
                .orElse(0);
        double inFlight = Math.min(
                peak * Times.seconds(load.transport().timeout()), load.arrivalsBy(Times.seconds(load.duration())));
        if (inFlight / length > MOST_VUS) {
            note.accept("no more than " + MOST_VUS + " requests are in flight, of the " + Math.round(inFlight)
                    + " that there could be: the arrivals beyond are dropped");
        }
        long rounds = (long) Math.ceil(inFlight / length / ROUND);
        return (int) Math.clamp(rounds * ROUND, ROUND, MOST_VUS);
    }

    private Map<String, String> closed(Load.Closed load) {
        return switch (load.until()) {
            case Until.Elapsed elapsed -> elapsed(load, elapsed.duration());
            case Until.Iterations each -> {
                long perUser = iterations(each.perUser());
                iterations = load.users() * perUser;
                yield counted("'per-vu-iterations'", load.users(), perUser);
            }
            case Until.Requests all -> {
                iterations = iterations(all.total());
                yield counted("'shared-iterations'", Math.min(load.users(), iterations), iterations);
            }
        };
    }

    private static Map<String, String> counted(String executor, long users, long iterations) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("executor", executor);
        options.put("vus", String.valueOf(users));
        options.put("iterations", String.valueOf(iterations));
        options.put("maxDuration", NO_END);
        return options;
    }

    private static Map<String, String> constant(int users, Duration time) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("executor", "'constant-vus'");
        options.put("vus", String.valueOf(users));
        options.put("duration", Js.time(time));
        return options;
    }

    private static Map<String, String> elapsed(Load.Closed load, Duration time) {
        if (load.stages().isEmpty() && load.rampUp().isZero()) {
            return constant(load.users(), time);
        }
        List<Part> parts = load.stages().isEmpty()
                ? rampUp(load, time)
                : load.stages().stream()
                        .map(part -> new Part(part.from(), part.to(), part.duration()))
                        .toList();
        Map<String, String> options = new LinkedHashMap<>();
        options.put("executor", "'ramping-vus'");
        options.put("startVUs", String.valueOf(parts.getFirst().from()));
        options.put("stages", stages(parts));
        options.put("gracefulRampDown", Js.time(load.transport().timeout())); // as for gracefulStop
        return options;
    }

    private static List<Part> rampUp(Load.Closed load, Duration time) {
        double share = Math.min(1, Times.seconds(time) / Times.seconds(load.rampUp()));
        long users = Math.max(1, Math.round(share * load.users()));
        return load.rampUp().compareTo(time) < 0
                ? List.of(new Part(1, users, load.rampUp()), new Part(users, users, time.minus(load.rampUp())))
                : List.of(new Part(1, users, time));
    }

    private long iterations(long requests) {
        long whole = Math.max(1, Math.round(requests / length));
        if (Math.abs(whole * length - requests) > 1e-9 * requests) {
            note.accept("an iteration is a whole sequence of requests: " + requests + " requests are " + whole
                    + " iterations, which is " + Math.round(whole * length) + " in the mean");
        }
        return whole;
    }
}
