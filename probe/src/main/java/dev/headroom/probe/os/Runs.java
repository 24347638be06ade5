package dev.headroom.probe.os;

/**
 * Follows one connection from glance to glance, far more often than its requests come, to see how many segments a request has. A run is what comes in until
 * something goes out.
 */
final class Runs {

    /** Glances for each segment that comes, as meant and at least: a busy machine lets one wait. */
    static final double GLANCES = 8;

    static final double LEAST = 3;

    /** Segments of one request follow each other sooner, nanoseconds. */
    private static final long APART = 2_000_000;

    /**
     * What was seen of connections in all.
     *
     * @param runs seen from their first segment on
     * @param segments of these
     * @param squares sum of the squares of each run's segments
     * @param late runs into which a segment came when others had been there for a while
     * @param pieces runs that were answered in pieces with rests between
     */
    record Counts(int runs, double segments, double squares, int late, int pieces) {

        static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    runs + other.runs,
                    segments + other.segments,
                    squares + other.squares,
                    late + other.late,
                    pieces + other.pieces);
        }
    }

    private enum State {
        IN,
        OUT,
        /** Both moved between two glances; which was last is not known. */
        EITHER
    }

    private final double blind;
    private TcpCounters last;
    private long asked;
    private long lastAt;
    private State state;
    private boolean whole;
    private long length;
    private boolean late;
    private boolean pieces;
    private long lastIn;
    private long lastOut;
    private Counts counts = Counts.NONE;

    /** @param blind nanoseconds without a glance in which more than one request may have passed */
    Runs(TcpCounters first, long nanos, double blind) {
        this.blind = blind;
        last = first;
        asked = nanos;
        lastAt = nanos;
        state = first.turn() == TcpCounters.Turn.IDLE ? State.OUT : State.EITHER;
        lastIn = nanos;
    }

    TcpCounters last() {
        return last;
    }

    Counts counts() {
        return counts.plus(new Counts(whole ? 1 : 0, length, (double) length * length, late ? 1 : 0, pieces ? 1 : 0));
    }

    /**
     * @param before when it was asked for, nanoseconds
     * @param nanos when it was told
     */
    void glance(TcpCounters now, long before, long nanos) {
        boolean missed = nanos - asked > blind;
        asked = before;
        if (missed) {
            again(now, nanos);
            return;
        }
        long segments = now.in() - last.in();
        boolean out = now.out() > last.out();
        boolean soon = nanos - lastIn <= APART || lastAt <= lastIn;
        if (segments > 0) {
            if (state == State.OUT || out || state == State.EITHER && !soon) {
                begin();
            }
            late |= whole && state == State.IN && !out && !soon;
            length += whole ? segments : 0;
            lastIn = nanos;
            // What was known before tells which of the two was last
            state = out ? state : State.IN;
        } else if (out) {
            // What went out before was acknowledged by then: the service rested, not the line
            pieces |= whole && state == State.OUT && last.unwritten() == 0 && nanos - lastOut > APART;
            state = State.OUT;
        }
        if (out) {
            lastOut = nanos;
        }
        last = now;
        lastAt = nanos;
    }

    /** Whatever moved was not seen to, and a run that was not answered by then is none that is known. */
    private void again(TcpCounters now, long nanos) {
        if (state == State.OUT) {
            counts = counts();
        }
        whole = false;
        length = 0;
        late = false;
        pieces = false;
        state = now.turn() == TcpCounters.Turn.IDLE ? State.OUT : State.EITHER;
        last = now;
        lastAt = nanos;
        lastIn = nanos;
    }

    private void begin() {
        counts = counts();
        whole = true;
        length = 0;
        late = false;
        pieces = false;
    }
}
