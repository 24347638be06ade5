package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Map;
import java.util.Optional;

/**
 * What the holders of a limit wait for outside of this process, or asleep, of which nobody has seen whether it takes more at once: it may have other callers, and one user shows how long a call takes, not how many at a time are
 * answered; who sleeps may do so until it is his turn, or the next try, if one user was not seen to sleep as well. Where p of
 * S passes there and the rest of S does not depend on m, the elasticity of X to m lies between 1 - p, where it gives no more than now, and 1. Moved in one process alone
 * the elasticity may be 1 for what that process takes from the others; moved in all of them it is between 1 - p and 1 again.
 *
 * @param target {@code host:port} at which most of that passes; empty where they sleep for most of it
 * @param share p, 0 to 1
 */
public record RoomBehind(Optional<String> target, double share) {

    /** Of connections with a call in flight (0 to 1), those whose answer lies here. */
    private static final double UNREAD = Thresholds.HALF;

    /** Why what is full may bind for what is behind it; empty where one user showed that it takes no longer under load: then it binds as it is. */
    public static Optional<String> doubt(Hypothesis claim, Evidence evidence) {
        return unknown(claim, evidence).filter(behind -> evidence.isObserved()).map(RoomBehind::words);
    }

    /** Empty where S hardly depends on it. */
    private static Optional<RoomBehind> unknown(Hypothesis claim, Evidence evidence) {
        Map<String, Double> there = claim.downstreams();
        double asleep = evidence.isObserved() ? claim.asleep() : 0;
        double calling =
                there.values().stream().mapToDouble(Double::doubleValue).sum();
        double share = (calling + asleep) / claim.busy();
        return share > Share.SAME
                ? Optional.of(new RoomBehind(
                        there.entrySet().stream()
                                .max(Map.Entry.comparingByValue())
                                .filter(most -> most.getValue() >= asleep)
                                .map(Map.Entry::getKey),
                        Math.min(1, share)))
                : Optional.empty();
    }

    /** That most calls to it have their answer in this process, where nobody reads it: then it is not the downstream that keeps them. */
    public static Optional<String> unread(String target, Evidence evidence) {
        return evidence.observation().network().outbound().stream()
                .filter(to -> to.target().equals(target))
                .flatMap(to -> to.inUse().stream())
                .filter(use -> use.busy() > 0 && use.knownUnread() >= UNREAD * use.busy())
                .findFirst()
                .map(use -> "answers of " + target + " lie unread in this process, on " + Numbers.of(use.knownUnread())
                        + " of " + use.connections() + (use.connections() == 1 ? " connection" : " connections")
                        + " on average");
    }

    private String words() {
        return target.map(one -> "Whoever holds it waits for " + one + " " + Numbers.percent(share)
                        + " of the time, and whether that takes more at once was not seen: other processes may share it, and a"
                        + " raise in one of them may gain what the others lose.")
                .orElseGet(() -> "Those who hold it sleep, or wait outside, " + Numbers.percent(share)
                        + " of the time. If they sleep until it is their turn, or until they try again, more of them only"
                        + " sleep longer.");
    }

    /** What to look at before the limit is raised. */
    static Optional<String> before(Hypothesis claim, Evidence evidence) {
        return unknown(claim, evidence)
                .map(behind -> behind.target
                        .map(one -> unread(one, evidence)
                                .map(unread -> "See first that the threads that read have time for it: " + unread + ".")
                                .orElse("See first that " + one + " has room for the calls of all its callers."))
                        .orElse("See first whether those who sleep do so until it is their turn."));
    }
}
