package dev.headroom.harness.drawn;

import dev.headroom.core.text.Ids;
import dev.headroom.harness.Trial;
import dev.headroom.harness.drawn.DrawnKind.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.json.JsonMapper;

/** A drawn service as an experiment file, which any Headroom runs: settings of the trials' jar describe it. */
public final class ServiceFile {

    static final String VARIANT = "drawn";
    private static final String CALLED = "downstream";

    /** Jetty keeps one thread to accept and one to select. */
    private static final int JETTYS_OWN = 2;

    private ServiceFile() {}

    /**
     * @param jar of the trials
     * @param temporary folder of the services
     * @param seconds of load
     */
    public static String of(Network network, Path jar, Path temporary, double seconds) {
        Map<String, Object> services = new LinkedHashMap<>();
        Optional<DrawnStation> called = network.all()
                .filter(one -> one.kind().role() == Role.DOWNSTREAM)
                .findFirst();
        called.ifPresent(station -> services.put(
                CALLED,
                service(jar, temporary, Map.of("trial", "generated", "network", json(behind(network, station))))));
        if (network.extras().neighbour() > 0) {
            String cores = number(network.extras().neighbour());
            services.put("neighbour", service(jar, temporary, Map.of("trial", "neighbour", "cores", cores)));
        }
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("trial", "generated");
        settings.put("network", json(network(network)));
        called.ifPresent(station -> settings.put(CALLED, "http://127.0.0.1:${downstream.port}/"));
        services.put("service", service(jar, temporary, settings));

        return Trial.experiment(
                "generated-" + network.number(),
                network.words(),
                services,
                "service",
                load(network.demand(), seconds),
                Map.of(VARIANT, Map.of("description", network.words(), "request", "GET /")));
    }

    private static Map<String, Object> service(Path jar, Path temporary, Map<String, Object> settings) {
        return Trial.service(jar, OptionalInt.empty(), settings, List.of(Trial.temporary(temporary)));
    }

    private static Map<String, Object> load(DrawnLoad demand, double seconds) {
        Map<String, Object> load = new LinkedHashMap<>();
        String length = number(seconds) + "s";
        Map<String, Object> arrivals = new LinkedHashMap<>();
        if (demand.isClosed()) {
            arrivals.put("users", demand.users());
            if (demand.thinkMillis() > 0) {
                String pause = number(demand.thinkMillis()) + "ms";
                arrivals.put("think", demand.randomThinking() ? Map.of("exponential", pause) : pause);
            }
        } else {
            arrivals.put("rate", number(demand.perSecond()) + "/s");
            if (demand.sort() == DrawnLoad.Sort.POISSON) {
                arrivals.put("arrivals", "poisson");
            }
        }
        arrivals.put("for", length);
        load.put(demand.isClosed() ? "closed" : "open", arrivals);
        load.put("warm-up", Map.of("users", 1, "for", "3s"));
        return load;
    }

    private static Map<String, Object> network(Network network) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("seed", network.seed());
        root.put("front", station(network.front()));
        Network.Extras extras = network.extras();
        if (extras.slowRequests() > 0) {
            root.put("slowRequests", extras.slowRequests());
            root.put("slowMillis", extras.slowMillis());
        }
        if (!extras.spellStation().isEmpty()) {
            root.put("spellStation", extras.spellStation());
            root.put("spellEvery", extras.spellEvery());
            root.put("spellFor", extras.spellFor());
        }
        return root;
    }

    private static Map<String, Object> station(DrawnStation station) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", station.kind().id());
        json.put("name", station.name());
        if (station.isBounded()) {
            json.put("capacity", configured(station));
        }
        boolean elsewhere = station.kind().role() == Role.DOWNSTREAM;
        json.put("millis", elsewhere ? 0 : station.millis());
        json.put("shape", Ids.of(station.shape()));
        json.put("cv", station.cv());
        if (station.rejects()) {
            json.put("reject", true);
        }
        if (station.outside() > 0) {
            json.put("outside", station.outside());
        }
        List<Map<String, Object>> inside = new ArrayList<>();
        station.inside().forEach(inner -> inside.add(station(inner)));
        json.put("inside", inside);
        return json;
    }

    /** As the library wants it. */
    public static double configured(DrawnStation station) {
        return station.kind() == DrawnKind.JETTY ? station.capacity() + JETTYS_OWN : station.capacity();
    }

    /** The other process: so many at once, each for so long. */
    private static Map<String, Object> behind(Network network, DrawnStation called) {
        DrawnStation permits =
                called.beside(DrawnKind.SEMAPHORE, called.name(), called.capacity(), called.millis(), List.of());
        DrawnStation front = called.beside(DrawnKind.VIRTUAL, "front", Double.POSITIVE_INFINITY, 0, List.of(permits));
        return network(new Network(
                network.seed() + 1,
                network.number(),
                front,
                network.demand(),
                new Network.Extras(
                        0,
                        0,
                        0,
                        network.extras().spellStation(),
                        network.extras().spellEvery(),
                        network.extras().spellFor())));
    }

    private static String json(Map<String, Object> network) {
        return JsonMapper.shared().writeValueAsString(network);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
