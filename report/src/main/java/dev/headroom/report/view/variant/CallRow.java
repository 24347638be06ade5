package dev.headroom.report.view.variant;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import java.util.List;

/** Calls to a downstream over the window. */
public record CallRow(String target, String rate, String holding, String error, String concurrency, String source) {

    public static List<CallRow> of(Diagnosed run) {
        return run.observation().map(Observation::calls).orElse(List.of()).stream()
                .map(CallRow::of)
                .toList();
    }

    private static CallRow of(Observation.Call call) {
        return new CallRow(
                call.target(),
                Format.rate(call.rate()),
                Format.seconds(call.holdingTime().value()),
                Format.error(call.holdingTime(), "s"),
                Format.workers(call.concurrency()),
                call.holdingTime().source());
    }
}
