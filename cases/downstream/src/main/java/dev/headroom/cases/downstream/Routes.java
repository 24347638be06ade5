package dev.headroom.cases.downstream;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** From the path of a request to its answer. A route is a fixed path, or a fixed path and one more segment. */
final class Routes {
    private static final Answer NOT_FOUND = new Answer.Aside(HttpResponseStatus.NOT_FOUND, """
            {"error":"no such path"}""");

    private final Settings settings;
    private final Stats stats;
    private final Fate fate;
    private final People people;
    private final Map<String, Function<String, Answer>> bySegment = Map.of(
            "/metadata/names/", this::name,
            "/metadata/phoneNumbers/", this::phoneNumber,
            "/profile/", this::profile,
            "/address/", this::address,
            "/external-data/", this::externalData,
            "/delay/", this::delay);

    Routes(Settings settings, Stats stats) {
        this.settings = settings;
        this.stats = stats;
        this.fate = new Fate(settings);
        this.people = new People(settings.seed());
    }

    Answer answer(String path) {
        return switch (path) {
            case "/ready" -> new Answer.Aside(HttpResponseStatus.OK, """
                    {"ready":true}""");
            case "/stats" -> new Answer.Aside(HttpResponseStatus.OK, stats.json());
            case "/hang" -> new Answer.Never("/hang");
            default -> bySegment(path);
        };
    }

    private Answer bySegment(String path) {
        int end = path.lastIndexOf('/') + 1;
        String segment = path.substring(end);
        Function<String, Answer> route = bySegment.get(path.substring(0, end));
        if (route == null || segment.isEmpty()) {
            return NOT_FOUND;
        }
        try {
            return route.apply(segment);
        } catch (IllegalArgumentException mistake) {
            return new Answer.Aside(HttpResponseStatus.BAD_REQUEST, """
                    {"error":"the last segment of the path does not fit"}""");
        }
    }

    private Answer name(String id) {
        long user = Long.parseLong(id);
        return delayed(
                "/metadata/names/{userId}",
                settings.delay(),
                "{\"userId\":" + user + ",\"name\":\"" + people.name(user) + "\"}");
    }

    private Answer phoneNumber(String id) {
        long user = Long.parseLong(id);
        return delayed(
                "/metadata/phoneNumbers/{userId}",
                settings.delay(),
                "{\"userId\":" + user + ",\"phoneNumber\":\"" + people.phoneNumber(user) + "\"}");
    }

    private Answer profile(String id) {
        long user = Long.parseLong(id);
        return delayed(
                "/profile/{id}",
                settings.delay(),
                "{\"id\":" + user + ",\"name\":\"" + people.name(user) + "\",\"phoneNumber\":\""
                        + people.phoneNumber(user) + "\"}");
    }

    private Answer address(String id) {
        long user = Long.parseLong(id);
        return delayed(
                "/address/{id}", settings.delay(), "{\"id\":" + user + ",\"street\":\"" + people.street(user) + "\"}");
    }

    private Answer externalData(String milliseconds) {
        int time = Integer.parseUnsignedInt(milliseconds);
        return delayed("/external-data/{ms}", Duration.ofMillis(time), "{\"time\":" + time + "}");
    }

    private Answer delay(String duration) {
        Duration delay = Durations.parse(duration);
        return delayed("/delay/{duration}", delay, "{\"delay\":" + delay.toNanos() / 1e6 + "}");
    }

    private Answer delayed(String route, Duration delay, String json) {
        Fate.Draw draw = fate.next(delay);
        return draw.fails()
                ? new Answer.Delayed(route, HttpResponseStatus.INTERNAL_SERVER_ERROR, """
                        {"error":"simulated"}""", draw.delay())
                : new Answer.Delayed(route, HttpResponseStatus.OK, json, draw.delay());
    }
}
