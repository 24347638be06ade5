package dev.headroom.probe.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells from when on a JVM recorded all waits that Headroom asks for, by the settings that it says are in effect ({@code jdk.ActiveSetting}, written whenever a
 * recording changes them). The waits themselves do not tell: those that another recording asks for come all the time.
 */
final class WaitSettings {

    static final String EVENT = "jdk.ActiveSetting";

    private static final List<String> WAITS = List.of("jdk.SocketRead", "jdk.ThreadSleep");
    private static final Pattern SPAN = Pattern.compile("(\\d{1,15}) ?(ns|us|ms|s)");

    private record Setting(long micros, String name, String value) {}

    private final Map<Long, String> types = new HashMap<>();
    private final Map<String, String> effective = new HashMap<>();
    private final List<Setting> read = new ArrayList<>();

    /** The name of a type of events, which its settings give by number. */
    void type(long id, String name) {
        if (WAITS.contains(name)) {
            types.put(id, name);
        }
    }

    void read(long micros, long type, String name, String value) {
        String of = types.get(type);
        if (of != null) {
            read.add(new Setting(micros, of + "#" + name, value));
        }
    }

    /**
     * All of a flush has been read; within one they come in any order.
     *
     * @param records told each time at which the settings were told and are such that all waits are recorded, in their order
     */
    void flushed(LongConsumer records) {
        read.sort(Comparator.comparingLong(Setting::micros));
        for (int at = 0; at < read.size(); at++) {
            Setting setting = read.get(at);
            effective.put(setting.name(), setting.value());
            boolean isLastOfItsTime = at + 1 == read.size() || read.get(at + 1).micros() > setting.micros();
            if (isLastOfItsTime && WAITS.stream().allMatch(this::isRecorded)) {
                records.accept(setting.micros());
            }
        }
        read.clear();
    }

    /** Others may ask for shorter ones as well. Before JDK 25 nothing is throttled, and there is no such setting. */
    private boolean isRecorded(String type) {
        String rate = effective.getOrDefault(type + "#throttle", FlightSettings.ALL);
        return "true".equals(effective.get(type + "#enabled"))
                && isShort(effective.getOrDefault(type + "#threshold", ""))
                && (rate.equals(FlightSettings.ALL) || rate.equals("off"));
    }

    private static boolean isShort(String threshold) {
        Matcher span = SPAN.matcher(threshold);
        return span.matches()
                && Long.parseLong(span.group(1)) * seconds(span.group(2)) <= FlightSettings.SHORTEST_SECONDS + 1e-9;
    }

    private static double seconds(String unit) {
        return switch (unit) {
            case "ns" -> 1e-9;
            case "us" -> 1e-6;
            case "ms" -> 1e-3;
            default -> 1;
        };
    }
}
