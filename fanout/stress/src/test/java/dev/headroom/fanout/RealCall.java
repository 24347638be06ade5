package dev.headroom.fanout;

/** A call on a real thread that tells whether it was made, and whether that was when nobody wanted it any more. */
final class RealCall {
    private volatile boolean over;
    private volatile String made = ", not made";

    Part<String> of(Downstream downstream) {
        return Part.part(downstream, this::call);
    }

    /** One that is begun as it is given up may be made, but interrupted. */
    private String call() {
        made = over && !Thread.currentThread().isInterrupted() ? ", made after the end" : ", made";
        return "answer";
    }

    /** Its caller has left, or has given it up. */
    void isOver() {
        over = true;
    }

    @Override
    public String toString() {
        return made;
    }
}
