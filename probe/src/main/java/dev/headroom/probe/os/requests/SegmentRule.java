package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.sockets.TcpCounters.Turn;

/**
 * Tells by numbers of segments whether the last request of a connection is answered: where each request has as many segments as every other, and each answer, what
 * came in and went out since it was idle tells how many answers it is owed. A busy kernel may send two pieces as one segment, and then the numbers lie: so each
 * turn that the kernel's clock tells is compared with what the numbers say, and they are heard only as long as they say the same.
 */
final class SegmentRule {

    /** Requests are of a whole number of segments, and answers, where their means are as near to one as this. */
    private static final double WHOLE = 0.1;

    private static final double AT_MOST = 0.2;

    /** Share of the turns that the clock tells which the numbers may tell otherwise. */
    private static final double OTHERWISE = 0.03;

    /** Older looks weigh the less: what a request has changes seldom, what the kernel makes of it when it gets busy. */
    private static final double FADES = 0.995;

    private static final double FADES_FAST = 0.98;

    private double segmentsIn;
    private double segmentsOut;
    private double compared;
    private double contradicted;
    private long request;
    private long answer;

    /**
     * Begins a look.
     *
     * @param perRequest segments, as far as is known
     */
    void look(int connections, double perRequest) {
        request = whole(perRequest, WHOLE);
        answer = whole(segmentsOut / segmentsIn * request, Math.clamp(connections / segmentsIn, WHOLE, AT_MOST));
        segmentsIn *= FADES;
        segmentsOut *= FADES;
        compared *= FADES_FAST;
        contradicted *= FADES_FAST;
    }

    /** What one connection had since the look before. */
    void learn(long in, long out) {
        segmentsIn += in;
        segmentsOut += out;
    }

    /** Compares what the numbers since a connection was idle say with what the clock tells. */
    void compare(Turn told, long in, long out) {
        if (knows()) {
            compared++;
            contradicted += says(in, out) == told ? 0 : 1;
        }
    }

    /** What the numbers since a connection was idle tell; {@link Turn#SAME_TICK} where they are not to be heard. */
    Turn tell(long in, long out) {
        return knows() && contradicted <= OTHERWISE * compared ? says(in, out) : Turn.SAME_TICK;
    }

    /** Segments of each request; 0 where that is not known. */
    long request() {
        return request;
    }

    private boolean knows() {
        return request > 0 && answer > 0;
    }

    private Turn says(long in, long out) {
        if (in % request != 0) {
            return Turn.IN_FLIGHT;
        }
        long owed = in / request * answer - out;
        return owed == 0 ? Turn.IDLE : owed == answer ? Turn.IN_FLIGHT : Turn.SAME_TICK;
    }

    /** The number that {@code value} is; 0 where it is none. */
    private static long whole(double value, double error) {
        return Math.abs(value - Math.rint(value)) < error * value ? Math.round(value) : 0;
    }
}
