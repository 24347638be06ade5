package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processor: the server below all others, so where the run's own processes use it up, no pool above it is the root.
 * Its ceiling is cores / (processor seconds of one request). Service, downstream and generator often share one machine; then
 * it is what all of them use together that counts. A quota grants the service fewer cores than there are: against these stands what
 * the service uses by itself. What other processes use does not: a service that gets too little of a
 * busy machine shows threads that wait for a core, and uses most of the machine nevertheless.
 */
public final class Processors {

    /** Cores used over those available from which the processor is taken for full. */
    private static final double FULL = Thresholds.NEARLY_ALL;

    /** With threads waiting for a core as long as they run, fewer used cores tell as much: others use the rest. */
    private static final double CONTENDED = Thresholds.MAJORITY;

    private static final double CONTENDED_DELAY = Thresholds.ONE;

    /** Where threads wait for a core less than this share of the time that they run, there are cores enough. */
    private static final double NO_DELAY = Thresholds.FIFTH;

    /** Share of the cores (0 to 1) that is always used by something else: the kernel, what watches the machine. */
    private static final double ALWAYS = Thresholds.TENTH;

    /** Share of the cores (0 to 1) that the run has to use to be what fills them. */
    private static final double MOSTLY_OURS = Thresholds.HALF;

    private static final double ROUNDING = 1e-9;

    /** Requests that the processor would serve by what one user's takes of it, over those that it serves, from which it does something else for them. */
    private static final double FAR = Thresholds.FEWEST;

    /** The same of what the service itself uses of it. */
    private static final double WASTED = Thresholds.DOUBLE;

    private static final double STARVED_DELAY = Thresholds.STARVED;

    private static final double FAIR = Thresholds.HALF;

    /** Of the requests that are nowhere (0 to 1), threads that wait for a core from which these are what they wait for. */
    private static final double ACCOUNTS = Thresholds.HALF;

    private Processors() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        boolean stopped = Throttling.stops(evidence.observation().host()); // the same, and why: told there
        return isFull(evidence) || isGrantUsedUp(evidence) && !stopped
                ? Stream.of(Hypothesis.of(Hypothesis.CPU, finding(evidence), delays(evidence))
                        .heldBy(1, evidence.observation().host().hot())
                        .predicted(unloadedCeiling(evidence)))
                : Stream.empty();
    }

    /**
     * Cores over the processor time of one user's request, where that is far above what is served: then most of the time goes into spinning, trying again or switching threads, and what is waited
     * for so is behind it. Else empty: by how much less a machine does for one user that has its caches for itself is not known.
     */
    private static OptionalDouble unloadedCeiling(Evidence evidence) {
        return evidence.unloaded()
                .map(alone -> granted(evidence)
                        * alone.served().value()
                        / alone.observation().processor().service())
                .filter(ceiling -> Double.isFinite(ceiling) && isWasted(ceiling, evidence))
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
    }

    /** What the service itself uses of the cores, against as many of one user's requests. */
    private static boolean isWasted(double ceiling, Evidence evidence) {
        double granted = granted(evidence);
        double used = Math.min(granted, evidence.observation().processor().service());
        double served = evidence.served().value();
        return ceiling >= FAR * served || ceiling * used / granted >= WASTED * served;
    }

    /**
     * Computing and waiting for a core. Where the run fills the processor by itself, requests that nobody reads though workers are free wait
     * for a core as well, and so they do where it has threads enough that could run to fill it; where others take the cores, only what is seen
     * to wait for one does.
     */
    private static Predicate<Place> delays(Evidence evidence) {
        boolean ours = filled(evidence);
        boolean free = (ours || wantsAll(evidence))
                && evidence.structure()
                        .entry()
                        .filter(entry -> evidence.saturation(entry).saturated())
                        .isEmpty();
        return place -> switch (place.kind()) {
            case RUNNING, READY -> true;
            case NOT_ACCEPTED, UNREAD -> free;
            // who was woken and has no core yet looks as if he slept on
            case NOT_FOUND -> ours && free && waiting(evidence.observation()) >= ACCOUNTS * place.requests();
            default -> false;
        };
    }

    /** Threads that have no core, or answers that lie unread until the threads that read them have one. */
    private static double waiting(Observation seen) {
        double unread = seen.network().outbound().stream()
                .flatMap(to -> to.inUse().stream())
                .mapToDouble(InUse::knownUnread)
                .sum();
        return Math.max(seen.processor().waiting(), unread);
    }

    /** Whether the machine has no core left for threads that could run, whoever uses them. */
    private static boolean isFull(Evidence evidence) {
        Processor processor = evidence.observation().processor();
        double cores = cores(evidence);
        boolean taken =
                processor.machine() >= FULL * cores && processor.runQueueDelay().orElse(0) >= CONTENDED_DELAY;
        return taken || isUsedUp(cores, ours(evidence), evidence);
    }

    /** Whether the service has no processor time left of what its quota grants, on a machine that may have cores to spare. */
    private static boolean isGrantUsedUp(Evidence evidence) {
        double service = evidence.observation().processor().service();
        double granted = granted(evidence);
        return granted < cores(evidence) && isUsedUp(granted, service, evidence);
    }

    private static boolean isUsedUp(double cores, double used, Evidence evidence) {
        Processor processor = evidence.observation().processor();
        boolean enough = processor.runQueueDelay().orElse(CONTENDED_DELAY) < NO_DELAY && !awaitsCarriers(evidence);
        boolean contended = processor.service() >= CONTENDED * cores
                && processor.runQueueDelay().orElse(0) >= CONTENDED_DELAY;
        return contended || !enough && used >= FULL * cores;
    }

    /** Whether the service's own threads that run or wait for a core are as many as it has cores. */
    private static boolean wantsAll(Evidence evidence) {
        return (isFull(evidence) || isGrantUsedUp(evidence))
                && evidence.observation().processor().runnable() >= granted(evidence);
    }

    /**
     * The kernel sees carriers only: more virtual threads that could run than there are cores wait for one before it comes to that. So does one
     * that reads from a connection where a request lies unread.
     */
    private static boolean awaitsCarriers(Evidence evidence) {
        double unread = evidence.observation().network().unread();
        return evidence.observation().pools().stream()
                        .filter(pool -> pool.kind() == StationKind.VIRTUAL_THREADS)
                        .mapToDouble(pool -> pool.doing(Activity.RUNNING) + Math.min(unread, pool.doing(Activity.IDLE)))
                        .sum()
                > granted(evidence) + 1;
    }

    /**
     * Whether there is no core left and the run itself uses most of them. Only then may what happens outside of the service, in a downstream on
     * the same machine, be laid to the processor without having been seen to wait for it.
     */
    static boolean fullByRun(Evidence evidence) {
        return isFull(evidence) && ours(evidence) >= MOSTLY_OURS * cores(evidence);
    }

    /** Whether the run fills the machine, or the service what it is granted of it. */
    static boolean filled(Evidence evidence) {
        return fullByRun(evidence) || isGrantUsedUp(evidence);
    }

    /** Whether the run fills the machine, and the watched service uses more of it than the load generator. */
    public static boolean filledByService(Evidence evidence) {
        return fullByRun(evidence)
                && evidence.observation().processor().service()
                        > evidence.workload().generatorCores();
    }

    /**
     * Cores that the processes of this run use. What the others used is known for the whole run only, so what the service
     * used is taken out of that, and its use in the window put in its place. They may have cores of their own: where those that the service may use are
     * seen to idle, no more of these than all processes use.
     */
    private static double ours(Evidence evidence) {
        Measurement measured = evidence.measured();
        double service = evidence.observation().processor().service();
        double all = measured.cores().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        double whole = measured.cores().getOrDefault(measured.watched(), 0.0);
        double ours = Math.max(all, service + Math.max(evidence.workload().generatorCores(), all - whole));
        double used = evidence.observation().processor().machine();
        boolean idle = used > 0 && used < FULL * cores(evidence);
        return idle ? Math.min(ours, Math.max(used, service)) : ours;
    }

    /** Cores that other processes use meanwhile; 0 where that is not worth a word. */
    private static double byOthers(Evidence evidence) {
        double others = evidence.observation().processor().machine() - ours(evidence);
        return others > ALWAYS * cores(evidence) + ROUNDING ? others : 0;
    }

    /**
     * Said where other processes leave the service so little of the machine that its times are theirs: half of the cores or more
     * are used by others, and its threads wait for a core many times as long as they run.
     */
    public static Optional<String> starved(Evidence evidence) {
        double delay = evidence.observation().processor().runQueueDelay().orElse(0);
        return delay >= STARVED_DELAY && byOthers(evidence) >= cores(evidence) / 2.0
                ? Optional.of("Others on this machine used " + Numbers.of(byOthers(evidence)) + " of its "
                        + cores(evidence) + " cores, and the service's threads waited " + Numbers.of(delay)
                        + " times as long for a core as they ran: on a quiet machine another limit may bind.")
                : Optional.empty();
    }

    /** Who uses how much of it. */
    static String words(Evidence evidence) {
        double byOthers = byOthers(evidence);
        Share share = share(evidence);
        if (share.granted()) {
            return "the service uses " + Numbers.of(share.used()) + " of the " + Numbers.of(share.cores())
                    + " cores that it is granted";
        }
        String who = evidence.measured().cores().isEmpty()
                ? evidence.isObserved() ? "the service uses " : "service and load generator use "
                : evidence.measured().cores().entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .map(process -> process.getKey() + " " + Numbers.of(process.getValue()))
                        .collect(Collectors.joining(", ", "the processes of this run (", ") use "));
        return who + Numbers.of(ours(evidence)) + " of " + cores(evidence) + " cores"
                + (byOthers > 0 ? ", while others on this machine use " + Numbers.of(byOthers) : "");
    }

    /** That the service may run on; others run there as well. */
    private static int cores(Evidence evidence) {
        return Math.max(1, evidence.observation().processor().available());
    }

    private static double granted(Evidence evidence) {
        return evidence.observation().granted();
    }

    /**
     * Whichever is used up first: the cores that others leave to the run, or those that the service is granted.
     *
     * @param used by the run, or by the service
     */
    record Share(double cores, double used, boolean granted) {}

    private static Share share(Evidence evidence) {
        return share(cores(evidence) - byOthers(evidence), evidence);
    }

    /** @param left to the run */
    private static Share share(double left, Evidence evidence) {
        Share run = new Share(left, ours(evidence), false);
        Share service =
                new Share(granted(evidence), evidence.observation().processor().service(), true);
        return service.cores < cores(evidence) && service.cores * run.used < run.cores * service.used ? service : run;
    }

    /** What a scheduler that is fair leaves to the run, once it needs more. */
    static Share leftToRun(Evidence evidence) {
        return share(Math.max(cores(evidence) - byOthers(evidence), cores(evidence) * FAIR), evidence);
    }

    /** All cores of the machine, or those that the service is granted, whichever of them is used up first; without a size where that is no whole number. */
    public static Limit limit(Evidence evidence) {
        Share share = share(evidence);
        double cores = share.granted ? share.cores : cores(evidence);
        boolean whole = cores == Math.rint(cores);
        return new Limit(LimitKind.CPU, "cpu", whole ? OptionalInt.of((int) cores) : OptionalInt.empty());
    }

    private static Finding finding(Evidence evidence) {
        Optional<Terms> terms = terms(evidence);
        Optional<String> others = OtherProcessorWork.in(evidence);
        Share share = share(evidence);
        return Finding.of(
                limit(evidence),
                terms,
                Remedy.of(
                        "Use less processor time per request, or more cores; more threads would only wait for them.",
                        terms.map(its -> "A request takes " + its.held() + " of a processor.")
                                .or(() -> others.map(
                                        names -> "Other work of the service may use it, too: " + names + "."))
                                .orElse("")),
                "The processor is full: " + words(evidence) + " at "
                        + Numbers.of(evidence.served().value()) + " requests/s"
                        + terms.map(its -> ", "
                                        + its.held()
                                        + " of processor time a request: " + Numbers.of(share.cores()) + " cores give "
                                        + Numbers.of(its.ceiling().value()) + " requests/s")
                                .or(() -> others.map(names -> ", perhaps also for other work: " + names))
                                .orElse("")
                        + ".");
    }

    /**
     * Requests per second at which the processor would be full; infinite where next to nothing of it is used. A scheduler that is fair takes
     * from other processes what this run comes to need, up to half of the cores. No less than is served: so much of it the run has taken already.
     */
    public static double room(Evidence evidence) {
        double beside = ProcessorRoom.of(evidence).perSecond(); // what the background takes stays
        if (Double.isFinite(beside)) {
            return beside;
        }
        Share share = leftToRun(evidence);
        return share.used > 0
                ? evidence.served().value() * Math.max(1, share.cores / share.used)
                : Double.POSITIVE_INFINITY;
    }

    /**
     * Cores that other processes leave to this run, over its processor time for a request, downstream and generator included; or those that the
     * service is granted, over its own. Empty where they are used for more than requests.
     */
    static Optional<Terms> terms(Evidence evidence) {
        double rate = evidence.served().value();
        Share share = share(evidence);
        if (rate <= 0
                || share.used <= 0
                || share.cores <= 0
                || OtherProcessorWork.in(evidence).isPresent()) {
            return Optional.empty();
        }
        Measure visits = Measure.exact(1, "the request itself");
        Measure time = Measure.of(share.used / rate, "cores used / answers, both of the window");
        Measure ceiling = Measure.of(
                share.cores / time.value(),
                (share.granted ? "cores that it is granted" : "cores that others leave")
                        + " / processor time of a request");
        int cores = share.granted ? (int) Math.max(1, Math.rint(share.cores)) : cores(evidence);
        return Optional.of(new Terms(cores, visits, time, ceiling, false));
    }
}
