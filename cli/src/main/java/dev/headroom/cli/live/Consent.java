package dev.headroom.cli.live;

import dev.headroom.cli.screen.Screen;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.text.Numbers;
import dev.headroom.core.text.Printable;
import dev.headroom.lab.running.RunningHeap;
import dev.headroom.lab.store.Redaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What somebody agrees to who lets a limit of a running service be moved. */
public final class Consent {

    /** Downstreams that are told one by one. */
    private static final int MOST = 4;

    /** What matters must not be lost behind a name of 500 letters. */
    private static final int LONGEST_NAME = 60;

    /** Who is asked. */
    public interface Person {
        boolean isThere();

        /** What was typed before the question was asked answers another one. */
        void forget();

        @Nullable
        String answer();
    }

    /** At the terminal. The question goes to standard error, so that the findings have standard output alone. */
    public static final Person AT_THE_TERMINAL = new Person() {
        @Override
        public boolean isThere() {
            return Screen.isTerminal() && Screen.showsErrors();
        }

        @Override
        public void forget() {
            Screen.flushInput();
            Consent.forget(System.in);
        }

        @Override
        public @Nullable String answer() {
            return Objects.requireNonNull(System.console(), "isThere").readLine();
        }
    };

    private static final String THREADS =
            "It gets extra threads, which end when it is put back. What code binds to a thread's number or name and never releases is lost with them.";

    private Consent() {}

    /**
     * @param parts what is moved
     * @param longest until it is back
     */
    public static List<String> terms(Observation seen, List<Part> parts, Duration longest) {
        List<String> terms = new ArrayList<>();
        for (Part part : parts) {
            terms.add("%s goes from %s to %s, for %s at most."
                    .formatted(named(part.name()), Numbers.of(part.from()), Numbers.of(part.to()), time(longest)));
            terms.add(risk("Meanwhile", seen, part));
            if (part.to() > part.from()
                    && seen.station(part.target())
                            .filter(one -> one.kind().isThreads())
                            .isPresent()) {
                terms.add(THREADS);
            }
        }
        terms.add(
                "It comes back at the end, when this command ends, and by the JVM itself where this command is not heard for 4 s.");
        return terms;
    }

    /** The same of a load that is ours, after what was found. */
    public static List<String> terms(Diagnosis found, Observation seen, Move move, Duration longest) {
        List<String> terms = new ArrayList<>(List.of(found.summary()));
        terms.addAll(terms(seen, move.settings(), longest));
        return terms;
    }

    /** Of what stays where it is moved to. */
    public static List<String> termsForGood(Observation seen, Part part) {
        return List.of(
                "%s goes from %s to %s, and stays so: nobody puts it back."
                        .formatted(named(part.name()), Numbers.of(part.from()), Numbers.of(part.to())),
                risk("From then on", seen, part));
    }

    /** Of what stops the JVM, and lies on the disk for as long as it takes to read it. */
    public static List<String> terms(RunningHeap heap) {
        return heapDumps(heap.used(), heap.pause(), heap.longest());
    }

    /**
     * @param used bytes of the heap
     * @param longest that a dump may take before it is the last one
     */
    static List<String> heapDumps(long used, Duration pause, Duration longest) {
        return List.of(
                "Thread stacks do not show what binds; objects in the heap may. For that the JVM writes %d heap dumps, and up to %d where these leave open how many it lets past, up to %s apart: it stands still for about %s at the most each time (%d MB of its heap are in use, garbage as well; where it is twice that by then nothing is read). It writes to the disk meanwhile, so a slow or throttled one makes that longer; after a dump that took longer than %s no other is made."
                        .formatted(
                                RunningHeap.DUMPS,
                                RunningHeap.MOST_DUMPS,
                                time(RunningHeap.APART),
                                time(pause),
                                used >> 20,
                                time(longest)),
                "A dump holds all that the service has in its memory. It lies in a folder that only you may enter, and is deleted when it is read, in some seconds.");
    }

    private static String risk(String when, Observation seen, Part part) {
        String name = named(part.name());
        double factor = part.to() / part.from();
        if (factor <= 1) {
            return "%s fewer requests get through, and others wait longer or fail: down to %s less of what passes %s."
                    .formatted(when, Numbers.percent(1 - factor), name);
        }
        List<String> loads = new ArrayList<>();
        calls(seen, part.target())
                .forEach(call -> loads.add("%s, which gets %s, up to %s"
                        .formatted(
                                named(call.target()),
                                Numbers.rate(call.rate().perSecond()),
                                Numbers.rate(factor * call.rate().perSecond()))));
        return "%s what lies behind %s may get up to %s more load%s; memory and connections of the service too."
                .formatted(
                        when,
                        name,
                        Numbers.percent(factor - 1),
                        loads.isEmpty() ? "" : loads.stream().limit(MOST).collect(Collectors.joining("; ", ": ", "")));
    }

    /** Those that its workers wait for; of what is no pool all that there are. */
    private static List<Observation.Call> calls(Observation seen, String target) {
        return seen.calls().stream()
                .filter(call -> seen.pools().stream()
                        .filter(pool -> pool.name().equals(target))
                        .allMatch(pool -> pool.waitingOn(call.target()) > 0))
                .toList();
    }

    /** As it is told to whoever is asked: without secrets, which are known by their whole form, and cut. */
    static String named(String name) {
        String shown = Printable.name(Redaction.hideIn(name));
        return shown.length() > LONGEST_NAME ? shown.substring(0, LONGEST_NAME - 1) + "…" : shown;
    }

    static String time(Duration time) {
        return Numbers.time(Times.seconds(time), 2);
    }

    /** What is read ahead already. */
    static void forget(InputStream typed) {
        try {
            while (typed.available() > 0 && typed.skip(typed.available()) > 0) {
                // until nothing is left
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be read: " + e.getMessage(), e);
        }
    }

    /** Shows the terms, asks, and says whether the answer is yes. */
    public static boolean given(Person person, PrintWriter out, List<String> terms, String question) {
        person.forget();
        terms.forEach(line -> out.println(Printable.name(Redaction.hideIn(line))));
        out.print(Printable.name(Redaction.hideIn(question)) + " [y/N] ");
        out.flush();
        String answer = person.answer();
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }
}
