package dev.headroom.probe.classify;

import dev.headroom.core.model.observation.Activity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One distinct stack. Compared by identity: whoever reads stacks interns them, so that each is classified once.
 */
public final class Stack {

    /** In place of a line: the frame is a library's. */
    public static final int LIBRARY = -1;

    /** What Spring, Hibernate, CDI and the JDK call the classes that they make at run time around those of the application. */
    private static final Pattern GENERATED =
            Pattern.compile("\\$\\$(SpringCGLIB|EnhancerBy|FastClassBy)|\\$Proxy(\\d|\\$_)"
                    + "|\\$HibernateProxy\\$|\\$ByteBuddy\\$|_ClientProxy\\.|_Subclass\\.|\\$Intercepted\\.");

    private final Thread.State state;
    private final String waitsOn;
    private final List<String> frames;
    private final int[] lines;
    private final Optional<Limited> limited;
    private final StackReading reading;

    /**
     * @param waitsOn class of the object that the thread is blocked on or parked for; empty where unknown
     * @param frames {@code package.Class.method}, top first
     * @param lines of each frame; {@link #LIBRARY} of those that are not the application's, 0 where the line is not known.
     *     None where nobody told whose the frames are
     * @param limited what is waited for
     */
    public Stack(Thread.State state, String waitsOn, List<String> frames, int[] lines, Optional<Limited> limited) {
        this(
                state,
                waitsOn,
                List.copyOf(frames),
                lines.clone(),
                limited,
                Classifier.read(state, waitsOn, frames, ofLibraries(frames, lines)));
    }

    private Stack(
            Thread.State state,
            String waitsOn,
            List<String> frames,
            int[] lines,
            Optional<Limited> limited,
            StackReading reading) {
        this.state = state;
        this.waitsOn = waitsOn;
        this.frames = frames;
        this.lines = lines;
        this.limited = limited;
        this.reading = reading;
    }

    private static boolean ofLibraries(List<String> frames, int[] lines) {
        return lines.length > 0
                ? Arrays.stream(lines).allMatch(line -> line == LIBRARY)
                : frames.stream().allMatch(Application::isLibrary);
    }

    /** The same of a thread that is runnable by its state and yet does not run: it waits inside the JVM or the kernel. */
    public Stack waiting() {
        return new Stack(Thread.State.WAITING, waitsOn, frames, lines, limited);
    }

    /**
     * Has not come to where {@code other} stands, though both are in {@code method}: of the way up from there they have the same calls in common,
     * until this one stands at an earlier line, or in the method that made the next call, to enter a monitor. Whoever called
     * something else, or stands at a line that is not known, may have come there.
     */
    public boolean isBefore(Stack other, String method) {
        int here = frames.indexOf(method);
        int there = other.frames.indexOf(method);
        while (here >= 0 && there >= 0 && frames.get(here).equals(other.frames.get(there))) {
            int line = here < lines.length ? lines[here] : LIBRARY;
            int otherLine = there < other.lines.length ? other.lines[there] : LIBRARY;
            if (line > 0 && otherLine > 0 && line != otherLine) {
                return line < otherLine;
            }
            here--;
            there--;
        }
        return here < 0 && state == Thread.State.BLOCKED;
    }

    /** Takes from a queue that nothing knows, which is how a thread of its own gets its work: so it is read. */
    public boolean takesWork() {
        return reading.activity() == Activity.IDLE && reading.depth() == 0 && Classifier.waitsForWork(frames);
    }

    /** The same of a thread that waits for what its request needs: it takes an object of a pool from that queue, or sleeps until it tries again. */
    public Stack serving() {
        StackReading waits = new StackReading(Activity.AWAITING_OTHER, waitsOn, reading.frame(), reading.depth());
        return as(waits);
    }

    /** The same of a thread that has no request, whatever it stands in. */
    public Stack idle() {
        return as(new StackReading(Activity.IDLE, "", reading.frame(), 0));
    }

    /** The same of a virtual thread that the application keeps to work for others, and that is not there for one request. */
    public Stack ofCrew() {
        return as(Classifier.ofCrew(state, frames, reading));
    }

    private Stack as(StackReading other) {
        return new Stack(state, waitsOn, frames, lines, limited, other);
    }

    /** Has no task and waits for none of a queue: it accepts connections, or selects among them. */
    public boolean selects() {
        return reading.activity() == Activity.IDLE && Rules.selects(frames);
    }

    /** Runnable inside a call of the operating system, or of a native library, which may wait: no thread state tells. */
    public boolean isInSystemCall() {
        return reading.activity() == Activity.RUNNING
                && (mayStand() || Rules.SYSTEM_CALLS.stream().anyMatch(rule -> rule.depth(frames) >= 0));
    }

    /** Of a thread that runs in Java no line is told, for it would be another in each look: it is in native code, or its state is not known. */
    public boolean mayStand() {
        return state == Thread.State.RUNNABLE && Arrays.stream(lines).anyMatch(line -> line > 0);
    }

    public Thread.State state() {
        return state;
    }

    public String waitsOn() {
        return waitsOn;
    }

    public List<String> frames() {
        return frames;
    }

    public StackReading reading() {
        return reading;
    }

    /** What the thread waits for, where that is an object that only so many may hold. */
    public Optional<Limited> limited() {
        return limited;
    }

    /** Whether the frame at that depth is of the application's own code: a proxy is in its package, and has no line that anybody wrote. */
    public boolean isApplication(int depth) {
        boolean its = told() ? lines[depth] != LIBRARY : !Application.isLibrary(frames.get(depth));
        return its && !GENERATED.matcher(frames.get(depth)).find();
    }

    /** The frames that called the one at that depth, up to the application's. */
    Stream<String> librariesAbove(int depth) {
        return IntStream.range(Math.max(0, depth), frames.size())
                .takeWhile(at -> !isApplication(at))
                .mapToObj(frames::get);
    }

    /** Whether any frame was told to be the application's. */
    private boolean told() {
        return Arrays.stream(lines).anyMatch(line -> line != LIBRARY);
    }

    /** {@code package.Class.method:line}; without the line where it is not known. */
    String site(int depth) {
        return depth < lines.length && lines[depth] > 0 ? frames.get(depth) + ":" + lines[depth] : frames.get(depth);
    }

    /** Where it stands in the application's method; empty where it is in none of that name, or the line is not known. */
    public OptionalInt line(String method) {
        return IntStream.range(0, Math.min(lines.length, frames.size()))
                .filter(depth -> lines[depth] > 0 && frames.get(depth).equals(method))
                .map(depth -> lines[depth])
                .findFirst();
    }

    /** Any frame starts with one of {@code prefixes}. */
    public boolean has(String... prefixes) {
        return frames.stream()
                .map(FrameRule::unshaded)
                .anyMatch(frame -> List.of(prefixes).stream().anyMatch(frame::startsWith));
    }

    @Override
    public String toString() {
        return state + (waitsOn.isEmpty() ? "" : " on " + waitsOn) + "\n  " + String.join("\n  ", frames);
    }

    public boolean isBusy() {
        return reading.activity().busy();
    }

    /** Of workers that stand so, those that are on a task. */
    public static double busy(Map<Stack, Double> stacks) {
        return weight(stacks, Stack::isBusy);
    }

    /** Of workers that stand so, those whose stack is of that sort. */
    public static double weight(Map<Stack, Double> stacks, Predicate<Stack> sort) {
        return stacks.entrySet().stream()
                .filter(stack -> sort.test(stack.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** All that stand so. */
    public static double weight(Map<Stack, Double> stacks) {
        return stacks.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Those of that sort. */
    static Map<Stack, Double> only(Predicate<Stack> sort, Map<Stack, Double> stacks) {
        return stacks.entrySet().stream()
                .filter(stack -> sort.test(stack.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
