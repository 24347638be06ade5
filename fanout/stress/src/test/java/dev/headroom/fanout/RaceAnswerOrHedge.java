package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A call answers as its second one is due: that is sent, and given up, or never is; it is not when the caller has left. */
@JCStressTest
@Outcome(id = "answer, 0 in flight, 0 wait, 0 abandoned, 1 counted", expect = ACCEPTABLE, desc = "made once")
@Outcome(id = "answer, 1 in flight, 0 wait, 1 abandoned, 2 counted", expect = ACCEPTABLE, desc = "made twice")
@State
public class RaceAnswerOrHedge {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 2);
    private boolean hedged;

    @Actor
    public void calls(L_Result r) {
        r.r1 = Calling.here(() -> FanOut.within(Duration.ofSeconds(10))
                .call(Part.part(users, () -> "answer").hedged(Hedge.after(Duration.ofNanos(2_000)))));
        hedged = calls.isStarted(1);
    }

    @Actor
    public void answers() {
        Jitter.spin(256);
        calls.run(0);
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.of(users) + (hedged == calls.isStarted(1) ? "" : ", sent after the end") + calls.runRest(users, 1);
    }
}
