package dev.headroom.report.view.variant;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.MoveWords;
import dev.headroom.report.text.ProofWords;
import dev.headroom.report.view.chart.Chart;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Limits that were moved while the load went on.
 *
 * @param title what was moved, from where to where, and how often
 * @param full whether throughput answered in full
 * @param outcome in words, with the note
 * @param line the two means and how much throughput answered; empty text where nothing was counted
 * @param moved whether it was moved at all
 * @param told all of it in a line; of the move that the verdict rests on no more than its sentence leaves out, which may be nothing
 */
public record MoveView(
        String title,
        boolean full,
        boolean moved,
        String outcome,
        String line,
        String told,
        List<Phase> windows,
        Optional<Chart> chart) {

    /** {@code 24 windows}. */
    public String counted() {
        return Format.count(windows.size()) + (windows.size() == 1 ? " window" : " windows");
    }

    public static List<MoveView> of(Diagnosed run, int index) {
        List<Intervention> moves = run.diagnosis().map(Diagnosis::moves).orElse(List.of());
        int decisive = decisive(run);
        String verdict = ProofWords.of(run).orElse("");
        return IntStream.range(0, moves.size())
                .mapToObj(at -> of(moves.get(at), at == decisive ? verdict : "", run.ownLoad(), index, at))
                .toList();
    }

    private static int decisive(Diagnosed run) {
        return run.diagnosis()
                .flatMap(Diagnosis::proof)
                .map(Diagnosis.Proof::decisive)
                .orElse(-1);
    }

    /** @param verdict the sentence that rests on it; empty where none does */
    private static MoveView of(Intervention moved, String verdict, Optional<Load> load, int index, int at) {
        String what = MoveWords.what(moved.move(), load);
        String title = what + (moved.phases().isEmpty() ? "" : " " + MoveWords.back(moved));
        String why = moved.note().isEmpty() ? "" : ": " + moved.note();
        String outcome = sentence(MoveWords.outcome(moved) + why);
        String line = MoveWords.figures(moved);
        boolean isMoved = MoveWords.isMoved(moved);
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
                        line));
        return new MoveView(
                title,
                moved.outcome() == Outcome.FULL,
                isMoved,
                outcome,
                line,
                !verdict.isEmpty()
                        ? line.isEmpty()
                                ? ""
                                : what + ": " + MoveWords.rates(moved) + "." + besides(moved.note(), verdict)
                        : isMoved
                                ? title + (line.isEmpty() ? "" : ": " + line) + ". " + outcome
                                : what + why + (why.endsWith(".") ? "" : "."),
                moved.phases(),
                chart);
    }

    private static String besides(String note, String verdict) {
        return note.isEmpty() || verdict.contains(note.replaceFirst("[.]$", "")) ? "" : " " + sentence(note);
    }

    /** With a capital and a full stop. */
    static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + (words.endsWith(".") ? "" : ".");
    }
}
