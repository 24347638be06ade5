package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.commands.PsCommand;
import dev.headroom.cli.live.LiveFrame;
import dev.headroom.cli.live.Progress;
import dev.headroom.cli.live.WatchOptions;
import dev.headroom.cli.live.WatchView;
import dev.headroom.cli.screen.Findings;
import dev.headroom.cli.screen.Screen;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.LabEvent;
import dev.headroom.lab.running.VerdictHistory;
import dev.headroom.lab.store.InspectionFile;
import dev.headroom.lab.store.RunFile;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.report.Reports;
import dev.headroom.report.view.IndexEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every text of every record holds what must not be obeyed, and is brought out by every exit. */
class StrangersTextTest {

    private static final String CONTROLS = IntStream.of(
                    0, 7, 8, 9, 0x0b, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x61c, 0x200b, 0x200e, 0x202e, 0x2028, 0x2029,
                    0x2066, 0xfeff, 0xe0001)
            .mapToObj(Character::toString)
            .collect(Collectors.joining("x", "a\u001b]0;title\u0007\u001b[2J", "z"));

    /** Half a pair is no character: JSON cannot hold it. */
    private static final String HALF = "\ud800";

    static final String FORGED = "FORGED";
    private static final String NAME = CONTROLS + "\n" + FORGED;

    /** These have lines of their own. */
    private static final Set<String> OF_SEVERAL_LINES = Set.of("failure", "leftOut", "description", "body");

    private static final String COLOUR = "\u001b\\[[\\d;]+m";

    @TempDir
    Path folder;

    static IntStream turns() {
        return IntStream.range(0, 6);
    }

    private static Filled filled(int turn) {
        return new Filled(name -> OF_SEVERAL_LINES.contains(name) ? CONTROLS : NAME, turn);
    }

    private static Filled filledWithHalves(int turn) {
        return new Filled(name -> OF_SEVERAL_LINES.contains(name) ? CONTROLS + HALF : HALF + NAME, turn);
    }

    @ParameterizedTest
    @MethodSource("turns")
    void ofARunningJvm(int turn) {
        Inspection inspection = filled(turn).of(Inspection.class);

        harmless("terminal", Reports.terminal(inspection, 100, true).replaceAll(COLOUR, ""));
        harmless("Markdown", Reports.markdown(inspection));
        harmless("page", Reports.html(inspection));
        String json = InspectionFile.text(inspection, "agent");
        harmless("JSON", json);
        assertThat(texts(JsonMapper.shared().readTree(json))).contains(NAME);

        json = InspectionFile.text(filledWithHalves(turn).of(Inspection.class), "agent");
        harmless("JSON", json);
        assertThat(texts(JsonMapper.shared().readTree(json))).contains("\ufffd" + NAME);
    }

    @ParameterizedTest
    @MethodSource("turns")
    void onTheScreenOfWatch(int turn) {
        Inspection inspection = filledWithHalves(turn).of(Inspection.class);
        VerdictHistory history = new VerdictHistory();
        history.add(Instant.EPOCH, inspection.found());

        WatchView.lines(NAME, Optional.of(inspection), history.entries(), WatchOptions.DEFAULT.key('d'), NAME, 120, 80)
                .forEach(line -> harmless("watch", line.toString()));
        LiveFrame.harmless(List.of(new AttributedString(NAME, LiveFrame.BOLD)))
                .forEach(line -> harmless("screen", line.toString()));
    }

    @ParameterizedTest
    @MethodSource("turns")
    void ofAnExperiment(int turn) throws IOException {
        ExperimentResult result = filledWithHalves(turn).of(ExperimentResult.class);
        List<IndexEntry> entries = List.of(new IndexEntry(result, Optional.of("a/b"), Optional.of(CONTROLS)));

        harmless("terminal", Reports.terminal(result, 100, true).replaceAll(COLOUR, ""));
        harmless("narrow terminal", Reports.terminal(result, 50, false));
        harmless("Markdown", Reports.markdown(result));
        harmless("page", Reports.html(result));
        harmless("index", Reports.index(Instant.EPOCH, Duration.ofSeconds(1), entries));
        harmless("lines of the index", Reports.terminalIndex(Instant.EPOCH, Duration.ofSeconds(1), entries, 100));
        harmless("JUnit", Reports.junit(entries));
    }

    @ParameterizedTest
    @MethodSource("turns")
    void inAFileItIsWholeAndHarmless(int turn) throws IOException {
        Run run = filled(turn).of(Run.class);
        Path file = RunFile.write(run, folder);

        harmless("run.json", Files.readString(file));
        Run read = RunFile.read(file);
        assertThat(read.experiment()).isEqualTo(NAME);
        assertThat(read.variant()).isEqualTo(run.variant());
        assertThat(read.failure()).isEqualTo(run.failure());
    }

    @ParameterizedTest
    @MethodSource("turns")
    void inTheListOfJvms(int turn) {
        RunningJvm jvm = filled(turn).of(RunningJvm.class);

        PsCommand.lines(List.of(jvm), "me").forEach(line -> harmless("ps", line));
        String json = PsCommand.json(List.of(jvm));
        harmless("JSON of ps", json);
        assertThat(texts(JsonMapper.shared().readTree(json))).contains(NAME);
    }

    @ParameterizedTest
    @MethodSource("turns")
    void inTheLinesOfARun(int turn) {
        for (Class<?> event : LabEvent.class.getPermittedSubclasses()) {
            harmless("progress", Progress.line((LabEvent) filled(turn).of(event)));
        }
    }

    /** By its form in most texts, by its name in the arguments, and then wherever its value stands. */
    @ParameterizedTest
    @MethodSource("turns")
    void aSecretLeavesByNoExit(int turn) {
        String form = "gh" + "p_0a1b2c3d4e5f6g7h8i9jAkBlCmDnEoFpGqHr";
        String value = "hunter2-42";
        Filled filled = new Filled(
                name -> name.equals("arguments") ? "-Ddb.pass=" + value : "of " + form + " and " + value, turn);
        Inspection inspection = filled.of(Inspection.class);
        Findings findings = new Findings(inspection);
        VerdictHistory history = new VerdictHistory();
        history.add(Instant.EPOCH, inspection.found());
        RunningJvm jvm = filled.of(RunningJvm.class);

        assertThat(List.of(
                        findings.terminal(new Screen(100, true)),
                        findings.markdown(),
                        findings.html(),
                        findings.json("agent"),
                        PsCommand.json(List.of(jvm)),
                        PsCommand.lines(List.of(jvm), "me").toString()))
                .allSatisfy(text ->
                        assertThat(text.replace("\\", "")).contains("***").doesNotContain(form, value));
        assertThat(WatchView.lines(
                                form,
                                Optional.of(inspection),
                                history.entries(),
                                WatchOptions.DEFAULT.key('d'),
                                form,
                                120,
                                80)
                        .toString())
                .contains("***")
                .doesNotContain(form);
    }

    static void harmless(String exit, String text) {
        assertThat(text.codePoints()
                        .filter(c -> c != '\n' && c != '\t')
                        .filter(c -> Character.isISOControl(c)
                                || Character.getType(c) == Character.FORMAT
                                || Character.getType(c) == Character.SURROGATE
                                || c == 0x2028
                                || c == 0x2029)
                        .mapToObj(Integer::toHexString)
                        .distinct())
                .as(exit)
                .isEmpty();
        assertThat(text.lines().map(String::strip)).as(exit).noneMatch(line -> line.startsWith(FORGED));
    }

    private static List<String> texts(JsonNode node) {
        List<String> all = new ArrayList<>();
        if (node.isString()) {
            all.add(node.asString());
        }
        node.forEach(part -> all.addAll(texts(part)));
        return all;
    }
}
