package dev.headroom.cli;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Inspection;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import dev.headroom.core.text.Printable;
import dev.headroom.lab.proof.LiveProof;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.Probe;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what binds a JVM that runs already, under whatever load is on it. */
@Command(
        name = "diagnose",
        mixinStandardHelpOptions = true,
        description = "Says what binds a running JVM, under the load that is on it now.",
        footerHeading = WayOption.HARM_HEADING,
        footer = WayOption.HARM)
final class DiagnoseCommand implements Callable<Integer> {

    @Parameters(paramLabel = RunningTarget.LABEL, description = RunningTarget.DESCRIPTION)
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
            description =
                    "Move what was found for some seconds, and put it back: throughput has to follow. Needs --agent; asks first.")
    private boolean prove;

    private final Consent.Person person;

    DiagnoseCommand() {
        this(Consent.AT_THE_TERMINAL);
    }

    /** @param person asked before anything is moved */
    DiagnoseCommand(Consent.Person person) {
        this.person = person;
    }

    @Option(names = "--yes", description = "Do not ask before anything is moved.")
    private boolean yes;

    @Option(names = "--json", description = "Print the findings as JSON.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write them as a page.")
    private @Nullable Path html;

    @Option(names = "--md", paramLabel = "FILE", description = "Write them as Markdown.")
    private @Nullable Path markdown;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Way way = by.way();
        RunningTarget jvm = RunningTarget.find(target, way);
        Duration time = RunningTarget.duration(length);
        if (prove && way != Way.AGENT) {
            throw new BadInput("--prove moves a limit by the agent: say --agent as well");
        }
        if (prove && !yes && !person.isThere()) {
            throw new BadInput("--prove asks before it moves anything, and there is no terminal: say --yes as well");
        }
        for (Path page : Stream.of(html, markdown).filter(Objects::nonNull).toList()) {
            ReportFiles.makeRoomFor(page);
        }
        Inspection inspection;
        try (Probe probe = way.open(jvm.process())) {
            probe.start();
            Inspector inspector = new Inspector(jvm.name(), jvm.pid(), probe);
            try {
                inspection = inspector.watch(time, this::left);
            } finally {
                clear();
            }
            if (prove) {
                inspection = proved(inspection, inspector, probe);
            }
        }
        write(inspection, way);
        return exitCode(inspection.found()).code();
    }

    private Inspection proved(Inspection inspection, Inspector inspector, Probe probe)
            throws InterruptedException, IOException {
        Optional<Intervention.Move> move = LiveProof.first(inspection);
        if (move.isEmpty()) {
            tell(
                    spec.commandLine().getErr(),
                    "headroom: nothing that was found can be moved while the service runs and comes back");
            return inspection;
        }
        PrintWriter err = spec.commandLine().getErr();
        if (!yes && !agreed(inspection, move.get(), err)) {
            return inspection;
        }
        tell(err, "moving " + Proving.words(move.get()));
        return new LiveProof(probe, inspector::throughput, stage -> tell(err, stage.words())).of(inspection);
    }

    private static void tell(PrintWriter err, String line) {
        err.println(Printable.name(Redaction.hideIn(line)));
        err.flush();
    }

    /** Who agrees has seen what was found. Standard output gets it once, when all is known. */
    private boolean agreed(Inspection inspection, Intervention.Move move, PrintWriter err) throws IOException {
        err.print(new Findings(inspection).terminal(Screen.ofProcess()));
        err.println();
        err.println("To prove it, throughput is measured as it is, with the limit moved, and as it was again:");
        return Consent.given(person, err, Proving.terms(inspection, move), "Move " + Proving.words(move) + "?");
    }

    private void write(Inspection inspection, Way way) throws IOException {
        Findings findings = new Findings(inspection);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(findings.json(way.id()));
        } else {
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

    static ExitCode exitCode(Diagnosis found) {
        boolean named = found.bindingLimit()
                .filter(limit -> limit.kind() != LimitKind.UNKNOWN)
                .isPresent();
        return switch (found.verdict()) {
            case LOAD_IS_THE_LIMIT -> ExitCode.DONE;
            case LIMIT, DOWNSTREAM_IS_THE_LIMIT -> named ? ExitCode.BINDS : ExitCode.UNKNOWN;
            case GENERATOR_IS_THE_LIMIT, NOT_STATIONARY, ALL_REQUESTS_FAIL, UNKNOWN -> ExitCode.UNKNOWN;
        };
    }

    /** One line that is written over; to standard error, so that a pipe gets the findings alone. */
    private void left(Duration time) {
        if (Screen.isTerminal()) {
            Door.overLine(
                    "watching, " + Numbers.time(Times.seconds(Duration.ofSeconds(time.toSeconds() + 1))) + " left  ");
        }
    }

    private static void clear() {
        if (Screen.isTerminal()) {
            Door.overLine(" ".repeat(30));
            Door.overLine("");
        }
    }
}
