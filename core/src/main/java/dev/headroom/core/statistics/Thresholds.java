package dev.headroom.core.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Every number that is a decision and no law: what counts as full, as most, as the same. There are few, and those that mean the same are the same; a
 * class that decides gives the level a name of its own, and says why it is that one. Each diagnosis says with which it was made. {@code docs/thresholds.md} is
 * this list, with what hangs on each.
 */
public final class Thresholds {

    /** A property of Headroom's JVM with the name behind it and another number, to see what hangs on one. */
    private static final String PROPERTY = "headroom.threshold.";

    /** In the order from below; with the values that hold now. */
    static final List<Threshold> DECLARED = new ArrayList<>();

    /** @param reason why there is such a level, and why it is not another */
    public record Threshold(String name, double value, String unit, String reason) {}

    public static final double ALL = level(
            "all",
            0.95,
            "Workers, permits and connections are being handed over now and then: that all are taken is never seen in every look.");
    public static final double NEARLY_ALL = level(
            "nearly-all",
            0.9,
            "Where two measurements meet, of which either may miss a tenth, or a bound that is reached only so far with another one near (Lazowska 1984, chapter 5).");
    public static final double MOST =
            level("most", 0.8, "What accounts for something: the rest may be of another kind, or was not seen.");
    public static final double MAJORITY =
            level("majority", 0.6, "Of the processor, where others use the rest or have to be left some.");
    public static final double HALF = level("half", 0.5, "More than all the rest together.");
    public static final double THIRD = level(
            "third",
            0.3,
            "Too much for chance and for what a load costs the processor: a rule, and no longer an accident.");
    public static final double QUARTER = level(
            "quarter",
            0.25,
            "A part that changes what the whole does; and what two rough measurements of one quantity differ by.");
    public static final double FIFTH =
            level("fifth", 0.2, "By more nobody sizes a pool wrongly, and no pool is that regular.");
    public static final double CEILING_ERROR =
            level("ceiling-error", 0.15, "What a ceiling may be off by that is the quotient of two measurements.");
    public static final double TENTH =
            level("tenth", 0.1, "What two sound instruments may differ by over a quarter of a minute.");
    public static final double SLIGHT =
            level("slight", 0.05, "A ripple of uneven arrivals, a look at the window's edge.");
    public static final double LOSS = level("loss", 0.03, "A loss that the rest makes up for.");
    public static final double FEW = level("few", 0.02, "Nothing to the whole, and still something that is there.");
    public static final double TRACE = level("trace", 0.01, "Below it something is an accident, and not worth a word.");
    public static final double CRUMB = level("crumb", 0.002, "Of the requests in flight, what is not worth a line.");

    public static final double LATE_ANSWER = level(
            "late-answer", 0.12, "A timeout is looked for about once a second, and its answer has to be written.");

    public static final double CLOSE = level("close", 0.98, "As near to a bound as can be seen.");
    public static final double WHOLE = level("whole", 0.99, "Nothing is left to ask about.");

    public static final double ODD_ONE = number(
            "odd-one",
            0.5,
            "on average",
            "Fewer requests, workers or connections than one half are the odd one that comes and goes.");
    public static final double ONE = number(
            "one", 1, "on average, or s/s", "One is kept waiting, always; or somebody waits for as long as he runs.");
    public static final double DOUBLE = number(
            "double",
            2,
            "of each, or s",
            "The next of something that can be counted; a limit is moved no further, for beyond it others are met.");
    public static final int TOGETHER =
            count("together", 4, "limits", "As many can be raised at once and each still be told.");
    public static final int MOVES = count("moves", 5, "moves", "Of a campaign, among which its error is shared out.");
    public static final double FEWEST = number("fewest", 3, "samples, seconds, or requests", "Fewer have no spread.");
    public static final double ENOUGH = number(
            "enough",
            5,
            "responses, looks, or response times",
            "After as many without one, none will come; from as many on a mean means something.");
    public static final int LOOKS = count(
            "looks",
            8,
            "looks, seconds, windows, or tasks",
            "Fewer that are alike may be alike by chance: 2^-8 is below 1 %.");
    public static final double STARVED = number(
            "starved",
            10,
            "s/s",
            "Waiting for a core for ten times as long as running says nothing of the service any more.");
    public static final double SIGMAS = number("sigmas", 3, "standard errors", "By chance one of 370 lies beyond.");
    public static final double ERROR =
            number("error", 0.01, "probability", "That anything that a campaign says is false.");
    public static final double CUT = number(
            "cut",
            0.2,
            "answers",
            "What a window's count is off by at least, found by simulation: with less too many of few answers a window are let through.");

    static {
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(PROPERTY) && !values().containsKey(name.substring(PROPERTY.length())))
                .forEach(name -> {
                    throw new IllegalArgumentException("no threshold is named " + name);
                });
    }

    private Thresholds() {}

    /** By name. */
    public static Map<String, Double> values() {
        return DECLARED.stream().collect(Collectors.toUnmodifiableMap(Threshold::name, Threshold::value));
    }

    private static double level(String name, double value, String reason) {
        return number(name, value, "0 to 1", reason);
    }

    private static int count(String name, int value, String unit, String reason) {
        return (int) declare(new Threshold(name, (int) held(name, value), unit, reason));
    }

    private static double number(String name, double value, String unit, String reason) {
        return declare(new Threshold(name, held(name, value), unit, reason));
    }

    private static double held(String name, double value) {
        return Double.parseDouble(System.getProperty(PROPERTY + name, Double.toString(value)));
    }

    private static double declare(Threshold one) {
        DECLARED.add(one);
        return one.value();
    }
}
