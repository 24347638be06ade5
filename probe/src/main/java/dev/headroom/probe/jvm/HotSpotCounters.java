package dev.headroom.probe.jvm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What HotSpot counts of itself, in its {@link CounterFile}: asking costs the JVM nothing.
 *
 * @param byName none where it keeps none that can be read
 */
public record HotSpotCounters(Map<String, String> byName) {

    private static final String YOUNG = "sun.gc.generation.0.";
    private static final String OLD = "sun.gc.generation.1.";
    private static final String MOST = "maxCapacity";

    /** Of the parts of a generation: the young one's second and third are those that survived. */
    private static final String USED = "space.%d.used";

    /** Bytes that JDK 17 adds to either of two that are the whole heap. */
    private static final double PADDING = 64;

    private static final String TICKS = "sun.os.hrt.frequency";

    /** Ticks that each has stopped the JVM for; those that work beside it have one for their pauses alone, but for Shenandoah, which counts whole cycles. */
    private static final Pattern COLLECTOR = Pattern.compile("sun\\.gc\\.collector\\.\\d+\\.(time|name)");

    private static final String COUNTS_CYCLES = "Shenandoah";

    public static HotSpotCounters of(LinuxProcess process) {
        return new CounterFile(process).read();
    }

    /** Empty where it has none of that name. */
    String text(String name) {
        return byName.getOrDefault(name, "");
    }

    /** 0 where it has none, or a text in place of its number. */
    private double number(String name) {
        String counter = text(name);
        return counter.matches("\\d{1,19}") ? Double.parseDouble(counter) : 0;
    }

    /**
     * What outlives a collection.
     *
     * @param used bytes when it was collected last, the young that survived among them
     * @param most bytes that it may come to
     * @param shared whether that is the whole heap, and new objects are in it too
     */
    public record OldGeneration(long used, long most, boolean shared) {}

    /** Empty where its collector knows no generations: then garbage is counted as well. */
    public Optional<OldGeneration> oldGeneration() {
        double most = number(OLD + MOST);
        double young = number(YOUNG + MOST);
        double used =
                number(OLD + USED.formatted(0)) + number(YOUNG + USED.formatted(1)) + number(YOUNG + USED.formatted(2));
        return most > 0 && young > 0
                ? Optional.of(new OldGeneration((long) used, (long) most, Math.abs(young - most) <= PADDING))
                : Optional.empty();
    }

    /** Bytes that the {@link #oldGeneration} has reserved by now, of those that it may come to; empty where it has no such counter. */
    public OptionalLong committed() {
        double old = number(OLD + "capacity");
        double young = number(YOUNG + "capacity");
        return old > 0
                ? oldGeneration().stream()
                        .mapToLong(its -> (long) (its.shared() ? old + young : old))
                        .findFirst()
                : OptionalLong.empty();
    }

    /** Seconds for which its garbage collectors have stopped it since it began. */
    public OptionalDouble collectorSeconds() {
        double frequency = number(TICKS);
        List<String> collectors = byName.keySet().stream()
                .filter(name -> COLLECTOR.matcher(name).matches())
                .toList();
        return frequency == 0 || collectors.stream().anyMatch(name -> text(name).startsWith(COUNTS_CYCLES))
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        collectors.stream().mapToDouble(this::number).sum() / frequency);
    }
}
