package dev.headroom.fanout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Several calls for one answer: the first that there is ends the others. One of them is entitled to all that a part is, its
 * place in a queue among it: the first, and where all that are out have failed, the next. The others are extra: made when
 * they are due, once or not at all, with a permit that is free and a token of the {@link HedgeBudget}.
 *
 * <p>Calls are sent and given up by the caller alone, so none is after it has left. Their threads settle which answer wins;
 * that none does is the caller's to say, when all that are out have failed: so both cannot be.
 */
final class Race<T extends @Nullable Object> implements Awaited<T>, Wanting {
    private final Part<T> part;
    private final int place;
    private final Calls calls;
    private final List<? extends Part<? extends T>> runners;
    private final boolean[] begun;
    private final List<Attempt<? extends T>> out = new ArrayList<>();
    private final List<Attempt<?>> failed = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Attempt<? extends T>> winner = new AtomicReference<>();
    private final long delay;
    private Deadline deadline;

    /** The next that may be extra, and when. */
    private int next = 1;

    private long due;
    private boolean started;
    private boolean over;

    Race(Part<T> part, int place, Calls calls) {
        this.part = part;
        this.place = place;
        this.calls = calls;
        this.runners = part.runners();
        this.begun = new boolean[runners.size()];
        this.delay = part.hedge().delayNanos();
        this.deadline = calls.deadline();
    }

    @Override
    public void enter(long now) {
        deadline = deadline.orAt(now, part.timeoutNanos());
        due = now + delay;
        follow(now);
    }

    @Override
    public void start(long now) {
        started = true;
        for (Attempt<? extends T> attempt : out) {
            attempt.start(now);
        }
        hedge(now);
    }

    @Override
    public long tend(long now) {
        if (over) {
            return Long.MAX_VALUE;
        }
        if (out.isEmpty()) {
            // The time is over before it was its turn
            begin(0);
        }
        for (Attempt<? extends T> attempt : out) {
            attempt.tend(now);
        }
        if (winner.get() == null && !calls.isOver()) {
            follow(now);
            if (started && !over) {
                start(now);
            }
        }
        if (winner.get() != null) {
            cancel(now);
        }
        return over ? Long.MAX_VALUE : idle(now);
    }

    private long idle(long now) {
        long idle = next < runners.size() ? Math.max(1, due - now) : Long.MAX_VALUE;
        for (Attempt<? extends T> attempt : out) {
            if (!attempt.isOver()) {
                idle = Math.min(idle, attempt.deadline().leftAt(now));
            }
        }
        return idle;
    }

    /** The next is entitled to its call where all that are out have failed. */
    private void follow(long now) {
        while (failed.size() == out.size() && mayFollow(now)) {
            Attempt<? extends T> attempt = begin(firstLeft());
            attempt.enter(now);
        }
        if (failed.size() == out.size()) {
            over = true;
            calls.over(this, !part.hasFallback() || failed.stream().anyMatch(Attempt::hasThrownError));
        }
    }

    /** After all that the fan-out's own parts ask for: an extra call is not to take a permit from these. */
    private void hedge(long now) {
        boolean wanted = !over && winner.get() == null && deadline.leftAt(now) > 0;
        for (; wanted && next < begun.length && now - due >= 0; next++) {
            due += delay;
            if (next == 1) {
                part.hedge().learn(true);
            }
            if (!begun[next] && calls.hasRoom() && part.downstream().takeHedge()) {
                sendExtra(now);
            }
        }
    }

    private void sendExtra(long now) {
        Attempt<? extends T> attempt = new Attempt<>(runners.get(next), place, this);
        boolean entered = false;
        try {
            entered = attempt.enterIfFree(now);
        } finally {
            if (!entered) {
                part.downstream().giveBackHedge();
            }
        }
        if (entered) {
            begun[next] = true;
            out.add(attempt);
            attempt.start(now);
        }
    }

    /** The same call again, after a failure, would be a retry. */
    private boolean mayFollow(long now) {
        return (out.isEmpty() || !part.isRepeated()) && firstLeft() < begun.length && deadline.leftAt(now) > 0;
    }

    private int firstLeft() {
        int first = 0;
        while (first < begun.length && begun[first]) {
            first++;
        }
        return first;
    }

    private Attempt<? extends T> begin(int runner) {
        Attempt<? extends T> attempt = new Attempt<>(runners.get(runner), place, this);
        begun[runner] = true;
        out.add(attempt);
        return attempt;
    }

    @Override
    public void ended(Attempt<?> attempt, boolean fails) {
        if (attempt.hasFailed()) {
            failed.add(attempt);
        } else if (winner.compareAndSet(null, own(attempt))) {
            attempt.won();
            calls.over(this, false);
        }
        calls.wake();
    }

    @SuppressWarnings("unchecked") // it was made here
    private Attempt<? extends T> own(Attempt<?> attempt) {
        return (Attempt<? extends T>) attempt;
    }

    @Override
    public boolean cancel(long now) {
        if (over) {
            return false;
        }
        over = true;
        if (winner.get() != null && next == 1) {
            part.hedge().learn(false);
        }
        boolean any = false;
        for (Attempt<? extends T> attempt : out) {
            any |= attempt.cancel(now);
        }
        return any;
    }

    @Override
    public T result() {
        Attempt<? extends T> first = winner.get();
        return first != null ? first.result() : part.fallback(() -> failure(List.of()));
    }

    @Override
    public FanOutException failure(List<Awaited<?>> others) {
        Attempt<?> telling = telling();
        FanOutException failure =
                telling.failure(others.stream().filter(other -> other != this).toList());
        for (Attempt<?> other : failed) {
            if (other != telling) {
                failure.addSuppressed(other.failure(List.of()));
            }
        }
        return failure;
    }

    /** The last that failed; not one that was not sent where others were: it would say that it is safe to try again. */
    private Attempt<?> telling() {
        Attempt<?> telling = failed.getFirst();
        for (Attempt<?> attempt : failed) {
            if (!telling.hasThrownError() && (attempt.wasStarted() || !telling.wasStarted())) {
                telling = attempt;
            }
        }
        return telling;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    /** Also where not all that are out have ended: they are cancelled then. */
    @Override
    public boolean hasFailed() {
        return over && winner.get() == null && failed.size() == out.size() && !failed.isEmpty();
    }

    @Override
    public boolean isExpired() {
        return hasFailed() && telling().isExpired();
    }

    @Override
    public int extra() {
        return over ? 0 : Math.max(0, out.size() - failed.size() - 1);
    }

    @Override
    public String name() {
        return part.name();
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    public Standing standing() {
        return calls.standing();
    }

    @Override
    public ThreadContext.Carried context() {
        return calls.context();
    }
}
