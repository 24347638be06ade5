package dev.headroom.probe.dump;

import dev.headroom.probe.threads.Frame;
import java.util.List;
import java.util.Optional;

/**
 * One thread of a dump.
 *
 * @param kernelId of its thread of the operating system, in the JVM's own name space; 0 where it is not printed
 * @param cpu processor time that it has used, as printed; empty where it is not
 * @param waitsFor what it blocks on
 * @param how it does
 * @param holds the monitors that it has entered, without the one that it gave up to be notified
 */
record DumpedThread(
        long id,
        long kernelId,
        String name,
        String cpu,
        Thread.State state,
        List<Frame> frames,
        Optional<Lock> waitsFor,
        How how,
        List<Lock> holds) {

    enum How {
        ENTERS,
        IS_PARKED,
        AWAITS_NOTICE,
        NOT
    }
}
