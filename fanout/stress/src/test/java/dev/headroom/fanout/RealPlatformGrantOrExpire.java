package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The same on platform threads. */
@JCStressTest
@Outcome(id = "answered, 0 in flight, 0 wait, 0 abandoned, 2 counted, made", expect = ACCEPTABLE)
@Outcome(id = "expired, 0 in flight, 0 wait, 0 abandoned, 2 counted, made", expect = ACCEPTABLE, desc = "as it began")
@Outcome(id = "expired, 0 in flight, 0 wait, 0 abandoned, 2 counted, not made", expect = ACCEPTABLE)
@State
public class RealPlatformGrantOrExpire {
    private final Downstream users = Downstream.named("users")
            .limit(1)
            .threads(Thread.ofPlatform().daemon().factory())
            .build();
    private final Permit held = Held.of(users);
    private final RealCall call = new RealCall();
    private final Attempt<String> attempt = Attempts.started(call.of(users));
    private boolean expired;

    @Actor
    public void leaves() {
        held.close();
    }

    @Actor
    public void expires() {
        Jitter.spin(256);
        expired = attempt.expire(System.nanoTime());
        call.isOver();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = (expired ? "expired" : "answered") + Seen.whenQuiet(users) + call;
    }
}
