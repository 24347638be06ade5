package dev.headroom.agent;

/** Whether the sampler has not gone on for so long that it hangs. Counted in looks of another thread, so that a JVM that was stopped itself is not taken for that. */
final class Standstill {

    /** Two a second; the sampler rests for a second at the most. */
    private static final int HANGS = 40;

    private long seen = -1;
    private int same;

    /** @param turns of the sampler so far */
    boolean lasts(long turns) {
        same = turns == seen ? same + 1 : 0;
        seen = turns;
        return same >= HANGS;
    }
}
