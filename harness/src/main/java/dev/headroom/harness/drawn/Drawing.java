package dev.headroom.harness.drawn;

import dev.headroom.harness.drawn.DrawnKind.Role;
import dev.headroom.harness.drawn.DrawnStation.Shape;
import dev.headroom.harness.drawn.Network.Extras;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Draws services: what each station can do is drawn first, its units and times follow from that. The same seed gives the same services, and the
 * first of many are those of few.
 */
public final class Drawing {

    /** Requests per second of the tightest station: two cores carry the rest of the service, the load and the probe. */
    private static final double SLOWEST = 40;

    private static final double FASTEST = 200;

    /** Cores of a service that nothing else wants. */
    private static final double CORES = 2;

    /** What the processor can do over what the tightest station can, where that is not the processor. */
    private static final double CORES_TO_SPARE = 8;

    private static final double LEAST_GAP = 1.25;
    private static final double LARGEST_GAP = 4;
    private static final double TIE = 1.1;
    private static final int WIDE = 400;
    private static final int MOST_USERS = 360;
    private static final double[] VARIATIONS = {0.5, 1, 2, 3, 5};

    private static final List<DrawnKind> FRONTS = List.of(
            DrawnKind.TOMCAT,
            DrawnKind.TOMCAT,
            DrawnKind.TOMCAT,
            DrawnKind.JETTY,
            DrawnKind.JDK,
            DrawnKind.VIRTUAL,
            DrawnKind.LOOPS);

    private static final List<DrawnKind> KINDS = List.of(
            DrawnKind.POOL,
            DrawnKind.POOL,
            DrawnKind.FORK_JOIN,
            DrawnKind.HIKARI,
            DrawnKind.HIKARI,
            DrawnKind.COMMONS_POOL,
            DrawnKind.SEMAPHORE,
            DrawnKind.SEMAPHORE,
            DrawnKind.SYNCHRONIZED,
            DrawnKind.LOCK,
            DrawnKind.RATE_LIMITER,
            DrawnKind.TOKEN_BUCKET,
            DrawnKind.CPU,
            DrawnKind.DOWNSTREAM);

    private final RandomGenerator random;
    private final long seed;
    private final int number;
    private final boolean ties;
    private Shape shape = Shape.DETERMINISTIC;
    private double cv;
    private final Set<Integer> sizes = new HashSet<>();

    private Drawing(SplittableRandom random, int number, double tieShare) {
        this.random = random;
        this.number = number;
        seed = random.nextLong() >>> 16;
        ties = random.nextDouble() < tieShare;
    }

    /** @param tieShare of services (0 to 1) whose two tightest stations are within a tenth of each other */
    public static List<Network> all(int count, long seed, double tieShare) {
        SplittableRandom source = new SplittableRandom(seed);
        List<Network> networks = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            networks.add(new Drawing(source.split(), number, tieShare).draw());
        }
        return networks;
    }

    private Network draw() {
        DrawnLoad.Sort sort = pick(
                List.of(DrawnLoad.Sort.CLOSED, DrawnLoad.Sort.CLOSED, DrawnLoad.Sort.OPEN, DrawnLoad.Sort.POISSON));
        boolean closed = sort == DrawnLoad.Sort.CLOSED;
        DrawnKind front = pick(FRONTS.stream()
                .filter(kind -> closed || kind != DrawnKind.LOOPS)
                .toList());
        List<DrawnKind> layers = layers(front == DrawnKind.LOOPS ? 1 : ties ? 2 : 1, front);
        drawTimes();

        boolean frontMayBind = front != DrawnKind.VIRTUAL && random.nextDouble() < 0.3;
        List<Integer> places = new ArrayList<>();
        for (int i = frontMayBind ? -1 : 0; i < layers.size(); i++) {
            places.add(i);
        }
        Collections.shuffle(places, new java.util.Random(random.nextLong()));
        int tightest = places.getFirst();
        int next = ties && places.size() > 1 ? places.get(1) : tightest;
        double ceiling = logUniform(SLOWEST, front == DrawnKind.LOOPS ? FASTEST / 2 : FASTEST);
        double[] ceilings = new double[layers.size() + 1];
        for (int i = -1; i < layers.size(); i++) {
            ceilings[i + 1] = i == tightest
                    ? ceiling
                    : i == next
                            ? ceiling * (1 + random.nextDouble() * (TIE - 1))
                            : i >= 0 && layers.get(i) == DrawnKind.CPU
                                    ? ceiling * CORES_TO_SPARE
                                    : ceiling * logUniform(LEAST_GAP, LARGEST_GAP);
        }
        List<DrawnStation> inside = layers.isEmpty() ? List.of() : chain(layers, nesting(layers), 0, ceilings);
        DrawnStation door = front(front, frontMayBind || front == DrawnKind.LOOPS, ceilings[0], inside);
        return withLoad(door, sort, Math.min(ceiling, door.ceiling()));
    }

    private List<DrawnKind> layers(int least, DrawnKind front) {
        int count = least + random.nextInt(front == DrawnKind.LOOPS ? 2 : 5 - least);
        List<DrawnKind> layers = new ArrayList<>();
        while (layers.size() < count) {
            DrawnKind kind = pick(KINDS);
            boolean twice = layers.stream().anyMatch(other -> other.role() == kind.role() && kind.isUnique());
            if (!twice) {
                layers.add(kind);
            }
        }
        return layers;
    }

    private void drawTimes() {
        double which = random.nextDouble();
        shape = which < 0.45
                ? Shape.DETERMINISTIC
                : which < 0.7 ? Shape.EXPONENTIAL : which < 0.85 ? Shape.LOG_NORMAL : Shape.BIMODAL;
        double variation = VARIATIONS[random.nextInt(VARIATIONS.length)];
        cv = switch (shape) {
            case DETERMINISTIC -> 0;
            case EXPONENTIAL -> 1;
            case LOG_NORMAL, BIMODAL -> variation;
        };
    }

    /** Which stations are inside the one before. */
    private boolean[] nesting(List<DrawnKind> layers) {
        boolean[] nested = new boolean[layers.size()];
        for (int i = 1; i < nested.length; i++) {
            nested[i] = layers.get(i - 1).role() == Role.UNITS && random.nextBoolean();
        }
        return nested;
    }

    private List<DrawnStation> chain(List<DrawnKind> layers, boolean[] nested, int at, double[] ceilings) {
        boolean last = at + 1 == layers.size();
        List<DrawnStation> inner = !last && nested[at + 1] ? chain(layers, nested, at + 1, ceilings) : List.of();
        DrawnStation here = station(layers.get(at), at, ceilings[at + 1], inner);
        List<DrawnStation> chain = new ArrayList<>(List.of(here));
        if (!last && !nested[at + 1]) {
            chain.addAll(chain(layers, nested, at + 1, ceilings));
        }
        return chain;
    }

    private DrawnStation station(DrawnKind kind, int at, double ceiling, List<DrawnStation> inner) {
        String name = kind.id() + (at + 1);
        return switch (kind.role()) {
            case LOCK -> of(kind, name, 1, 1000 / ceiling, inner);
            case CPU -> of(kind, name, CORES, CORES * 1000 / ceiling, inner);
            case RATE -> of(kind, name, ceiling, 0, inner);
            case FRONT, UNITS, DOWNSTREAM -> {
                double within =
                        inner.stream().mapToDouble(DrawnStation::unloaded).sum();
                double own = inner.isEmpty() ? logUniform(8, 60) : logUniform(2, 15);
                int units = units(ceiling * (within + own) / 1000);
                boolean rejects = kind == DrawnKind.SEMAPHORE && random.nextDouble() < 0.15;
                double millis = units * 1000 / ceiling - within;
                yield new DrawnStation(kind, name, units, millis, shape, cv, rejects, 0, inner);
            }
        };
    }

    private DrawnStation front(DrawnKind kind, boolean binds, double ceiling, List<DrawnStation> inside) {
        double within = inside.stream().mapToDouble(DrawnStation::unloaded).sum();
        if (kind == DrawnKind.VIRTUAL) {
            return of(kind, "front", Double.POSITIVE_INFINITY, 1, inside);
        }
        if (!binds) {
            return of(kind, "front", WIDE, 1, inside);
        }
        int units = units(ceiling * (within + logUniform(2, 15)) / 1000);
        return of(kind, "front", units, units * 1000 / ceiling - within, inside);
    }

    private DrawnStation of(DrawnKind kind, String name, double capacity, double millis, List<DrawnStation> inside) {
        return new DrawnStation(kind, name, capacity, millis, shape, cv, false, 0, inside);
    }

    /** An even number, so that half as many again is whole; no two stations of a service have the same. */
    private int units(double least) {
        int units = 2 * (int) Math.max(1, Math.ceil(least / 2));
        while (!sizes.add(units)) {
            units += 2;
        }
        return units;
    }

    private Network withLoad(DrawnStation door, DrawnLoad.Sort sort, double ceiling) {
        double which = random.nextDouble();
        boolean binds = ties || which < 0.65;
        boolean near = !binds && which < 0.75;
        boolean rejects = door.all().anyMatch(DrawnStation::rejects);
        if (sort != DrawnLoad.Sort.CLOSED) {
            double factor = binds ? between(1.3, 2) : near ? between(0.9, 1.1) : between(0.3, 0.7);
            return new Network(
                    seed, number, door, DrawnLoad.open(factor * ceiling, sort == DrawnLoad.Sort.POISSON), extras(door));
        }
        double thinking = random.nextDouble();
        double think = rejects || thinking < 0.5 ? between(50, 400) : 0;
        double factor = binds ? between(1.8, 4) : near ? between(0.9, 1.15) : between(0.2, 0.6);
        double users = factor * ceiling * (door.unloaded() + think) / 1000;
        int fours = (int) Math.clamp(Math.round(users / 4), 1, MOST_USERS / 4);
        return new Network(seed, number, door, DrawnLoad.closed(4 * fours, think, thinking < 0.25), extras(door));
    }

    private Extras extras(DrawnStation door) {
        double which = random.nextDouble();
        String slowed = pick(door.all()
                .filter(one -> one.millis() > 0)
                .map(DrawnStation::name)
                .toList());
        if (which < 0.08) {
            return new Extras(0, 0, 0, slowed, between(1500, 3000), between(200, 500));
        }
        if (which < 0.16) {
            return new Extras(0, 100 + random.nextInt(200), between(50, 300), "", 0, 0);
        }
        return which < 0.24 ? new Extras(between(0.3, 0.6), 0, 0, "", 0, 0) : Extras.NONE;
    }

    private double between(double least, double most) {
        return least + random.nextDouble() * (most - least);
    }

    private double logUniform(double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
