package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.rules.Processors.Share;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * The requests per second that the cores carry, by the rise of their use against one user alone, where he was seen: what the background uses does not grow with requests.
 *
 * @param perSecond infinite where it does not rise
 * @param known whether requests use a substantial part of the cores: how a small one grows is not known
 * @param cores that others leave to the run, or that the service is granted
 */
record ProcessorRoom(double perSecond, boolean known, double cores) {

    /** Of the cores (0 to 1). */
    private static final double SUBSTANTIAL = Thresholds.QUARTER;

    static ProcessorRoom of(Evidence evidence) {
        Share share = Processors.leftToRun(evidence);
        double served = evidence.served().value();
        Optional<Evidence> alone = evidence.unloaded()
                .filter(one -> served >= Thresholds.DOUBLE * one.served().value()); // else the difference tells nothing
        double requests = served - alone.map(one -> one.served().value()).orElse(0.0);
        double used = share.used()
                - alone.map(one -> one.observation().processor().service()).orElse(0.0);
        return new ProcessorRoom(
                requests > 0 && used > 0
                        ? served + Math.max(0, share.cores() - share.used()) * requests / used
                        : Double.POSITIVE_INFINITY,
                (alone.isPresent() || evidence.unloaded().isEmpty()) && used >= SUBSTANTIAL * share.cores(),
                share.cores());
    }

    String words() {
        return Numbers.of(cores) + (cores == 1 ? " core" : " cores");
    }
}
