package dev.headroom.lab;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Abort;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.Counts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** The load that counts, as it goes on: what was answered and what it cost, several times a second. */
final class CountedLoad {

    private static final double SLICE_SECONDS = 0.25;

    /** However long a cycle is: fewer show no beginning. */
    private static final int FEWEST_SLICES = 10;

    /** Processor time of an answer that falls by less than this from one half of the window to the other has settled. */
    private static final double FALLING = 0.2;

    /** Share of the cores (0 to 1) below which it does not matter what an answer costs. */
    private static final double MATTERS = 0.7;

    /** Seconds by which two clocks differ if a thread was held up between one look and the other. */
    private static final double HELD_UP = 1;

    /** Share of the time that passed (0 to 1): a rate that is wrong by less does as well. */
    private static final double WRONG = 0.03;

    /** @param cpu processor time of the run's processes so far */
    private record Tick(Instant at, Counts counts, Cpu cpu) {}

    private final RunningLoad load;
    private final Supplier<Cpu> cpu;
    private final InstantSource clock;
    private final Optional<Abort> abort;
    private final Optional<Aborting> aborting;
    private final List<Tick> ticks = new ArrayList<>();
    private Optional<String> givenUp = Optional.empty();
    private Optional<Instant> begin = Optional.empty();
    private Instant offered = Instant.MIN;
    private Optional<String> slowBeginning = Optional.empty();

    /** @param abort when it is given up */
    CountedLoad(RunningLoad load, Supplier<Cpu> cpu, Optional<Abort> abort) {
        this(load, cpu, abort, InstantSource.system());
    }

    CountedLoad(RunningLoad load, Supplier<Cpu> cpu, Optional<Abort> abort, InstantSource clock) {
        this.load = load;
        this.cpu = cpu;
        this.clock = clock;
        this.abort = abort;
        aborting = abort.map(Aborting::new);
    }

    /**
     * Waits until the load is over.
     *
     * @param meanwhile made once the first request is due, and run several times a second until the last one is sent
     */
    LoadResult await(Loading loading, Function<Instant, Runnable> meanwhile)
            throws InterruptedException, ExecutionException, ServiceException {
        begin = Optional.of(loading.await(load.counted(), load, () -> {}));
        tick();
        Runnable each = meanwhile.apply(begin.get());
        offered = loading.await(load.offered(), load, () -> {
            tick();
            giveUpWhereItFails();
            each.run();
        });
        LoadResult result = loading.await(load.result(), load, () -> {
            tick();
            cutShortWhereGivenUp();
        });
        tick();
        return result;
    }

    private void giveUpWhereItFails() {
        if (givenUp.isEmpty()) {
            givenUp = aborting.flatMap(one -> one.look(ticks.getLast().counts()));
            givenUp.ifPresent(why -> load.stop());
        }
    }

    /** Who gives up does not wait for what hangs. */
    private void cutShortWhereGivenUp() {
        if (givenUp.isPresent()
                && abort.filter(one -> offered.plus(one.within()).isBefore(Instant.now()))
                        .isPresent()) {
            load.close();
        }
    }

    /** Why it was given up before its end; empty where it was not. */
    Optional<String> givenUp() {
        return givenUp;
    }

    void tick() {
        Counts counts = load.counts();
        ticks.add(new Tick(clock.instant().minusNanos(System.nanoTime() - counts.at()), counts, cpu.get()));
    }

    /** Why counts and times do not go together: the load is timed by one clock, what is seen of the service by another, and that was set meanwhile. */
    Optional<String> clockSet() {
        double passed =
                (ticks.getLast().counts().at() - ticks.getFirst().counts().at()) / 1e9;
        double shown = Times.seconds(
                Duration.between(ticks.getFirst().at(), ticks.getLast().at()));
        double apart = Math.abs(shown - passed);
        return apart > Math.max(HELD_UP, WRONG * passed)
                ? Optional.of("the clock of this machine was set by " + Numbers.time(apart)
                        + " while the load went on, or the machine slept: run it again")
                : Optional.empty();
    }

    /** When the first request was due. */
    Instant counted() {
        return begin.orElseThrow();
    }

    /** When the last request was sent. */
    Instant offered() {
        return offered;
    }

    /** Processor seconds of the load and its drain, by process. */
    Map<String, Double> cpuSeconds() {
        return ticks.getLast().cpu().since(ticks.getFirst().cpu());
    }

    /**
     * How much of a window belongs to the beginning, in which connections are opened and threads started and throughput has not settled.
     *
     * @param cycle from one request of a user to the next: answers that come together make shorter slices differ
     */
    Duration beginning(Window window, Optional<Duration> cycle) {
        double slice = Math.max(
                SLICE_SECONDS,
                Math.min(cycle.map(Times::seconds).orElse(0.0), Times.seconds(window.length()) / FEWEST_SLICES));
        int slices = (int) (Times.seconds(window.length()) / slice);
        double[] answers = new double[slices];
        for (int i = 0; i < slices; i++) {
            Instant from = window.start().plus(Times.ofSeconds(i * slice));
            answers[i] = answered(from.plus(Times.ofSeconds(slice))) - answered(from);
        }
        Beginning beginning = Beginning.of(answers, slice);
        slowBeginning = beginning.trouble();
        return beginning.length();
    }

    /** What had not settled in the window, for the reader; empty where nothing that matters did. */
    Optional<String> unsettled(Window window, String watched, int cores) {
        Instant middle = window.start().plus(window.length().dividedBy(2));
        Optional<Tick> first = at(window.start());
        Optional<Tick> half = at(middle);
        Optional<Tick> last = at(window.end());
        if (first.isEmpty() || half.isEmpty() || last.isEmpty() || half.get().equals(first.get())) {
            return slowBeginning;
        }
        double before = cpuPerAnswer(first.get(), half.get(), watched);
        double after = cpuPerAnswer(half.get(), last.get(), watched);
        double used = total(half.get().cpu().since(first.get().cpu()))
                / Times.seconds(Duration.between(first.get().at(), half.get().at()));
        return used > MATTERS * cores && after < (1 - FALLING) * before
                ? Optional.of("processor time of an answer fell from " + Numbers.time(before)
                        + " in the first half of the window to " + Numbers.time(after)
                        + " in the second, and the processor was busy: the service was still warming up")
                : slowBeginning;
    }

    private static double cpuPerAnswer(Tick from, Tick to, String watched) {
        double seconds = to.cpu().since(from.cpu()).getOrDefault(watched, Double.NaN);
        return seconds / (to.counts().ended() - from.counts().ended());
    }

    private static double total(Map<String, Double> seconds) {
        return seconds.values().stream().mapToDouble(each -> each).sum();
    }

    private Optional<Tick> at(Instant when) {
        return ticks.stream().filter(tick -> !tick.at().isBefore(when)).findFirst();
    }

    /** All that had ended by then, as if between two ticks they had come evenly. */
    private double answered(Instant when) {
        Tick before = ticks.getFirst();
        for (Tick tick : ticks) {
            if (!tick.at().isBefore(when)) {
                double span = Times.seconds(Duration.between(before.at(), tick.at()));
                double share = span == 0 ? 0 : Times.seconds(Duration.between(before.at(), when)) / span;
                return before.counts().ended()
                        + share * (tick.counts().ended() - before.counts().ended());
            }
            before = tick;
        }
        return before.counts().ended();
    }
}
