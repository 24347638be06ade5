package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A wait on the own thread is interrupted as its permit comes: it ends by one of the two, and an interrupt that came too late is still there. */
@JCStressTest
@Outcome(
        id = "granted, interrupt kept, 0 in flight, 0 wait, 0 abandoned, 2 counted",
        expect = ACCEPTABLE,
        desc = "the interrupt came too late")
@Outcome(id = "interrupted, 0 in flight, 0 wait, 0 abandoned, 2 counted", expect = ACCEPTABLE)
@State
public class WaitEndsByGrantOrInterrupt {
    private final Downstream users = Downstream.of("users", 1);
    private final Permit held = Held.of(users);
    private volatile @Nullable Thread waiter;
    private volatile boolean interrupted;

    @Actor
    public void waits(L_Result r) {
        Thread.interrupted();
        waiter = Thread.currentThread();
        try {
            users.enter().close();
            r.r1 = "granted";
        } catch (InterruptedException e) {
            r.r1 = "interrupted";
        }
        while (!interrupted) {
            Thread.onSpinWait();
        }
        r.r1 += Thread.interrupted() ? ", interrupt kept" : "";
    }

    @Actor
    public void interruptsAndLeaves() {
        Thread thread = waiter;
        while (thread == null) {
            Thread.onSpinWait();
            thread = waiter;
        }
        Jitter.spin(64);
        thread.interrupt();
        interrupted = true;
        Jitter.spin(64);
        held.close();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.of(users);
    }
}
