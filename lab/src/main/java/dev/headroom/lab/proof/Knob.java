package dev.headroom.lab.proof;

import dev.headroom.core.model.Intervention.Move;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.Optional;

/** What a move moves. Closing it puts it back, whatever happened. */
abstract class Knob implements AutoCloseable {

    private static final int NEVER_TURNED = Integer.MIN_VALUE;

    private final int home;
    private int at = NEVER_TURNED;

    private Knob(int home) {
        this.home = home;
    }

    /**
     * To where it is already at first: what cannot be moved then says so before time was spent on it.
     *
     * @throws ProbeException where it cannot be moved
     */
    final void turn(int to) throws ProbeException, ServiceException, InterruptedException {
        if (to != at) {
            at = to;
            set(to);
        }
    }

    abstract void set(int to) throws ProbeException, ServiceException, InterruptedException;

    /**
     * After a window was counted.
     *
     * @throws LeaseLost where what was turned was not so the whole time
     */
    void held() throws ProbeException, InterruptedException {}

    void putBack() throws ProbeException, ServiceException, InterruptedException {
        turn(home);
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted(); // first it is put back
        try {
            if (at != NEVER_TURNED) {
                putBack();
            }
        } catch (ProbeException | ServiceException e) {
            // it was never moved, or its JVM is gone; the probe puts back what is left when it is closed
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The capacity of a pool or resource, by the probe inside the service.
     *
     * @param longest after which it is put back whatever happens
     */
    static Knob capacity(Move move, Probe probe, Duration longest) {
        return new Knob(move.from()) {
            @Override
            void held() throws ProbeException, InterruptedException {
                probe.held();
            }

            @Override
            void putBack() throws ProbeException, InterruptedException {
                probe.putBack();
            }

            @Override
            void set(int to) throws ProbeException, InterruptedException {
                int now = probe.move(move.target(), to, longest);
                if (now != to) {
                    throw new ProbeException("it was to be " + to + " and is " + now);
                }
            }
        };
    }

    static Knob cores(Move move, Affinity affinity) {
        return new Knob(move.from()) {
            @Override
            void set(int to) throws ProbeException, InterruptedException {
                affinity.allow(to);
            }
        };
    }

    /** Starts a load beside the one that runs. */
    @FunctionalInterface
    interface Beside {
        RunningLoad start() throws ServiceException;
    }

    /** A second load, which is there while the setting is above the smaller of the two. */
    static Knob load(Move move, Beside second) {
        return new Knob(Math.min(move.from(), move.to())) {
            private Optional<RunningLoad> more = Optional.empty();

            @Override
            void set(int to) throws ServiceException {
                if (to > Math.min(move.from(), move.to())) {
                    more = Optional.of(second.start());
                } else {
                    more.ifPresent(RunningLoad::stop);
                }
            }

            @Override
            public void close() {
                more.ifPresent(RunningLoad::close);
            }
        };
    }
}
