package dev.headroom.report.view;

import dev.headroom.core.model.Diagnosed;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Load;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A limit that was moved while the load went on.
 *
 * @param title what was moved, from where to where
 * @param outcome in words, with the note
 * @param line the windows in a row: {@code A 119/s → B 180/s (predicted 179/s) → A' 118/s}; empty text where there are none
 */
public record MoveView(
        String title, boolean followed, String outcome, String line, List<Window> windows, Optional<Chart> chart) {

    public record Window(String name, String setting, String predicted, String measured, String error, String apart) {}

    static List<MoveView> of(Diagnosed run, int index) {
        List<Intervention> moves =
                run.diagnosis().map(diagnosis -> diagnosis.moves()).orElse(List.of());
        return IntStream.range(0, moves.size())
                .mapToObj(at -> of(moves.get(at), run, index, at))
                .toList();
    }

    private static MoveView of(Intervention moved, Diagnosed run, int index, int at) {
        String line = line(moved);
        String note = moved.note().isEmpty() ? "" : " " + sentence(moved.note());
        Optional<Chart> chart = moved.series().size() < 2
                ? Optional.empty()
                : Optional.of(new Chart(
                        "move",
                        index,
                        Integer.toString(at),
                        0,
                        0,
                        "Throughput while " + moved.move().name() + " is moved",
                        "requests per second",
                        line + "."));
        return new MoveView(
                title(moved, run.ownLoad()),
                moved.outcome() == Outcome.FOLLOWED,
                sentence(Words.of(moved)) + "." + note,
                line,
                moved.phases().stream()
                        .map(phase -> window(phase, moved.move(), run.ownLoad()))
                        .toList(),
                chart);
    }

    private static String title(Intervention moved, Optional<Load> load) {
        Move move = moved.move();
        String way = move.name() + " " + Format.count(move.from()) + " → " + setting(move.to(), move, load);
        return switch (moved.outcome()) {
            case REFUSED -> way;
            case FOLLOWED, NOT_FOLLOWED, BROKEN_OFF ->
                way
                        + (move.comesBack()
                                ? " and back"
                                : moved.phases().size() > 2
                                        ? " → "
                                                + Format.count(
                                                        moved.phases().getLast().setting())
                                        : "");
        };
    }

    private static String setting(int value, Move move, Optional<Load> load) {
        return Format.count(value)
                + switch (move.subject()) {
                    case CAPACITY -> "";
                    case LOAD, OVERLOAD ->
                        load.filter(Load.Open.class::isInstance).isPresent() ? "/s" : " users";
                    case CORES -> value == 1 ? " core" : " cores";
                };
    }

    /** {@code A 119/s → B 180/s (predicted 179/s) → A' 118/s}. */
    public static String line(Intervention moved) {
        List<Phase> phases = moved.phases();
        return IntStream.range(0, phases.size())
                .mapToObj(at -> {
                    Phase phase = phases.get(at);
                    boolean told =
                            at > 0 && phase.setting() != phases.getFirst().setting();
                    return phase.name() + "\u00a0"
                            + Format.perSecond(phase.throughput().value())
                            + (told
                                    ? " (predicted\u00a0"
                                            + Format.perSecond(phase.predicted().value()) + ")"
                                    : "");
                })
                .collect(Collectors.joining(" → "));
    }

    private static Window window(Phase phase, Move move, Optional<Load> load) {
        return new Window(
                phase.name(),
                setting(phase.setting(), move, load),
                Format.perSecond(phase.predicted().value()),
                Format.perSecond(phase.throughput().value()),
                Format.error(phase.throughput(), "1/s"),
                Format.difference(phase.throughput().value(), phase.predicted().value()));
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
