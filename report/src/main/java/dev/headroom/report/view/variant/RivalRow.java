package dev.headroom.report.view.variant;

import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.List;

/** What else could have been the limit, and why it is not. */
public record RivalRow(String name, String explains, String ceiling, String because) {

    public static List<RivalRow> of(Diagnosed run) {
        return run.diagnosis().stream()
                .flatMap(diagnosis -> diagnosis.rivals().stream())
                .map(rival -> new RivalRow(
                        Words.of(rival.limit()),
                        Format.seconds(rival.explains()),
                        rival.ceiling().isPresent()
                                ? Format.perSecond(rival.ceiling().getAsDouble())
                                : Format.NONE,
                        rival.because()))
                .toList();
    }
}
