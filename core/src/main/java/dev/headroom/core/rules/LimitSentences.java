package dev.headroom.core.rules;

import static dev.headroom.core.statistics.Thresholds.ALL;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.evidence.EventLoops;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.structure.Link;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A limit in one sentence that a stranger understands. */
final class LimitSentences {

    private LimitSentences() {}

    static String limit(Station binding, Terms terms, Evidence evidence) {
        return waiters(binding, terms, evidence)
                + ", each held " + terms.held()
                + by(binding, evidence)
                + ": " + ceiling(terms, evidence) + backlog(evidence) + ".";
    }

    /** What the workers that do not hang give. */
    static String left(Station pool, Terms terms, Evidence evidence) {
        return "the other " + terms.workers() + " are all taken, each held " + terms.held() + by(pool, evidence) + ": "
                + ceiling(terms, evidence);
    }

    /** {@code 140 / 5 s = 28 requests/s, and 27.9 were measured}. */
    static String ceiling(Terms terms, Evidence evidence) {
        String visits = Numbers.of(terms.visits().value());
        return terms.workers() + " / "
                + (visits.equals("1") ? terms.held() : "(" + visits + " x " + terms.held() + ")") + " = "
                + Numbers.of(terms.ceiling().value()) + " requests/s, and "
                + Numbers.of(evidence.served().value()) + " were measured";
    }

    /** Who keeps a worker: the downstream, or what the task does itself. */
    private static String by(Station pool, Evidence evidence) {
        double asleep = pool.doing(Activity.SLEEPING);
        return asleep > pool.active() / 2
                ? " by a task that sleeps"
                : evidence.structure()
                        .downstream(pool)
                        .map(target -> " by " + target)
                        .orElse(" by its task");
    }

    /** Little: a request that waits for no one takes R0, so X R0 are at work while the others wait: at most so many are let past. */
    static String past(Evidence evidence) {
        return evidence.baseline()
                .map(unloaded -> ", while " + Numbers.of(evidence.atWork()) + " are at work")
                .orElse("");
    }

    static String resource(Station resource, Optional<Terms> terms, Evidence evidence) {
        boolean locks =
                resource.kind() == StationKind.LOCK && resource.maximum().orElse(1) > 1;
        String waiting = "On average " + Numbers.count(resource.queued()) + (locks ? " wait at " : " wait for ");
        String what = switch (resource.kind()) {
            case WORKERS -> "a worker of ";
            case CONNECTION_POOL -> Naming.isAddress(resource, evidence) ? "a connection to " : "a connection of ";
            case OBJECT_POOL -> "an object of ";
            case SEMAPHORE -> "a permit of ";
            default -> "";
        };
        String held = terms.filter(its -> resource.kind() != StationKind.RATE_LIMITER)
                .map(its -> taken(resource, its.workers())
                        + " for " + its.held()
                        + (resource.completed().isPresent() ? " at a time: " : " a request: ")
                        + ceiling(its, evidence))
                .or(() -> terms.map(its -> ", which grants " + its.workers() + " a second, and "
                        + Numbers.rate(evidence.served().value()) + " were measured"))
                .or(() -> Optional.of(resource)
                        .filter(its -> its.maximum().isPresent() && FullResources.isMostlyOthers(its, evidence))
                        .map(its -> beyondRequests(its, evidence)))
                .orElse(", whose capacity was not seen, at "
                        + Numbers.rate(evidence.served().value()) + past(evidence));
        return waiting + what + resource.name() + held + ".";
    }

    private static String beyondRequests(Station resource, Evidence evidence) {
        return taken(resource, resource.maximum().orElse(0)) + ": "
                + Numbers.count(resource.active() + resource.queued())
                + " hold it or wait for it, while "
                + Numbers.count(evidence.workload().inFlight())
                + " requests are in flight, so most are no requests of a port, or a request takes several at a time;"
                + " for how long each is held is not known";
    }

    private static String taken(Station resource, int serving) {
        int all = resource.maximum().orElse(0);
        String locks = resource.kind() == StationKind.LOCK && all > 1 ? " for " + all + " locks" : "";
        if (serving < all) {
            return locks + ", of which " + (all - serving) + (all - serving == 1 ? " is" : " are") + " never free and "
                    + serving + " held";
        }
        if (serving == 1) {
            return ", which is held";
        }
        return switch (resource.kind()) {
            case LOCK -> locks + ", each held";
            case UNKNOWN -> ", which " + serving + " hold at a time,";
            default -> ", all " + serving + " of which are held";
        };
    }

    /** {@code Of 4 of semaphore 3.39 are taken on average, and nobody waits for one: by Erlang's loss formula 55 % of random arrivals find none free.} */
    static String mostlyTaken(Station resource, double lost) {
        return "Of " + resource.maximum().orElse(0) + " of " + resource.name() + " "
                + Numbers.of(resource.active())
                + " are taken on average, and nobody waits for one: by Erlang's loss formula "
                + Numbers.percent(lost) + " of random arrivals find none free.";
    }

    /** m, V or S is missing: what is known, and that it is not proved. */
    static String suspected(Station binding, Evidence evidence) {
        return Naming.allAre(binding.maximum().orElse(0), binding) + " taken and "
                + Numbers.count(evidence.saturation(binding).queue())
                + " tasks wait for one on average, at " + Numbers.of(evidence.throughput())
                + " requests/s; how long a task holds its worker was not seen" + backlog(evidence) + ".";
    }

    private static String waiters(Station binding, Terms terms, Evidence evidence) {
        List<Link> links = evidence.chain().toBinding();
        if (links.isEmpty()) {
            return Naming.allAre(terms.workers(), binding) + (EventLoops.blocked(binding) ? " blocked" : " taken");
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < links.size(); i++) {
            text.append(i == 0 ? "" : ", which wait for ").append(i == 0 ? callers(links.get(0)) + " wait for " : "");
            Station callee = links.get(i).callee();
            text.append(
                    callee.maximum().isPresent()
                            ? Naming.workers(callee.maximum().getAsInt(), callee)
                            : Naming.workers(callee));
            Helpers.of(callee, evidence)
                    .ifPresent(helpers -> text.append(" and ")
                            .append(Numbers.count(helpers.workers()))
                            .append(" callers that help"));
        }
        return text.toString();
    }

    private static String callers(Link link) {
        Station caller = link.caller();
        String count = Numbers.count(link.waiters());
        if (link.asynchronous()) {
            return "On average " + count + " requests that " + Naming.workers(caller) + " have handed over";
        }
        if (caller.maximum().isEmpty()
                || link.waiters() >= ALL * caller.maximum().getAsInt()) {
            return (caller.maximum().isPresent()
                            ? String.valueOf(caller.maximum().getAsInt())
                            : count) + " " + Naming.workers(caller);
        }
        return "On average " + count + " of " + caller.maximum().getAsInt() + " " + Naming.workers(caller);
    }

    private static String backlog(Evidence evidence) {
        OptionalDouble growth = Bound.backlogGrowth(evidence);
        return growth.isPresent()
                ? "; the load of "
                        + Numbers.rate(evidence.workload().offered().orElseThrow()) + " adds "
                        + Numbers.of(growth.getAsDouble()) + " requests to the backlog every second"
                : "";
    }
}
