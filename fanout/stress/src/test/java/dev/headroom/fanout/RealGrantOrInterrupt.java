package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A permit comes as the caller is interrupted, with the call on a thread of its own: nothing is lost, nor made unwanted. */
@JCStressTest
@Outcome(id = "answer, 0 in flight, 0 wait, 0 abandoned, 2 counted, made", expect = ACCEPTABLE)
@Outcome(
        id = "interrupted, 0 in flight, 0 wait, 0 abandoned, 2 counted, made",
        expect = ACCEPTABLE,
        desc = "as it began")
@Outcome(id = "interrupted, 0 in flight, 0 wait, 0 abandoned, 2 counted, not made", expect = ACCEPTABLE)
@Outcome(
        id = "interrupted, 0 in flight, 0 wait, 0 abandoned, 1 counted, not made",
        expect = ACCEPTABLE,
        desc = "before it asked")
@State
public class RealGrantOrInterrupt {
    private final Downstream users = Downstream.of("users", 1);
    private final Permit held = Held.elsewhere(users);
    private final RealCall call = new RealCall();
    private volatile @Nullable Thread caller;
    private volatile boolean interrupted;

    @Actor
    public void calls(L_Result r) {
        Thread.interrupted();
        caller = Thread.currentThread();
        try {
            r.r1 = FanOut.within(Duration.ofSeconds(10)).call(call.of(users));
        } catch (InterruptedException e) {
            r.r1 = "interrupted";
        }
        call.isOver();
        while (!interrupted) {
            Thread.onSpinWait();
        }
        Thread.interrupted();
    }

    @Actor
    public void interruptsAndLeaves() {
        Thread thread = caller;
        while (thread == null) {
            Thread.onSpinWait();
            thread = caller;
        }
        Jitter.spin(256);
        held.close();
        Jitter.spin(256);
        thread.interrupt();
        interrupted = true;
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.whenQuiet(users) + call;
    }
}
