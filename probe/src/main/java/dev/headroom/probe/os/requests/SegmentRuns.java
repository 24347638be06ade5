package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.sockets.TcpCounters;

/**
 * Follows one connection from glance to glance, far more often than its requests come, to see how many segments a request has. A run is what comes in until
 * something goes out.
 */
public final class SegmentRuns {

    /** Glances for each segment that comes, as meant and at least: a busy machine lets one wait. */
    static final double GLANCES = 8;

    static final double LEAST = 3;

    /** Segments of one request follow each other sooner, nanoseconds. */
    static final long APART = 2_000_000;

    /** Of all runs (0 to 1), those that are told from others at least, where they are to tell how many requests the others are. */
    private static final double TOLD = 1.0 / 5;

    /** Answers of these that tell how many segments one has. */
    private static final int FEWEST = 5;

    /** Requests by segments in and by segments out, as one is seen, may differ by this share where they are several; so may the segments of requests that are alike, as standard deviation over mean. */
    private static final double ALIKE = 0.25;

    /**
     * By so much may runs differ that have one segment or two, as requests without and with a body have: by 0.35. What comes until something goes out, of several requests at once, differs by 1 / sqrt(1 + k)
     * with k segments of answers for each (geometric distribution).
     */
    private static final double ONE_OR_TWO = 0.4;

    /**
     * Runs with their segments.
     *
     * @param in of requests
     * @param answered runs of which an answer was seen, as of the last of a connection it may not be
     * @param out of these answers
     * @param squares sum of the squares of each run's segments in
     */
    public record Sum(int runs, double in, int answered, double out, double squares) {

        static final Sum NONE = new Sum(0, 0, 0, 0, 0);

        static Sum one(long in, double out) {
            return new Sum(1, in, out > 0 ? 1 : 0, out, (double) in * in);
        }

        Sum plus(Sum other) {
            return new Sum(
                    runs + other.runs,
                    in + other.in,
                    answered + other.answered,
                    out + other.out,
                    squares + other.squares);
        }

        /** Of several at once, what comes in until something goes out has any length. */
        boolean isAlike() {
            return differByNoMoreThan(ALIKE);
        }

        boolean areOfOneOrTwo() {
            return differByNoMoreThan(ONE_OR_TWO);
        }

        /** Standard deviation over mean of their segments. */
        private boolean differByNoMoreThan(double relative) {
            double mean = in / runs;
            return Math.sqrt(Math.max(0, squares / runs - mean * mean)) <= relative * mean;
        }
    }

    /**
     * What was seen of connections in all.
     *
     * @param told runs seen from their first segment on
     * @param lumped runs of which several segments came between two glances, and something went out: requests that follow each other fast, or one
     * @param late runs into which a segment came when others had been there for a while
     * @param pieces runs that were answered in pieces with rests between
     */
    public record Counts(Sum told, Sum lumped, int late, int pieces) {

        static final Counts NONE = new Counts(Sum.NONE, Sum.NONE, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    told.plus(other.told), lumped.plus(other.lumped), late + other.late, pieces + other.pieces);
        }

        int runs() {
            return told.runs + lumped.runs;
        }

        /** Runs that are one request each. A burst has as many answers as requests, whereas a request of many segments has one. */
        Sum requests() {
            double asked = lumped.in / told.in * told.runs;
            // who waits for long is hardly ever seen answered: then each has a segment at least
            double answered = told.answered >= FEWEST
                    ? lumped.out / Math.max(1, told.out / told.answered)
                    : Math.min(asked, lumped.out);
            boolean several = told.runs >= TOLD * runs() && Math.abs(asked - answered) <= ALIKE * asked;
            return several ? told : told.plus(lumped);
        }

        /** Segments; not a number where nothing was seen. */
        double perRequest() {
            return requests().in / requests().runs;
        }
    }

    private enum State {
        IN,
        OUT,
        /** Both moved between two glances; which was last is not known. */
        EITHER
    }

    private final double blind;
    private long before;
    private TcpCounters last;
    private long asked;
    private long lastAt;
    private State state;
    private boolean whole;
    private boolean lump;
    private long length;
    private double answer;
    private boolean late;
    private boolean pieces;
    private long lastIn;
    private long lastWritten;
    private Counts counts = Counts.NONE;

    /** @param blind nanoseconds without a glance in which more than one request may have passed */
    SegmentRuns(TcpCounters first, long nanos, double blind) {
        this.blind = blind;
        before = first.in();
        last = first;
        asked = nanos;
        lastAt = nanos;
        state = first.turn() == TcpCounters.Turn.IDLE ? State.OUT : State.EITHER;
        lastIn = nanos;
    }

    TcpCounters last() {
        return last;
    }

    /** All that came in since it is followed, but for what came while nobody glanced: that is taken for no run. */
    long segments() {
        return last.in() - before;
    }

    Counts counts() {
        if (!whole) {
            return counts;
        }
        Sum run = Sum.one(length, answer);
        return counts.plus(new Counts(lump ? Sum.NONE : run, lump ? run : Sum.NONE, late ? 1 : 0, pieces ? 1 : 0));
    }

    /**
     * @param from when it was asked for, nanoseconds
     * @param nanos when it was told
     */
    void glance(TcpCounters now, long from, long nanos) {
        boolean missed = nanos - asked > blind;
        asked = from;
        if (missed) {
            again(now, nanos);
            return;
        }
        long segments = now.in() - last.in();
        long answered = now.out() - last.out();
        boolean out = answered > 0;
        boolean wrote = now.written() > last.written();
        boolean several = segments > 1 && out;
        boolean soon = nanos - lastIn <= APART || lastAt <= lastIn;
        // Whoever waited was answered before the next request came; of several answers, by as many segments as it had
        double before =
                segments == 0 || state == State.OUT ? 0 : answered * Math.min(1, Math.max(1.0, length) / segments);
        answer += segments == 0 ? answered : before;
        if (segments > 0) {
            if (state == State.OUT || out || state == State.EITHER && !soon) {
                begin(several);
                answer = answered - before;
            }
            late |= whole && state == State.IN && !out && !soon;
            length += whole ? segments : 0;
            lastIn = nanos;
            // What was known before tells which of the two was last
            state = out ? state : State.IN;
        } else {
            // There was room for more: the service rested, not the line. Small pieces may be held back until the one
            // before is acknowledged (RFC 896)
            pieces |= whole
                    && state == State.OUT
                    && wrote
                    && last.unwritten() < last.segment()
                    && nanos - lastWritten > APART;
            state = out ? State.OUT : state;
        }
        if (out || wrote) {
            lastWritten = nanos;
        }
        last = now;
        lastAt = nanos;
    }

    /** Whatever moved was not seen to, and a run that was not answered by then is none that is known. */
    private void again(TcpCounters now, long nanos) {
        if (state == State.OUT) {
            counts = counts();
        }
        before += now.in() - last.in();
        whole = false;
        length = 0;
        state = now.turn() == TcpCounters.Turn.IDLE ? State.OUT : State.EITHER;
        last = now;
        lastAt = nanos;
        lastIn = nanos;
    }

    private void begin(boolean several) {
        counts = counts();
        whole = true;
        lump = several;
        length = 0;
        late = false;
        pieces = false;
    }
}
