package dev.headroom.fanout;

import java.util.concurrent.atomic.AtomicReference;

/** Who asks a {@link Gate} for a permit: as {@link Attempt} and {@link OwnThreadCall} do, and nothing else. */
final class Asking extends Gate.Waiter {
    enum State {
        WAITING,
        GRANTED,
        GONE,
        REJECTED
    }

    private final Gate gate;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    Asking(Gate gate) {
        this.gate = gate;
    }

    Asking enter() {
        switch (gate.enter(this)) {
            case PERMIT -> state.set(State.GRANTED);
            case QUEUED -> {}
            case FULL -> state.set(State.REJECTED);
        }
        return this;
    }

    @Override
    boolean granted() {
        return state.compareAndSet(State.WAITING, State.GRANTED);
    }

    void giveUp() {
        if (state.compareAndSet(State.WAITING, State.GONE)) {
            gate.forget(this);
        }
    }

    State state() {
        return state.get();
    }

    @Override
    public String toString() {
        return state().name();
    }
}
