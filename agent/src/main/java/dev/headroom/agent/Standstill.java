package dev.headroom.agent;

/** Whether the sampler has not gone on for so long that it hangs. Counted in looks of another thread, so that a JVM that was stopped itself is not taken for that. */
final class Standstill {

    /** Two a second; the sampler rests for 7.5 s at the most. */
    private static final int HANGS = 40;

    private long seen = -1;
    private int same;

    /** @param looks of the sampler so far */
    boolean lasts(long looks) {
        same = looks == seen ? same + 1 : 0;
        seen = looks;
        return same >= HANGS;
    }
}
