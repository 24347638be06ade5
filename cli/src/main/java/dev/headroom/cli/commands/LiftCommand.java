package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.live.Consent;
import dev.headroom.cli.live.RunningTarget;
import dev.headroom.cli.screen.Output;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.text.Numbers;
import dev.headroom.core.text.Printable;
import dev.headroom.lab.proof.RaiseRisk;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves a limit of a running JVM, for an incident. */
@Command(
        name = "lift",
        description = {
            "Moves a limit of a running JVM for a while, by the agent, and puts it back.",
            "Without --pool it lists what can be moved."
        },
        footerHeading = WayOption.HARM_HEADING,
        footer = WayOption.HARM_OF_AGENT + "         With --keep it is not put back.")
public final class LiftCommand implements Callable<Integer> {

    /** Pools and resources are seen when they are used. */
    private static final Duration LOOK = Duration.ofSeconds(3);

    /** Whether it is still moved, and the JVM there. */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    @Parameters(paramLabel = RunningTarget.LABEL, description = RunningTarget.DESCRIPTION)
    private String target = "";

    @Option(names = "--pool", paramLabel = "NAME", description = "Pool or resource, as `lift` lists it without --pool.")
    private @Nullable String pool;

    @Option(names = "--to", paramLabel = "N", description = "Its new capacity.")
    private int to;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "How long (default: ${DEFAULT-VALUE}).",
            defaultValue = "10m")
    private String length = "";

    @Option(names = "--keep", description = "Keep the new value and detach.")
    private boolean keep;

    @Option(names = "--yes", description = "Do not ask before it is moved.")
    private boolean yes;

    private final Consent.Person person;

    public LiftCommand() {
        this(Consent.AT_THE_TERMINAL);
    }

    /** @param person asked before anything is moved */
    public LiftCommand(Consent.Person person) {
        this.person = person;
    }

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws Exception {
        Duration time = RunningTarget.duration(length);
        if (pool == null && moves()) {
            throw new BadInput("--to, --for, --keep and --yes go with --pool, which says what is to be moved");
        }
        if (pool != null && to < 1) {
            throw new BadInput("--to says its new capacity, 1 or more");
        }
        if (keep && output.has("--for")) {
            throw new BadInput("--for says when it is put back, and --keep that it never is:"
                    + " drop --keep to have it put back, or --for to leave it moved");
        }
        if (pool != null && !yes && !person.isThere()) {
            throw new BadInput("lift asks before it changes anything, and there is no terminal to ask on: add --yes");
        }
        RunningTarget jvm = RunningTarget.find(target, Way.AGENT);
        try (Probe probe = jvm.open(Way.AGENT, output)) {
            probe.start();
            return ended(look(probe), jvm, probe, time).code();
        }
    }

    private boolean moves() {
        return Stream.of("--to", "--for", "--keep", "--yes").anyMatch(output::has);
    }

    /** Who is asked for a yes is asked for what can be done. */
    public ExitCode ended(Observation seen, RunningTarget jvm, Probe probe, Duration time)
            throws BadInput, ProbeException, InterruptedException {
        if (pool == null) {
            list(seen);
            return ExitCode.DONE;
        }
        Adjustable lever = lever(pool, seen);
        String name = seen.name(lever.target());
        if (!lever.comesBack() && !keep) {
            throw new BadInput(name + " keeps the capacity that it has while there is work, so it could not be"
                    + " put back: say --keep if that is meant");
        }
        Part part = new Part(lever.target(), name, lever.capacity(), to);
        Optional<String> risk = RaiseRisk.of(seen, jvm.process()).against(move(part));
        if (yes && risk.isPresent()) {
            throw new BadInput(name + " was not moved, for it may do lasting harm: " + risk.get()
                    + ". Whoever means it says so when asked: drop --yes");
        }
        if (yes || agreed(seen, part, risk, time)) {
            lift(lever, name, jvm, probe, time);
            return ExitCode.DONE;
        }
        output.say("nothing was moved");
        return ExitCode.FAILED;
    }

    private Move move(Part part) {
        return new Move(Subject.CAPACITY, List.of(part), part.to() / part.from(), Back.SET, Double.NaN);
    }

    private boolean agreed(Observation seen, Part part, Optional<String> risk, Duration time) {
        List<String> terms =
                new ArrayList<>(keep ? Consent.termsForGood(seen, part) : Consent.terms(seen, List.of(part), time));
        risk.ifPresent(why -> terms.add("It may do lasting harm: " + why + "."));
        return Consent.given(person, output.err(), terms, "Move it?");
    }

    private static Observation look(Probe probe) throws ProbeException, InterruptedException {
        Instant begin = Instant.now();
        Thread.sleep(LOOK);
        return probe.glance(begin, new Window(begin, Duration.between(begin, Instant.now())));
    }

    private void lift(Adjustable lever, String name, RunningTarget jvm, Probe probe, Duration time)
            throws ProbeException, InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        Thread ended = new Thread(
                () -> {
                    putBackAtLast(name, lever, probe);
                    over.countDown();
                    probe.close();
                },
                "headroom-put-back");
        Runtime.getRuntime().addShutdownHook(ended);
        try {
            lift(lever, name, jvm, probe, time, over);
        } finally {
            forget(ended);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this command is being ended, and the hook runs
        }
    }

    private void lift(Adjustable lever, String name, RunningTarget jvm, Probe probe, Duration time, CountDownLatch over)
            throws ProbeException, InterruptedException {
        long end = System.nanoTime() + time.toNanos(); // the JVM begins to count later: we are first
        int now = moved(lever, name, probe, time);
        output.say("%s %d -> %d (%s)".formatted(name, lever.capacity(), now, lever.how()));
        if (keep) {
            probe.keep();
            output.say(
                    "it stays so until somebody moves it, or the process ends: --keep takes no lease, and nobody puts it back");
            return;
        }
        output.say(
                "put back to %d in %s, or when this command ends; the JVM does it by itself if this command is not heard for some seconds"
                        .formatted(lever.capacity(), Numbers.time(Times.seconds(time))));
        if (!await(over, jvm, probe, end)) {
            throw jvm.ended();
        }
        if (over.getCount() > 0) { // else it was told by who ends this command
            sayBack(name, lever);
        }
    }

    private void sayBack(String name, Adjustable lever) {
        output.say("%s is %d again".formatted(name, lever.capacity()));
    }

    private void putBackAtLast(String name, Adjustable lever, Probe probe) {
        try {
            probe.putBack();
            sayBack(name, lever);
        } catch (ProbeException e) {
            output.tell(name + " may not be back yet, the JVM goes on trying: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int moved(Adjustable lever, String name, Probe probe, Duration time)
            throws ProbeException, InterruptedException {
        try {
            return probe.move(lever, to, keep ? Probe.LONGEST_MOVE : time);
        } catch (ProbeException e) {
            throw new ProbeException(name + " was not moved to " + to + ": " + e.getMessage(), e);
        }
    }

    /** Until its time is over, or this process ends, and it is put back. False where the JVM has ended before. */
    private static boolean await(CountDownLatch over, RunningTarget jvm, Probe probe, long end)
            throws ProbeException, InterruptedException {
        try {
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                if (over.await(Math.min(left, LOOK_AGAIN_NANOS), TimeUnit.NANOSECONDS)) {
                    return true;
                }
                assertHeld(probe);
            }
            assertHeld(probe);
            probe.putBack();
            return true;
        } catch (LeaseLost e) {
            throw e;
        } catch (ProbeException e) {
            if (jvm.process().isStill()) {
                throw e;
            }
            return false;
        }
    }

    /** A limit that is only occupied is not lifted. */
    private static List<Adjustable> setters(Observation seen) {
        return seen.levers().stream().filter(Adjustable::sets).toList();
    }

    /** On a busy machine the JVM may have put it back in time before we are here. */
    private static void assertHeld(Probe probe) throws ProbeException, InterruptedException {
        try {
            probe.held();
        } catch (LeaseLost e) {
            if (!e.isOver()) {
                throw e;
            }
        }
    }

    private static Adjustable lever(String name, Observation seen) throws BadInput {
        List<Adjustable> found = setters(seen).stream()
                .filter(lever -> lever.target().equals(name)
                        || seen.name(lever.target()).equals(name)
                        || shown(lever, seen).equals(name))
                .toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        throw new BadInput((found.isEmpty() ? "nothing that can be moved is called `" : "more than one is called `")
                + name + "`; there is: "
                + (found.isEmpty() ? setters(seen) : found)
                        .stream()
                                .map(lever -> shown(lever, seen))
                                .sorted()
                                .collect(Collectors.joining(
                                        ", ", "", setters(seen).isEmpty() ? "nothing" : "")));
    }

    private void list(Observation seen) {
        if (setters(seen).isEmpty()) {
            output.say("nothing that was in use in the last " + Numbers.time(Times.seconds(LOOK)) + " can be moved");
        }
        int wide = setters(seen).stream()
                .mapToInt(lever -> shown(lever, seen).length())
                .max()
                .orElse(1);
        setters(seen).stream()
                .map(lever -> ("%-" + wide + "s %6d  %s%s")
                        .formatted(
                                shown(lever, seen),
                                lever.capacity(),
                                lever.how(),
                                lever.comesBack() ? "" : "; keeps what it has while there is work"))
                .sorted()
                .forEach(output::say);
    }

    private static String shown(Adjustable lever, Observation seen) {
        return Printable.name(Redaction.hideIn(seen.name(lever.target())));
    }
}
