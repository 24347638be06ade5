package dev.headroom.probe.classify;

import java.util.List;

/**
 * One distinct stack. Compared by identity: whoever reads stacks interns them, so that each is classified once.
 */
public final class Stack {

    private final Thread.State state;
    private final String waitsOn;
    private final List<String> frames;
    private final Reading reading;

    /**
     * @param waitsOn class of the object that the thread is blocked on or parked for; empty where unknown
     * @param frames {@code package.Class.method}, top first
     */
    public Stack(Thread.State state, String waitsOn, List<String> frames) {
        this.state = state;
        this.waitsOn = waitsOn;
        this.frames = List.copyOf(frames);
        this.reading = Classifier.read(state, waitsOn, this.frames);
    }

    public Thread.State state() {
        return state;
    }

    public String waitsOn() {
        return waitsOn;
    }

    public List<String> frames() {
        return frames;
    }

    public Reading reading() {
        return reading;
    }

    /** Any frame starts with one of {@code prefixes}. */
    public boolean has(String... prefixes) {
        return frames.stream().anyMatch(frame -> List.of(prefixes).stream().anyMatch(frame::startsWith));
    }

    @Override
    public String toString() {
        return state + (waitsOn.isEmpty() ? "" : " on " + waitsOn) + "\n  " + String.join("\n  ", frames);
    }
}
