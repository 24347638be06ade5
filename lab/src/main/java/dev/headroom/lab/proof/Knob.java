package dev.headroom.lab.proof;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.JvmEnded;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.Occupancy;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a move moves. Closing it puts it back, whatever happened. */
interface Knob extends AutoCloseable {

    /** Of a step (0 to 1), what it may be off by and still be that step. */
    double MOST_OFF = 0.5;

    /** To where it is already as well: what cannot be moved then says so before time was spent on it. */
    void turn(boolean moved) throws ProbeException, ServiceException, InterruptedException;

    /** Beyond where it is moved to, as far as so many times what works of it; what has nothing beyond is moved. */
    default void further(double factor) throws ProbeException, ServiceException, InterruptedException {
        turn(true);
    }

    /** Seconds times units for which it was kept busy until now. */
    default double busy() throws ProbeException, InterruptedException {
        return 0;
    }

    /**
     * The factor by which it was moved.
     *
     * @param moved as it was turned
     * @param busy units that were kept busy, on average
     */
    double factor(boolean moved, double busy);

    /** @throws LeaseLost where what was turned was not so until now */
    default void held() throws ProbeException, InterruptedException {}

    /** @throws ProbeException where something is not as it was, and what */
    default void putBack() throws ProbeException, InterruptedException {}

    @Override
    void close();

    /** The capacities of pools or resources, by the probe inside the service. */
    static Knob capacity(Move move, Probe probe, Duration longest) {
        return new AtProbe(probe) {
            /** A rate is granted in whole permits, so that it may not be what was asked for to the last. */
            private double factor = move.factor();

            @Override
            public void turn(boolean moved) throws ProbeException, InterruptedException {
                double off = 1;
                for (Part part : move.settings()) {
                    double to = moved ? part.to() : part.from();
                    int now = move(part, (int) to);
                    double most = moved ? Math.abs(part.to() - part.from()) * MOST_OFF : 0;
                    if (Math.abs(now - to) > most) {
                        throw new PartRefused(
                                part.target(),
                                new ProbeException(part.name() + " was to be " + (int) to + " and is " + now));
                    }
                    off *= now / to;
                }
                if (moved) { // of what works, not of what is set: some may be lost for good
                    factor = move.factor() * Math.pow(off, 1.0 / move.settings().size());
                }
            }

            @Override
            public void further(double times) throws ProbeException, InterruptedException {
                double steps = Math.max(1, (times - 1) / (move.factor() - 1));
                for (Part part : move.settings()) {
                    move(part, (int) (part.from() + steps * (part.to() - part.from())));
                }
            }

            private int move(Part part, int to) throws ProbeException, InterruptedException {
                try {
                    return probe.move(part.target(), (int) part.from(), to, longest);
                } catch (LeaseLost | JvmEnded e) {
                    throw e;
                } catch (ProbeException e) {
                    throw new PartRefused(part.target(), e);
                }
            }

            @Override
            public double factor(boolean moved, double busy) {
                return moved ? factor : 1;
            }
        };
    }

    /**
     * What is kept busy for a share of the time. A lock or a loop is so where it is moved; at home its turns go on, and keep nothing. What keeps
     * its workers while there is work is raised once, and what was added is kept busy where it should be as it was: so many are in hand before.
     */
    static Knob occupation(Move move, Probe probe, Duration longest, Duration wait) {
        Part part = move.parts().getFirst();
        boolean raises = move.up();
        return new AtProbe(probe) {
            private double capacity = part.from();

            @Override
            public void turn(boolean moved) throws ProbeException, InterruptedException {
                if (raises && moved && capacity < part.to()) {
                    probe.move(part.target(), (int) part.from(), (int) part.to(), longest);
                    capacity = part.to();
                }
                boolean keeps = raises ? !moved && capacity == part.to() : moved;
                double step = Math.abs(part.to() - part.from());
                double share = keeps ? step / Math.max(part.from(), part.to()) : 0;
                probe.occupy(part.target(), new Occupancy(share, raises ? (int) step : 0, wait), longest);
            }

            @Override
            public double busy() throws ProbeException, InterruptedException {
                return probe.occupied(part.target());
            }

            @Override
            public double factor(boolean moved, double busy) {
                return (capacity - busy) / part.from();
            }
        };
    }

    /** The processor, of which this process uses a share. */
    static Knob processor(Move move) {
        Part part = move.parts().getFirst();
        Burner burner = new Burner((int) part.from(), 1 - move.factor());
        return new Knob() {
            @Override
            public void turn(boolean moved) {
                burner.turn(moved);
            }

            @Override
            public double busy() {
                return burner.seconds();
            }

            @Override
            public double factor(boolean moved, double busy) {
                return 1 - busy / burner.cores();
            }

            @Override
            public void close() {
                burner.close();
            }
        };
    }

    /** Calls at once, by fewer workers that make them. */
    static Knob calls(Move move, Probe probe, Duration longest) {
        Part workers = move.parts().getLast();
        return both(move, capacity(move.only(Subject.CAPACITY, workers::equals), probe, longest), NOTHING);
    }

    /** Nothing to be moved besides. */
    Knob NOTHING = new Knob() {
        @Override
        public void turn(boolean moved) {}

        @Override
        public double factor(boolean moved, double busy) {
            return 1;
        }

        @Override
        public void close() {}
    };

    /** Capacities, and then the load that asks for them; by as much as the move says. */
    static Knob both(Move move, Knob capacities, Knob load) {
        return new Knob() {
            @Override
            public void turn(boolean moved) throws ProbeException, ServiceException, InterruptedException {
                capacities.turn(moved);
                load.turn(moved);
            }

            @Override
            public double factor(boolean moved, double busy) {
                return moved ? move.factor() : 1;
            }

            @Override
            public void held() throws ProbeException, InterruptedException {
                capacities.held();
            }

            @Override
            public void putBack() throws ProbeException, InterruptedException {
                capacities.putBack();
            }

            @Override
            public void close() {
                try (capacities) {
                    load.close();
                }
            }
        };
    }

    /** Starts a load beside the one that runs. */
    @FunctionalInterface
    interface Beside {
        RunningLoad start() throws ServiceException;
    }

    /** A second load, which comes and goes. */
    static Knob load(Move move, Beside second) {
        return new Knob() {
            private final List<RunningLoad> all = new ArrayList<>();
            private Optional<RunningLoad> more = Optional.empty();

            @Override
            public void turn(boolean moved) throws ServiceException {
                if (moved && more.isEmpty()) {
                    more = Optional.of(second.start());
                    all.add(more.get());
                } else if (!moved) {
                    more.ifPresent(RunningLoad::stop);
                    more = Optional.empty();
                }
            }

            @Override
            public double factor(boolean moved, double busy) {
                return moved ? move.factor() : 1;
            }

            @Override
            public void close() {
                all.forEach(RunningLoad::close);
            }
        };
    }
}
