package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.files.ReportFiles;
import dev.headroom.cli.live.Callee;
import dev.headroom.cli.live.Consent;
import dev.headroom.cli.live.LiveCampaign;
import dev.headroom.cli.live.RunningTarget;
import dev.headroom.cli.screen.Door;
import dev.headroom.cli.screen.Findings;
import dev.headroom.cli.screen.Output;
import dev.headroom.cli.screen.Screen;
import dev.headroom.core.diagnosis.CountedWaiters;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.Effort;
import dev.headroom.lab.proof.Runner;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Moved;
import dev.headroom.lab.running.RunningHeap;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.report.text.Ascii;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what binds a JVM that runs already, under whatever load is on it. */
@Command(
        name = "diagnose",
        description = "Says what binds a running JVM, under the load that is on it now.",
        footerHeading = WayOption.HARM_HEADING,
        footer = WayOption.HARM)
public final class DiagnoseCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..1",
            paramLabel = RunningTarget.LABEL,
            description = RunningTarget.DESCRIPTION + " Without it, the only JVM that runs here.")
    private String target = "";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "How long to watch (default: ${DEFAULT-VALUE}).",
            defaultValue = "30s")
    private String length = "";

    @Mixin
    private final WayOption by = new WayOption();

    @Option(
            names = "--prove",
            paramLabel = ProveOption.THOROUGH,
            arity = "0..1",
            preprocessor = ProveOption.Word.class,
            converter = ProveOption.Converter.class,
            description =
                    "Move what was found to and fro for 40 s at most (15 s with --for below 15s; `thorough`: 5 min), and measure"
                            + " how much throughput answers. Needs --agent; asks before each move.")
    private Effort prove = Effort.NONE;

    /** Who watches for less is in a hurry. */
    private static final Duration QUICK = Duration.ofSeconds(15);

    /** Of which it is counted how many are let past at a time, and not what. */
    private static final Set<LimitKind> LET_PAST = EnumSet.of(LimitKind.LOCK, LimitKind.DOWNSTREAM, LimitKind.UNKNOWN);

    private final Consent.Person person;

    public DiagnoseCommand() {
        this(Consent.AT_THE_TERMINAL);
    }

    /** @param person asked before anything is moved */
    public DiagnoseCommand(Consent.Person person) {
        this.person = person;
    }

    @Option(
            names = "--heap",
            description =
                    "Where no thread shows what binds, look for it in two heap dumps. The JVM stands still for each; says for how long, and asks before.")
    private boolean heap;

    @Option(names = "--yes", description = "Do not ask before anything is moved, or the heap is read.")
    private boolean yes;

    @Option(names = "--json", description = "Print the findings as JSON.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write them as a page.")
    private @Nullable Path html;

    @Option(names = "--md", paramLabel = "FILE", description = "Write them as Markdown.")
    private @Nullable Path markdown;

    @Mixin
    private final Output output = new Output();

    /** Whether whoever was asked saw the findings, which have not changed since. */
    private boolean seen;

    @Override
    public Integer call() throws Exception {
        Way way = by.way();
        if (target.isEmpty() && (prove != Effort.NONE || heap)) {
            throw new BadInput((heap ? "--heap" : "--prove") + " wants to be told which JVM: " + RunningTarget.LABEL);
        }
        RunningTarget jvm = RunningTarget.find(target, way);
        Duration time = RunningTarget.duration(length);
        if (prove != Effort.NONE && way != Way.AGENT) {
            throw new BadInput("--prove moves a limit by the agent: say --agent as well");
        }
        if ((prove != Effort.NONE || heap) && !yes && !person.isThere()) {
            throw new BadInput(
                    (heap ? "--heap asks before it stops the JVM" : "--prove asks before it changes anything")
                            + ", and there is no terminal to ask on: add --yes");
        }
        for (Path page : Stream.of(html, markdown).filter(Objects::nonNull).toList()) {
            ReportFiles.makeRoomFor(page);
        }
        Inspection inspection;
        try (Probe probe = jvm.open(way, output)) {
            probe.start();
            inspection = inspect(jvm, probe, time);
        }
        write(inspection, way);
        return exitCode(inspection.found()).code();
    }

    /** @param probe started */
    public Inspection inspect(RunningTarget jvm, Probe probe, Duration time)
            throws ProbeException, InterruptedException, IOException {
        Inspector inspector = new Inspector(jvm.name(), jvm.process(), probe);
        Inspection inspection;
        try {
            inspection = inspector.watch(time, this::left);
        } finally {
            clear();
        }
        if (heap) {
            inspection = withHeap(jvm, inspection);
        } else if (CountedWaiters.wouldTell(inspection)) {
            output.tell(
                    "headroom: thread stacks do not show the whole wait; --heap looks in two heap dumps, and says first for how long the JVM stands still");
        }
        Callee.of(inspection, jvm.process()).ifPresent(next -> output.tell("headroom: " + next));
        return prove == Effort.NONE
                ? inspection
                : proved(
                        jvm,
                        new LiveCampaign(inspection, jvm.process(), prove.time(time.compareTo(QUICK) < 0)),
                        inspector,
                        probe);
    }

    /** As it was found where the heap would tell nothing more, may not be read, or cannot be. */
    private Inspection withHeap(RunningTarget jvm, Inspection found) throws InterruptedException {
        if (!CountedWaiters.wouldTell(found)) {
            output.tell("headroom: the heap was not read: " + known(found.found()));
            return found;
        }
        try {
            RunningHeap running = RunningHeap.of(jvm.process());
            List<String> terms = Consent.terms(running);
            if (yes) { // agreed to beforehand, and still to be read in the log
                terms.forEach(output::tell);
            }
            if (yes || Consent.given(person, output.err(), terms, "Read the heap of " + jvm.name() + "?")) {
                return running.ask(found);
            }
            output.tell("headroom: the heap was not read");
            return found;
        } catch (ProbeException e) {
            output.tell("headroom: the heap was not read: " + e.getMessage());
            return found;
        }
    }

    static String known(Diagnosis found) {
        boolean letPast = found.capacity().isPresent()
                && found.bindingLimit()
                        .map(Limit::kind)
                        .filter(LET_PAST::contains)
                        .isPresent();
        return letPast ? "how many are let past is known already" : "it would tell no more than is known";
    }

    private Inspection proved(RunningTarget jvm, LiveCampaign campaign, Inspector inspector, Probe probe)
            throws InterruptedException, IOException {
        PrintWriter err = output.err();
        Inspection found = campaign.found();
        Optional<Move> first = campaign.first();
        if (first.isEmpty()) {
            return campaign.unmoved(jvm.process().pid());
        }
        // the time runs from the first yes
        if (!yes && campaign.against(first.get()).isEmpty()) {
            err.print(new Findings(found).terminal(Screen.ofProcess()));
            err.println();
            err.println("To prove it, answers are counted in turn as it is and with the limit moved:");
        }
        if (!agreed(campaign, first.get())) {
            seen = true;
            return found;
        }
        Moved moved = campaign.run(
                inspector, probe, move -> move.equals(first.get()) || agreedNext(campaign, move), this::told);
        clear();
        return moved.judge(found, Instant.now());
    }

    /** Who is asked has seen what was found: both streams of a person go to one terminal. */
    private boolean agreed(LiveCampaign campaign, Move move) {
        return yes
                || campaign.against(move).isPresent() // nothing will be moved
                || Consent.given(person, output.err(), campaign.terms(move), "Move " + LiveCampaign.named(move) + "?");
    }

    private boolean agreedNext(LiveCampaign campaign, Move move) {
        clear();
        return agreed(campaign, move);
    }

    /** A terminal sees each window, a log each move. */
    private void told(Runner.Progress progress) {
        if (Screen.isTerminal()) {
            Door.overLine(Redaction.hideIn(progress.words()));
        } else if (progress.windows() == 0) {
            output.tell("moving " + LiveCampaign.named(progress.move()));
        }
    }

    /** By every exit that was asked for. */
    public void write(Inspection inspection, Way way) throws IOException {
        Findings findings = new Findings(inspection);
        PrintWriter out = output.out();
        if (json) {
            out.println(Ascii.json(findings.json(way.id())));
        } else if (!seen) {
            out.print(findings.terminal(Screen.ofProcess()));
        }
        out.flush();
        if (html != null) {
            ReportFiles.write(html, findings.html());
        }
        if (markdown != null) {
            ReportFiles.write(markdown, findings.markdown());
        }
    }

    public static ExitCode exitCode(Diagnosis found) {
        boolean named = found.bindingLimit()
                .filter(limit -> limit.kind() != LimitKind.UNKNOWN)
                .isPresent();
        return switch (found.verdict()) {
            case LOAD_IS_THE_LIMIT -> found.nothingBinds() ? ExitCode.DONE : ExitCode.UNKNOWN;
            case LIMIT, DOWNSTREAM_IS_THE_LIMIT -> named ? ExitCode.BINDS : ExitCode.UNKNOWN;
            case GENERATOR_IS_THE_LIMIT, NOT_STATIONARY, ALL_REQUESTS_FAIL, UNKNOWN -> ExitCode.UNKNOWN;
        };
    }

    /** One line that is written over; to standard error, so that a pipe gets the findings alone. */
    private void left(Duration time) {
        if (Screen.isTerminal()) {
            Door.overLine(
                    "watching, " + Numbers.time(Times.seconds(Duration.ofSeconds(time.toSeconds() + 1))) + " left");
        }
    }

    private static void clear() {
        if (Screen.isTerminal()) {
            Door.overLine("");
        }
    }
}
