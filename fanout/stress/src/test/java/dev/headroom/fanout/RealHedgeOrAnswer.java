package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A call and its second one on threads of their own, one permit held by another until then: an answer, and nothing is lost. */
@JCStressTest
@Outcome(id = "answer, 0 in flight, 0 wait, 0 abandoned, 2 counted, made", expect = ACCEPTABLE, desc = "made once")
@Outcome(id = "answer, 0 in flight, 0 wait, 0 abandoned, 3 counted, made", expect = ACCEPTABLE, desc = "made twice")
@State
public class RealHedgeOrAnswer {
    private final Downstream users = Downstream.of("users", 2);
    private final Permit held = Held.elsewhere(users);
    private final RealCall call = new RealCall();

    @Actor
    public void calls(L_Result r) {
        r.r1 = Calling.here(() -> FanOut.within(Duration.ofSeconds(10))
                .call(call.of(users).hedged(Hedge.after(Duration.ofNanos(5_000)))));
        call.isOver();
    }

    @Actor
    public void leaves() {
        Jitter.spin(256);
        held.close();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.whenQuiet(users) + call;
    }
}
