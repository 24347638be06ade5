package dev.headroom.load.k6;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Whether parts make a whole load: each is there, and all went on at the same time. What is missing cannot be added, so the sum of fewer, or of
 * parts one after the other, is the result of another load.
 */
public final class ShardCheck {

    /** Parts that begin or end further apart were not one load; an operator starts them one after the other, tens of milliseconds apart. */
    private static final long APART_MICROS = 1_000_000;

    /** As many times the mean time between two of its requests may pass before the first of a part, and after its last: parts take turns. */
    private static final int GAPS = 2;

    /** Requests of each of the others, in the mean, in whose time one of its own would have come: parts take turns. */
    private static final int FEWEST = 5;

    private ShardCheck() {}

    /**
     * @param count of parts that the load was shared out into
     * @param iterations of all of them, where the load ends by their number; 0 where it ends by the time
     * @param length of the load, from its first request to its last; zero where nobody knows
     * @return why the sum is void, one line each; none where it is whole
     */
    public static List<String> why(List<ShardFile.Seen> shards, int count, long iterations, Duration length) {
        List<String> why = new ArrayList<>();
        if (shards.size() != count) {
            why.add((shards.size() < count ? "lost: " : "too many: ") + shards.size() + " of " + count
                    + " parts are there");
        }
        for (ShardFile.Seen one : shards) {
            lost(one, new Others(one, shards, count), iterations == 0)
                    .ifPresent(what -> why.add(one.name() + " " + what));
        }
        twice(shards).forEach(why::add);
        List<ShardFile.Seen> sent =
                shards.stream().filter(one -> one.requests() > 0).toList();
        if (sent.isEmpty()) {
            why.add("no part has sent a request");
            return why;
        }
        long begin = sent.stream().mapToLong(ShardFile.Seen::firstMicros).min().orElseThrow();
        long end = sent.stream().mapToLong(ShardFile.Seen::lastMicros).max().orElseThrow();
        for (ShardFile.Seen one : sent) {
            Others others = new Others(one, shards, count);
            if (others.went(begin, one.firstMicros()) > APART_MICROS + GAPS * gap(one, end - begin)) {
                why.add(one.name() + " is late: it began " + seconds(one.firstMicros() - begin) + " after the first");
            }
            if (iterations == 0 && others.went(one.lastMicros(), end) > rest(one, end - begin)) {
                why.add(one.name() + " ended early: its last request was sent " + seconds(end - one.lastMicros())
                        + " before the last of all");
            }
            hole(one, sent, begin).ifPresent(why::add);
        }
        if (iterations == 0) {
            endedEarly(sent, begin, length).ifPresent(why::add);
        }
        long done = shards.stream()
                .mapToLong(one -> one.iterations() + one.dropped())
                .sum();
        if (iterations > 0 && done != iterations) {
            why.add(done + " iterations are there, and " + iterations + " were asked for");
        }
        return why;
    }

    /** All of them together. Where users still wait when the time is over, as for a service that hangs, nothing more can be sent. */
    private static Optional<String> endedEarly(List<ShardFile.Seen> sent, long begin, Duration length) {
        long last = sent.stream()
                .mapToLong(one -> Math.max(one.lastMicros(), one.lastEndMicros()))
                .max()
                .orElse(begin);
        double slack =
                sent.stream().mapToDouble(one -> rest(one, last - begin)).max().orElse(APART_MICROS);
        long missing = length.toNanos() / 1000 - (last - begin);
        return missing > slack
                ? Optional.of("all parts ended early: nothing of them is there for the last " + seconds(missing)
                        + " of " + seconds(length.toNanos() / 1000))
                : Optional.empty();
    }

    /** To the microsecond the same requests are those of one part, under whatever name. */
    private static List<String> twice(List<ShardFile.Seen> shards) {
        List<String> why = new ArrayList<>();
        for (int i = 0; i < shards.size(); i++) {
            ShardFile.Seen one = shards.get(i);
            shards.subList(0, i).stream()
                    .filter(other -> one.requests() > 0
                            && one.requests() == other.requests()
                            && one.firstMicros() == other.firstMicros()
                            && one.lastMicros() == other.lastMicros())
                    .findFirst()
                    .ifPresent(other -> why.add(one.name() + " is " + other.name() + " once more: of the "
                            + shards.size() + " parts one is missing"));
        }
        return why;
    }

    /** The other parts, as k6 deals users out: of as many as there are parts, each has one. */
    private static final class Others {
        private final ShardFile.Seen one;
        private final List<ShardFile.Seen> all;
        /** Fewer users than these, and the part need not have one. */
        private final long enough;

        Others(ShardFile.Seen one, List<ShardFile.Seen> shards, int count) {
            this.one = one;
            this.all = shards.stream().filter(other -> other != one).toList();
            this.enough = Math.min(
                    count, all.stream().mapToLong(ShardFile.Seen::mostVus).sum());
        }

        /** Microseconds of that time in which the part was to have users as well: not while users enter one after the other, or leave. */
        long went(long from, long to) {
            return LongStream.rangeClosed(second(from), second(to))
                    .filter(this::areEnough)
                    .map(second -> Math.min(to, (second + 1) * CsvReader.MICROS_PER_SECOND)
                            - Math.max(from, second * CsvReader.MICROS_PER_SECOND))
                    .sum();
        }

        private boolean areEnough(long second) {
            return all.stream()
                            .mapToLong(other -> other.activity().usersAround(second))
                            .sum()
                    >= enough;
        }

        /** Requests of all of them in such time, but for that in which the part waited for its only answer. */
        long sentMeanwhile() {
            return all.stream()
                    .flatMap(other -> other.activity().begun().entrySet().stream())
                    .filter(begun ->
                            begun.getKey() < second(one.firstMicros()) || begun.getKey() > second(one.lastEndMicros()))
                    .filter(begun -> areEnough(begun.getKey()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }

        boolean sentWithoutIt() {
            return !all.isEmpty() && one.requests() <= 1 && sentMeanwhile() >= FEWEST * all.size();
        }

        private static long second(long micros) {
            return Math.floorDiv(micros, CsvReader.MICROS_PER_SECOND);
        }
    }

    /** Also of a part that has no request to send k6 tells once a second how many users there are. */
    private static Optional<String> lost(ShardFile.Seen one, Others others, boolean byTime) {
        if (!one.begun()) {
            return Optional.of("is lost: it is empty");
        }
        if (byTime && one.requests() == 0 && one.mostVus() == 0 && !one.cut()) {
            return Optional.of("is lost: it has no line but the first");
        }
        if (byTime && !one.cut() && others.sentWithoutIt()) {
            return Optional.of("is lost: it has sent " + (one.requests() == 0 ? "no request" : "one request")
                    + ", while the others went on");
        }
        return one.cut()
                ? Optional.of(
                        ShardFile.isPacked(one.name())
                                ? "is lost: what is packed in it ends too early; fetch it again, once its k6 has ended"
                                : "is lost: it ends in the middle of a line, so its k6 was killed")
                : Optional.empty();
    }

    /** Its first hole in which the others went on, while it would have sent something as well. */
    private static Optional<String> hole(ShardFile.Seen one, List<ShardFile.Seen> all, long begin) {
        return one.activity().holes().stream()
                .filter(hole -> all.stream()
                                .filter(other -> other != one)
                                .mapToLong(other -> other.activity().begunIn(hole))
                                .sum()
                        >= FEWEST * (all.size() - 1))
                .filter(hole -> all.size() > 1)
                .findFirst()
                .map(
                        hole -> one.name() + " has a hole: nothing of it is there for " + hole.seconds() + " s, "
                                + seconds(Math.max(0, hole.from() * 1_000_000 - begin))
                                + " after the first request, while the others went on: lines are missing, or its k6 stood still");
    }

    /** For so many microseconds nothing of a part need be there before the end: users who move in step pause together, then as before. */
    private static double rest(ShardFile.Seen one, long span) {
        return APART_MICROS
                + Math.max(GAPS * gap(one, span), 1e6 * one.activity().longestPauseSeconds());
    }

    /** Mean time between two of its requests, in microseconds. */
    private static double gap(ShardFile.Seen one, long span) {
        return one.requests() > 1
                ? (one.lastMicros() - one.firstMicros()) / (double) (one.requests() - 1)
                : span; // one request says nothing of when a part began
    }

    private static String seconds(long micros) {
        return "%.1f s".formatted(micros / 1e6);
    }

    /** In the order of their names, numbers by their value. */
    public static Comparator<String> byName() {
        return Comparator.comparing(ShardCheck::number).thenComparing(Comparator.naturalOrder());
    }

    private static long number(String name) {
        String digits = name.replaceAll("\\.csv(\\.gz)?$", "").replaceAll("^.*?(\\d{1,9})?$", "$1");
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }
}
