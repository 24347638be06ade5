package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.SlowRounds;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.statistics.Mechanism;
import dev.headroom.core.statistics.Rhythm;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * So many answers at a time, in equal distances: k every T, and k / T = X. They are told by the clock of the load generator, or of the kernel, alone. Where a thread goes its rounds in that distance with one user as well, who
 * asks for much less, it is a clock that lets them past. Where T is longer by 30 % than all that one user's request takes, nobody holds anything for so long, and it is a clock as well. Where they come one by one, it is one if
 * T is longer by 30 % than one user may hold what only one holds at a time ({@link HeldByOne}). Else, and of a load that is not ours, it may be one, or k are served at a time, each for T.
 *
 * @param batch k
 * @param period T, seconds
 * @param clock whether a clock lets them past
 * @param threads whose rounds these are; none where none was seen
 * @param ticks whether one user who asks at any time is answered on the same ticks ({@link AtAnyTime}): there is a clock, and it lets them past, or ends what k hold until then
 */
record AnswerPace(int batch, double period, boolean clock, List<String> threads, boolean ticks) {

    /** R from which answers are on a thread's ticks, and as many have to be so each time. */
    private static final double MOST = Thresholds.MOST;

    /** R below which a pace is not looked at, however little a chance it may be. */
    private static final double WEAKEST = Thresholds.QUARTER;

    /** The same of answers that come one by one: of several servers that began at different times some come in nearly equal distances. */
    private static final double ONE_BY_ONE = Thresholds.NEARLY_ALL;

    /** The same where they are not as far off their ticks again after as many as there might be servers. */
    private static final double NEARLY = Thresholds.MAJORITY;

    /** Autocorrelation of what answers are off their ticks, from which they are so again: 0.1 of one at a time, 0.3 to 0.8 of four to six servers whose tasks take as long. */
    private static final double AGAIN = Thresholds.QUARTER;

    /** Of the answers (0 to 1), what may come at any time, as those of a cache do: of more nobody knows how many are let past. */
    private static final double ELSEWHERE = Thresholds.CEILING_ERROR;

    /** Of the connections (0 to 1), what has a request in flight where users ask again at once. */
    private static final double WAITING = Thresholds.NEARLY_ALL;

    /** What X T may differ from a whole number. */
    private static final double WHOLE = Thresholds.TENTH;

    /** Of the users (0 to 1), who may be let past at a time. Of more, all those in flight come again together, once in each of their rounds. */
    private static final double ROUND = Thresholds.THIRD;

    /** By how much of one user's response (0 to 1) a period has to be longer than that. */
    private static final double LONGER = Thresholds.THIRD;

    /** What a clock's rounds with one user may differ from those under load, relative. */
    private static final double SAME = Thresholds.FEW;

    /** Of the throughput under load (0 to 1), what one user may ask for: a clock goes on as before, and who serves goes more rounds. */
    private static final double LESS = Thresholds.HALF;

    /**
     * Variance over mean of how many come at a time. It is 0.2 at most of those that are let past together, and 0.3 or more where some pass elsewhere, or where a timer's tick only ends what takes any time.
     */
    private static final double EVEN = Thresholds.QUARTER;

    /** The same of several times together, in which who is late has come as well: 0.05 of those that are let past, and as much as they vary of servers whose work takes any time. */
    private static final double EVEN_TOGETHER = Thresholds.TENTH;

    /** The same of answers that are seldom on a thread's tick, since work after it takes any time; 1 at random. */
    private static final double ABOUT_EVEN = Thresholds.MOST;

    /** Ticks a second: when answers ended is known to a tenth of a millisecond, which is a clock as well. */
    private static final int FASTEST = 1000;

    /** The same of a load that is not ours: the kernel tells when answers went out in ticks of up to 10 ms. */
    private static final int FASTEST_BY_TICKS = 100;

    /** With how many are let past, and by whom, where it is not known what holds the load back and how much of it there is. */
    static Diagnosis with(Diagnosis found, Evidence evidence) {
        return of(found, evidence)
                .map(pace -> {
                    Limit limit = found.bindingLimit().orElseThrow();
                    return pace.told(
                            found,
                            new Limit(LimitKind.UNKNOWN, limit.station(), limit.pool(), limit.workers()),
                            evidence);
                })
                .orElse(found);
    }

    /** Empty where it would say nothing that is not known, or nothing else. */
    static Optional<AnswerPace> of(Diagnosis found, Evidence evidence) {
        return found.bindingLimit()
                .filter(limit -> found.verdict() == Verdict.LIMIT
                        && (limit.kind() == LimitKind.UNKNOWN || isOfConnections(limit, evidence)))
                .flatMap(limit ->
                        of(limit, evidence).filter(pace -> limit.workers().isEmpty() || pace.refutes(limit, evidence)));
    }

    /** Of which the kernel alone tells: whoever listens at their other end may let fewer in. */
    private static boolean isOfConnections(Limit limit, Evidence evidence) {
        return limit.kind() == LimitKind.CONNECTION_POOL
                && evidence.observation().station(limit.station()).isEmpty();
    }

    /** Empty of a load whose arrivals have a rhythm of their own. */
    static Optional<AnswerPace> of(Limit limit, Evidence evidence) {
        boolean asked = Mechanism.PACE.works()
                && (evidence.isObserved() && isClosed(evidence)
                        || evidence.workload().arrivals() instanceof Workload.Closed
                                && evidence.baseline().isPresent());
        return asked ? rounds(limit, evidence).or(() -> batches(evidence)) : Optional.empty();
    }

    /**
     * Of a load that is not ours: whether nearly all connections wait for an answer all the while, so that requests come when answers went out and have no rhythm of their own, and most answers were timed.
     */
    private static boolean isClosed(Evidence evidence) {
        double connections = evidence.observation().network().accepted();
        return connections > 0
                && evidence.workload().inFlight() >= WAITING * connections
                && evidence.workload().timedShare() >= SlowRounds.TIMED;
    }

    /** By the rounds of a thread, or of several that go in step; empty where several numbers would do. */
    private static Optional<AnswerPace> rounds(Limit limit, Evidence evidence) {
        List<Double> departures = evidence.workload().departures();
        double gone = evidence.observation().gone(limit.pool());
        double edges = SlowRounds.EDGES / evidence.window();
        Map<String, Integer> batches = new TreeMap<>();
        Map<String, Double> clocks = clocks(evidence);
        Map<String, Double> threads = new TreeMap<>(servers(evidence));
        threads.putAll(clocks);
        threads.forEach((thread, rounds) -> Rhythm.between(departures, rounds - edges, rounds + edges)
                .filter(rhythm -> Math.abs(rhythm.dispersion(departures, evidence.throughput()))
                        <= (rhythm.strength() >= MOST ? EVEN : ABOUT_EVEN))
                .ifPresent(rhythm -> DoubleStream.of(
                                rhythm.strength() >= MOST ? perTick(rhythm, evidence) : evidence.throughput() / rounds,
                                gone / rounds)
                        .flatMap(batch -> whole(batch, evidence).stream().asDoubleStream())
                        .limit(1)
                        .forEach(batch -> batches.put(thread, (int) batch))));
        Set<Integer> sizes = Set.copyOf(batches.values());
        List<String> found = List.copyOf(batches.keySet());
        if (sizes.size() != 1) {
            return Optional.empty();
        }
        boolean clock = !evidence.isObserved() && clocks.keySet().containsAll(found);
        double period = 1 / threads.getOrDefault(found.getFirst(), Double.NaN);
        return Optional.of(
                new AnswerPace(sizes.iterator().next(), period, clock, found, AtAnyTime.isOnTicks(evidence, period)));
    }

    /** Rounds per second of threads that go as many with one user, who asks for less than half of what is answered under load; of all where nobody knows of one user. */
    private static Map<String, Double> clocks(Evidence evidence) {
        Map<String, Double> clocks = new TreeMap<>(evidence.observation().rounds());
        if (evidence.isObserved()) {
            return clocks;
        }
        Optional<Evidence> one = evidence.unloaded().filter(alone -> alone.throughput() < LESS * evidence.throughput());
        clocks.entrySet()
                .removeIf(thread -> one.map(alone ->
                                Math.abs(alone.observation().rounds().getOrDefault(thread.getKey(), 0.0)
                                                - thread.getValue())
                                        > SAME * thread.getValue() + SlowRounds.EDGES / alone.window())
                        .orElse(true));
        return clocks;
    }

    /** Rounds per second of threads that go one at least for each request of one user, and fewer than there are answers under load: who goes so few serves several in each. */
    private static Map<String, Double> servers(Evidence evidence) {
        Map<String, Double> servers = new TreeMap<>(evidence.observation().rounds());
        servers.entrySet()
                .removeIf(thread -> thread.getValue() > LESS * evidence.throughput()
                        || evidence.unloaded()
                                .filter(alone -> alone.observation().rounds().getOrDefault(thread.getKey(), 0.0)
                                        >= alone.throughput() - SlowRounds.EDGES / alone.window())
                                .isEmpty());
        return servers;
    }

    /** By the answers alone. */
    private static Optional<AnswerPace> batches(Evidence evidence) {
        List<Double> departures = evidence.workload().departures();
        double answers = evidence.throughput();
        double fastest = Math.min((1 + WHOLE) * answers, evidence.isObserved() ? FASTEST_BY_TICKS : FASTEST);
        double all = longest(response(evidence));
        double held = longest(HeldByOne.longest(evidence));
        return Rhythm.in(departures, fastest, WEAKEST).stream()
                .filter(rhythm -> isEven(rhythm, departures, answers)
                        && !rhythm.repeatsSlower(departures, byTicks(rhythm, evidence)))
                .filter(rhythm -> areAll(rhythm, departures, answers))
                .flatMap(rhythm -> whole(perTick(rhythm, evidence), evidence).stream()
                        .filter(batch -> batch > 1 || isOneByOne(rhythm, departures, evidence))
                        .mapToObj(batch -> new AnswerPace(
                                batch,
                                rhythm.period(),
                                rhythm.period() > (batch == 1 ? held : all),
                                List.of(),
                                AtAnyTime.isOnTicks(evidence, rhythm.period()))))
                .findFirst();
    }

    /** How many come at a time; of a load that is not ours the kernel tells of some answers alone. */
    private static double perTick(Rhythm rhythm, Evidence evidence) {
        return evidence.isObserved()
                ? evidence.throughput() * rhythm.period()
                : rhythm.perTick(evidence.workload().departures());
    }

    private static Optional<Double> response(Evidence evidence) {
        return evidence.baseline().map(Measure::value);
    }

    /** A period that nobody holds anything for; seconds. */
    private static double longest(Optional<Double> holding) {
        return holding.map(time -> (1 + LONGER) * time).orElse(Double.POSITIVE_INFINITY);
    }

    /** R of a slower rhythm that the kernel's clock makes, which has answers a part of its tick early or late by turns. */
    private static double byTicks(Rhythm rhythm, Evidence evidence) {
        return evidence.isObserved() ? Math.PI / (2 * FASTEST_BY_TICKS * rhythm.period()) : 0;
    }

    /** As many each time; where they come late for reasons of their own, in several times together. */
    private static boolean isEven(Rhythm rhythm, List<Double> departures, double answers) {
        return Math.abs(rhythm.dispersion(departures, answers)) <= EVEN
                || rhythm.strength() < MOST
                        && Math.abs(rhythm.dispersionOfSeveral(departures, answers)) <= EVEN_TOGETHER;
    }

    /** Whether the number would be the same without those that come at any time: as many as they are of all, so much at least does the number vary. */
    private static boolean areAll(Rhythm rhythm, List<Double> departures, double answers) {
        double batch = answers * rhythm.period();
        double part = rhythm.strength() >= NEARLY
                ? Math.max(rhythm.part(departures), 1 - rhythm.dispersion(departures, answers))
                : 1;
        return part >= 1 - ELSEWHERE || Math.rint(part * batch) == Math.rint(batch);
    }

    private static boolean isOneByOne(Rhythm rhythm, List<Double> departures, Evidence evidence) {
        return rhythm.strength() >= ONE_BY_ONE
                || rhythm.strength() >= NEARLY
                        && rhythm.recurrence(departures, (int) (ROUND * users(evidence))) < AGAIN;
    }

    private static double users(Evidence evidence) {
        return evidence.workload().arrivals() instanceof Workload.Closed closed
                ? closed.users()
                : evidence.workload().inFlight();
    }

    private static OptionalInt whole(double batch, Evidence evidence) {
        double whole = Math.rint(batch);
        return whole >= 1 && Math.abs(batch - whole) <= WHOLE && whole <= ROUND * users(evidence)
                ? OptionalInt.of((int) whole)
                : OptionalInt.empty();
    }

    /** Answers of several servers that take as long come in any distances, but not in equal ones: of two, one of seven times by chance. */
    private boolean refutes(Limit limit, Evidence evidence) {
        boolean ofConnections = limit.kind() == LimitKind.CONNECTION_POOL
                && limit.workers().orElse(batch) % batch != 0; // else they may come in several groups, each in step
        return clock && threads.isEmpty() && (batch > 1 || period > longest(response(evidence)))
                || batch == 1 && limit.workers().orElse(1) >= Thresholds.FEWEST
                || ofConnections;
    }

    private Diagnosis told(Diagnosis found, Limit seen, Evidence evidence) {
        boolean nowhere = seen.pool().equals(UnknownWaits.NO_PLACE);
        Optional<Limit> threadsOf =
                clock ? Optional.empty() : PacingThreads.of(batch, evidence).map(pool -> pool.limit(batch));
        Optional<Limit> serving = threadsOf.filter(pool -> nowhere);
        Limit limit = serving.orElse(
                threads.size() == 1 && nowhere
                        ? new Limit(seen.kind(), threads.getFirst(), threads.getFirst(), seen.workers())
                        : seen);
        boolean differ = seen.workers().isPresent(); // what two instruments say
        OptionalInt served =
                clock ? OptionalInt.empty() : threadsOf.map(Limit::workers).orElseGet(() -> served(evidence));
        PaceWords words = new PaceWords(this, seen.workers(), limit, threadsOf);
        DiagnosisBuilder told = found.toBuilder()
                .standing(differ ? Standing.SUSPECTED : found.standing())
                .saying(words.said(clock || served.isPresent()));
        if (!clock) {
            served.ifPresent(most -> told.remedy(words.remedy()));
            return told.limit(serving.orElse(new Limit(limit.kind(), limit.station(), limit.pool(), served)))
                    .build();
        }
        int rate = (int) Math.rint(evidence.throughput());
        return told.limit(new Limit(LimitKind.RATE_LIMITER, limit.station(), limit.pool(), OptionalInt.of(rate)))
                .remedy(words.remedy())
                .build();
    }

    /** Not where threads of another number are at work in every look: then who passes elsewhere, for as long, may be among those that come together. */
    private OptionalInt served(Evidence evidence) {
        return PacingThreads.mayBeOthers(batch, evidence) ? OptionalInt.empty() : OptionalInt.of(batch);
    }
}
