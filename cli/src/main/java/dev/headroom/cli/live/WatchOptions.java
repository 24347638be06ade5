package dev.headroom.cli.live;

import dev.headroom.core.model.observation.Station;
import java.util.Comparator;
import java.util.Locale;

/**
 * What the keys of {@code watch} have chosen.
 *
 * @param detail whether the lines that hold and wait are shown
 * @param filter part of the names that are shown, in any case; empty where all are
 * @param typing whether keys are letters of the filter
 */
public record WatchOptions(Sort sort, boolean detail, boolean frozen, String filter, boolean typing) {

    public static final WatchOptions DEFAULT = new WatchOptions(Sort.USE, false, false, "", false);

    private static final int DELETE = 127;

    /** The order of pools and resources. */
    enum Sort {
        USE,
        QUEUE,
        NAME;

        Comparator<Station> pools() {
            return switch (this) {
                case USE ->
                    Comparator.comparingDouble(Station::utilization)
                            .thenComparingDouble(Station::active)
                            .reversed();
                case QUEUE -> Comparator.comparingDouble(Station::queued).reversed();
                case NAME -> Comparator.comparing(Station::name);
            };
        }

        Comparator<Station> resources() {
            return switch (this) {
                case USE, QUEUE ->
                    Comparator.comparingDouble(Station::queued)
                            .thenComparingDouble(Station::active)
                            .reversed();
                case NAME -> Comparator.comparing(Station::name);
            };
        }
    }

    boolean shows(String name) {
        return name.toLowerCase(Locale.ROOT).contains(filter.toLowerCase(Locale.ROOT));
    }

    /** After a key that was pressed. */
    public WatchOptions key(int key) {
        if (key == WatchLoop.Face.ESCAPE) {
            return filter("", false);
        }
        if (typing) {
            return switch (key) {
                case '\r', '\n' -> filter(filter, false);
                case '\b', DELETE -> filter(filter.substring(0, Math.max(0, filter.length() - 1)), true);
                default -> Character.isISOControl(key) ? this : filter(filter + Character.toString(key), true);
            };
        }
        return switch (key) {
            case 's' ->
                new WatchOptions(
                        Sort.values()[(sort.ordinal() + 1) % Sort.values().length], detail, frozen, filter, false);
            case 'd' -> new WatchOptions(sort, !detail, frozen, filter, false);
            case ' ' -> new WatchOptions(sort, detail, !frozen, filter, false);
            case '/' -> filter(filter, true);
            default -> this;
        };
    }

    private WatchOptions filter(String text, boolean more) {
        return new WatchOptions(sort, detail, frozen, text, more);
    }
}
