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

/** The caller is interrupted as a second call is due: what was sent is given up, and keeps its permit until it has run. */
@JCStressTest
@Outcome(id = "interrupted, 0 in flight, 0 wait, 0 abandoned, 0 counted", expect = ACCEPTABLE, desc = "not called")
@Outcome(id = "interrupted, 1 in flight, 0 wait, 1 abandoned, 1 counted", expect = ACCEPTABLE, desc = "called once")
@Outcome(id = "interrupted, 2 in flight, 0 wait, 2 abandoned, 2 counted", expect = ACCEPTABLE, desc = "called twice")
@State
public class RaceHedgeOrInterrupt {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 2);
    private volatile @Nullable Thread caller;
    private boolean hedged;

    @Actor
    public void calls(L_Result r) {
        Thread.interrupted();
        caller = Thread.currentThread();
        try {
            r.r1 = FanOut.within(Duration.ofSeconds(10))
                    .call(Part.part(users, () -> "answer").hedged(Hedge.after(Duration.ofNanos(2_000))));
        } catch (InterruptedException e) {
            r.r1 = "interrupted";
        }
        hedged = calls.isStarted(1);
    }

    @Actor
    public void interrupts() {
        Thread thread = caller;
        while (thread == null) {
            Thread.onSpinWait();
            thread = caller;
        }
        Jitter.spin(256);
        thread.interrupt();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.of(users) + (hedged == calls.isStarted(1) ? "" : ", sent after the end") + calls.runRest(users, 0);
    }
}
