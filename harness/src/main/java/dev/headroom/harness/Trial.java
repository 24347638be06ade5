package dev.headroom.harness;

import dev.headroom.core.libraries.Libraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A service whose limit is known by construction: one entry of {@code trials/trials.yaml}, which says what its keys mean.
 *
 * @param keys of the entry, as they are written
 */
public record Trial(String name, Map<String, Object> keys) {

    static final String LIMIT = "limit";
    static final String TWIN = "twin";

    private static final int DELAY_MILLIS = 100;
    private static final int USERS = 60;
    private static final String DOWNSTREAM = "downstream";

    /** All of them, in the order of the file. */
    public static List<Trial> read(Path table) throws IOException {
        Object root = new Load(LoadSettings.builder().setLabel(table.toString()).build())
                .loadFromString(Files.readString(table));
        List<Trial> trials = new ArrayList<>();
        for (var entry : map(root).entrySet()) {
            trials.add(new Trial(entry.getKey(), map(entry.getValue())));
        }
        if (trials.isEmpty()) {
            throw new IOException("no trials in " + table);
        }
        return trials;
    }

    boolean hasTwin() {
        return !Boolean.FALSE.equals(keys.get(TWIN));
    }

    public boolean runsOn(int jdk) {
        return jdk >= number("from").orElse(0) && jdk <= number("to").orElse(Double.MAX_VALUE);
    }

    String verdict() {
        return text("verdict", "limit");
    }

    /** Any of these is true; empty where no limit is to be named. */
    List<String> kinds() {
        Object kind = keys.get("kind");
        if (kind instanceof List<?> several) {
            return several.stream().map(String::valueOf).toList();
        }
        return kind == null ? List.of() : List.of(kind.toString());
    }

    Optional<Pattern> named() {
        return Optional.ofNullable(keys.get("named"))
                .map(words -> Pattern.compile(words.toString(), Pattern.CASE_INSENSITIVE));
    }

    OptionalInt capacity() {
        return keys.get("capacity") instanceof Number units ? OptionalInt.of(units.intValue()) : OptionalInt.empty();
    }

    /** What share of the limit (0 to 1) each kind of request holds, by construction; none where there is one kind. */
    Map<String, Double> holds() {
        Map<String, Double> shares = new LinkedHashMap<>();
        map(keys.get("holds")).forEach((kind, share) -> shares.put(kind, ((Number) share).doubleValue()));
        return shares;
    }

    /** Requests per second, by construction. */
    OptionalDouble ceiling() {
        OptionalDouble capacity = number("capacity");
        return keys.containsKey("ceiling") || capacity.isEmpty()
                ? number("ceiling")
                : OptionalDouble.of(capacity.getAsDouble() * 1000 / delayMillis());
    }

    /** Of a request that waits for no one. */
    double delayMillis() {
        return number("delay").orElse(DELAY_MILLIS);
    }

    /**
     * As {@code headroom run} takes it.
     *
     * @param jar of the trials
     * @param jdk empty for the one that Headroom runs on
     * @param temporary folder of the services, which leave files there
     */
    String experiment(Path jar, OptionalInt jdk, Path temporary) {
        Map<String, Object> services = new LinkedHashMap<>();
        Map<String, Object> behind = behind();
        behind.forEach((service, own) -> {
            Map<String, Object> settings = new LinkedHashMap<>(
                    Map.of("trial", "slow-server", "front", "jdk", "delay", String.valueOf((int) delayMillis())));
            settings.putAll(map(own));
            services.put(service, service(jar, jdk, settings, List.of(temporary(temporary))));
        });
        List<Object> options = new ArrayList<>(List.of(temporary(temporary)));
        Optional.ofNullable(System.getProperty(Libraries.ONLY))
                .ifPresent(only -> options.add("-D" + Libraries.ONLY + "=" + only));
        if (keys.get("jvm") instanceof List<?> own) {
            options.addAll(own);
        }
        Map<String, Object> watched = service(jar, jdk, settings(behind.keySet()), options);
        if (keys.containsKey("processors")) {
            watched.put("processors", keys.get("processors"));
        }
        services.put("trial", watched);

        Map<String, Object> variants = new LinkedHashMap<>();
        variants.put(LIMIT, variant("the limit", Map.of()));
        if (hasTwin()) {
            Map<String, Object> twin = variant("the same with the limit wide enough", Map.of("twin", "true"));
            if (keys.get(TWIN) instanceof Map<?, ?> smaller) {
                twin.put("load", load(map(smaller).get("users")));
            }
            variants.put(TWIN, twin);
        }
        return experiment("trial-" + name, text("about", name), services, "trial", load(USERS), variants);
    }

    /** An experiment file. */
    public static String experiment(
            String name,
            String title,
            Map<String, Object> services,
            String watch,
            Map<String, Object> load,
            Map<String, ?> variants) {
        Map<String, Object> experiment = new LinkedHashMap<>();
        experiment.put("name", name);
        experiment.put("title", title);
        experiment.put("services", services);
        experiment.put("watch", watch);
        experiment.put("load", load);
        experiment.put("variants", variants);
        return new Dump(DumpSettings.builder().build()).dumpToString(experiment);
    }

    /** The option by which a service leaves its files there. */
    public static String temporary(Path folder) {
        return "-Djava.io.tmpdir=" + folder;
    }

    /** A service that runs the trials' jar, as an experiment file has it. */
    public static Map<String, Object> service(
            Path jar, OptionalInt jdk, Map<String, Object> settings, List<?> options) {
        Map<String, Object> service = new LinkedHashMap<>();
        service.put("jar", jar.toString());
        service.put("port", 0);
        service.put("ready", "/ready");
        jdk.ifPresent(version -> service.put("jdk", version));
        service.put("settings", settings);
        service.put("jvm", options);
        return service;
    }

    /** The slow services that it calls, with their settings. */
    private Map<String, Object> behind() {
        return keys.containsKey(DOWNSTREAM)
                ? new LinkedHashMap<>(Map.of(DOWNSTREAM, keys.get(DOWNSTREAM)))
                : map(keys.get("downstreams"));
    }

    private Map<String, Object> settings(Set<String> behind) {
        Map<String, Object> settings =
                new LinkedHashMap<>(Map.of("trial", name, "delay", String.valueOf((int) delayMillis())));
        behind.forEach(service -> settings.put(service, "http://127.0.0.1:${" + service + ".port}/"));
        settings.putAll(map(keys.get("settings")));
        return settings;
    }

    private Map<String, Object> variant(String description, Map<String, Object> settings) {
        Map<String, Object> variant = new LinkedHashMap<>();
        variant.put("description", description);
        if (keys.containsKey("requests")) {
            variant.put("requests", keys.get("requests"));
        } else {
            variant.put("request", "GET /");
        }
        variant.put("settings", settings);
        if (keys.containsKey("before")) {
            variant.put("before", keys.get("before"));
        }
        return variant;
    }

    private Map<String, Object> load(@Nullable Object users) {
        Map<String, Object> load = new LinkedHashMap<>();
        load.put("closed", Map.of("users", Objects.requireNonNullElse(users, USERS), "for", "15s"));
        load.put("warm-up", Map.of("users", 1, "for", "3s"));
        Map<String, Object> own = map(keys.get("load"));
        if (own.containsKey("open")) {
            load.remove("closed");
        }
        load.putAll(own);
        return load;
    }

    private String text(String key, String otherwise) {
        return String.valueOf(keys.getOrDefault(key, otherwise));
    }

    private OptionalDouble number(String key) {
        return keys.get(key) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    private static Map<String, Object> map(@Nullable Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> map.put(String.valueOf(key), entry));
        }
        return map;
    }
}
