package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The time for a wait on the own thread is over as its permit comes: it ends by one of the two. */
@JCStressTest
@Outcome(id = "granted, 0 in flight, 0 wait, 0 abandoned, 2 counted", expect = ACCEPTABLE)
@Outcome(id = "late, 0 in flight, 0 wait, 0 abandoned, 2 counted", expect = ACCEPTABLE)
@State
public class WaitEndsByGrantOrDeadline {
    private final Downstream users =
            Downstream.named("users").limit(1).timeout(Duration.ofNanos(3_000)).build();
    private final Permit held = Held.of(users);

    @Actor
    public void waits(L_Result r) {
        try {
            users.enter().close();
            r.r1 = "granted";
        } catch (FanOutException.DeadlineExpired late) {
            r.r1 = "late";
        } catch (InterruptedException nobodyDoes) {
            r.r1 = "interrupted";
        }
    }

    @Actor
    public void leaves() {
        Jitter.spin(256);
        held.close();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.of(users);
    }
}
