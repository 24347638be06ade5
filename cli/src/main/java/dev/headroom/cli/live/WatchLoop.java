package dev.headroom.cli.live;

import dev.headroom.cli.screen.Findings;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.lab.Effort;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Moved;
import dev.headroom.lab.running.VerdictHistory;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.FileFailure;
import dev.headroom.lab.store.RunFile;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.report.text.MoveWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.utils.AttributedString;

/** Looks at a JVM every second and shows what it sees, until a key ends it. */
public final class WatchLoop {

    /** Where it is shown, and whose keys it obeys. */
    public interface Face {
        int NO_KEY = 0;
        int ENDED = -1;
        int CTRL_C = 3;
        int ESCAPE = 27;

        /** The next one; {@link #NO_KEY} where none came for so long. */
        int key(long millis) throws IOException;

        Size size();

        void draw(List<AttributedString> lines);
    }

    /** Whether what was found is to be proved by that move. */
    private record Question(LiveCampaign campaign, Move move) {
        String words() {
            return "Move " + LiveCampaign.named(move) + "? [y/N]  " + String.join(" ", campaign.terms(move));
        }
    }

    /** What is drawn: where it is frozen the looks go on, and it stays. */
    private record Picture(Optional<Inspection> found, List<VerdictHistory.Entry> verdicts) {}

    private static final String TOO_SMALL =
            "This window is too small for what p means: y counts in a larger one, another key is a no.";

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("HHmmss");

    private static final Duration SHORTEST = Duration.ofMillis(1500);
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final RunningTarget jvm;
    private final Way way;
    private final Inspector inspector;
    private final Probe probe;
    private final Face face;
    /** Says which seconds are meant. When they are over is told by {@link System#nanoTime}, which nobody sets back. */
    private final InstantSource clock;

    private final VerdictHistory history = new VerdictHistory();
    private WatchOptions options = WatchOptions.DEFAULT;
    private String message = "";
    private long began = System.nanoTime();
    private Optional<Inspection> last = Optional.empty();
    private Picture picture = new Picture(last, List.of());
    /** The last of the service as it is, while nothing was moved: of that a page tells, and it is what a proof begins with. */
    private Optional<Inspection> unmoved = Optional.empty();
    /** In that, before what was moved told of it. */
    private Optional<Limit> named = Optional.empty();

    private Optional<Question> asked = Optional.empty();
    /** In the last picture: a key answers what could be seen. */
    private Optional<Question> shown = Optional.empty();

    private boolean whole;

    private Optional<Proving> proving = Optional.empty();
    private Optional<Moved> moved = Optional.empty();
    /** By which the verdict was judged that the proof is about. */
    private Optional<Moved> judgedBy = Optional.empty();

    public WatchLoop(RunningTarget jvm, Way way, Inspector inspector, Probe probe, Face face) {
        this(jvm, way, inspector, probe, face, InstantSource.system());
    }

    WatchLoop(RunningTarget jvm, Way way, Inspector inspector, Probe probe, Face face, InstantSource clock) {
        this.jvm = jvm;
        this.way = way;
        this.inspector = inspector;
        this.probe = probe;
        this.face = face;
        this.clock = clock;
    }

    /**
     * @return the key that ended it
     * @throws ProbeException where the JVM ends meanwhile
     */
    public int run() throws IOException, InterruptedException, ProbeException {
        try {
            long next = System.nanoTime();
            while (true) {
                draw(face.size());
                int key = face.key(Math.max(1, TimeUnit.NANOSECONDS.toMillis(next - System.nanoTime())));
                if (key == Face.ENDED || key == Face.CTRL_C || key == 'q' && !options.typing()) {
                    return key;
                }
                if (key != Face.NO_KEY) {
                    press(key);
                }
                if (!jvm.process().isStill()) {
                    throw jvm.ended();
                }
                if (System.nanoTime() - next >= 0) {
                    look();
                    next = System.nanoTime() + EVERY.toNanos();
                }
            }
        } finally {
            breakOff();
        }
    }

    private void draw(Size size) {
        int columns = size.getColumns();
        int rows = size.getRows();
        shown = question();
        whole = shown.filter(its -> WatchView.isWhole(its.words(), columns, rows))
                .isPresent();
        String bottom = shown.map(its -> whole ? its.words() : TOO_SMALL).orElseGet(this::bottom);
        if (!options.frozen()) {
            picture = new Picture(last, history.entries());
        }
        face.draw(WatchView.lines(jvm.name(), picture.found(), picture.verdicts(), options, bottom, columns, rows));
    }

    /** What waits for an answer; while a filter is typed, keys are its letters. */
    private Optional<Question> question() {
        return options.typing()
                ? Optional.empty()
                : asked.or(() ->
                        proving.flatMap(proof -> proof.asked().map(move -> new Question(proof.campaign(), move))));
    }

    private void press(int key) throws InterruptedException {
        boolean yes = key == 'y' || key == 'Y';
        if (yes && shown.isPresent() && !whole) {
            return;
        }
        message = "";
        asked = Optional.empty();
        if (shown.isPresent() && proving.isEmpty()) {
            if (yes) {
                proving = shown.map(its -> new Proving(its.campaign(), its.move(), inspector, probe));
            }
        } else if (shown.isPresent() && key != Face.ESCAPE) {
            proving.get().answer(yes);
        } else if (key == Face.ESCAPE && proving.isPresent()) {
            breakOff();
            message = "broken off, and put back";
        } else if (key == 'r' && !options.typing()) {
            message = unmoved.map(WatchLoop::write).orElse("");
        } else if (key == 'p' && !options.typing()) {
            ask();
        } else {
            options = options.key(key);
        }
    }

    private void ask() {
        if (way != Way.AGENT) {
            message = "p moves a limit by the agent: `headroom watch " + jvm.pid() + " --agent`";
        } else if (proving.isEmpty()) {
            Optional<LiveCampaign> campaign = unmoved.map(found -> new LiveCampaign(found, jvm.process(), Effort.LONG));
            Optional<Question> first = campaign.flatMap(its -> its.first().map(move -> new Question(its, move)));
            Optional<String> against = first.flatMap(its -> its.campaign().against(its.move()));
            asked = against.isPresent() ? Optional.empty() : first;
            judgedBy = moved.filter(its -> its.isOf(named, clock.instant()));
            message = asked.isPresent()
                    ? ""
                    : against.or(() -> campaign.map(its -> its.nothing(jvm.pid())))
                            .orElse("nothing was found yet");
        }
    }

    /** While a limit is moved, what is seen is no verdict on the service as it is. */
    private void look() throws ProbeException {
        Instant now = clock.instant();
        long seen = System.nanoTime() - began;
        if (seen > SHORTEST.toNanos()) {
            Inspection glance = inspector.latest(now.minusNanos(seen), now);
            Inspection found = moved.map(its -> its.judge(glance, now)).orElse(glance);
            last = Optional.of(found);
            if (proving.isEmpty()) {
                unmoved = last;
                named = glance.found().bindingLimit();
                boolean judged = isJudged();
                history.add(now, found.found());
                moved = judged && !isJudged() ? Optional.empty() : moved.filter(its -> its.stands(now));
                inspector.forget(now);
            }
        }
        if (proving.filter(Proving::isOver).isPresent()) {
            proving.get().done().ifPresent(this::proved);
            proving = Optional.empty();
            began = System.nanoTime();
        }
    }

    /** Whether what is shown as the verdict was judged by a move. */
    private boolean isJudged() {
        return history.current()
                .filter(entry -> entry.diagnosis().proof().isPresent())
                .isPresent();
    }

    private void proved(Moved now) {
        message = now.interventions().isEmpty() ? "" : words(now.interventions().getLast());
        if (now.tells()) {
            moved = Optional.of(judgedBy.map(earlier -> earlier.and(now)).orElse(now));
        }
    }

    private static String words(Intervention one) {
        return one.move().name() + ": " + MoveWords.outcome(one) + (one.note().isEmpty() ? "" : ": " + one.note());
    }

    /** What a running proof has moved is put back. */
    private void breakOff() throws InterruptedException {
        if (proving.isPresent()) {
            proving.get().close();
            proving = Optional.empty();
            began = System.nanoTime();
        }
    }

    /** What the last line says in place of the keys where nothing is asked; empty where nothing. */
    private String bottom() {
        return options.typing()
                ? "/" + options.filter() + "_   Enter keeps it, Esc shows all"
                : proving.map(proof -> proof.says() + "; Esc breaks it off").orElse(message);
    }

    private static String write(Inspection inspection) {
        Path file = Path.of("headroom-" + inspection.seen().jvm().pid() + "-"
                + STAMP.format(Instant.now().atZone(ZoneId.systemDefault())) + ".html");
        try {
            return "written: " + RunFile.replace(file.toAbsolutePath(), new Findings(inspection).html());
        } catch (IOException e) {
            return "not written: " + FileFailure.why(e);
        }
    }
}
