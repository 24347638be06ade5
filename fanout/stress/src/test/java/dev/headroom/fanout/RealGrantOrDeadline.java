package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A permit comes as the caller's time is over, with the call on a thread of its own: it ends by one of the two, and nothing is lost. */
@JCStressTest
@Outcome(id = "answer, 0 in flight, 0 wait, 0 abandoned, 2 counted, made", expect = ACCEPTABLE)
@Outcome(id = "late, 0 in flight, 0 wait, 0 abandoned, 2 counted, made", expect = ACCEPTABLE, desc = "as it began")
@Outcome(id = "late, 0 in flight, 0 wait, 0 abandoned, 2 counted, not made", expect = ACCEPTABLE)
@Outcome(
        id = "late, 0 in flight, 0 wait, 0 abandoned, 1 counted, not made",
        expect = ACCEPTABLE,
        desc = "before it asked")
@State
public class RealGrantOrDeadline {
    private final Downstream users = Downstream.of("users", 1);
    private final Permit held = Held.elsewhere(users);
    private final RealCall call = new RealCall();

    @Actor
    public void calls(L_Result r) {
        r.r1 = Calling.here(() ->
                FanOut.within(Duration.ofNanos(40_000)).call(call.of(users).orElse("late")));
        call.isOver();
    }

    @Actor
    public void leaves() {
        Jitter.spin(512);
        held.close();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.whenQuiet(users) + call;
    }
}
