package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The time of a part that waits is over as its permit comes: either it never runs, or it is abandoned and keeps the permit until it has run. */
@JCStressTest
@Outcome(id = "EXPIRED, 0 in flight, 0 wait, 0 abandoned, 2 counted, never started", expect = ACCEPTABLE)
@Outcome(id = "EXPIRED, 1 in flight, 0 wait, 1 abandoned, 2 counted, started", expect = ACCEPTABLE)
@State
public class PartGrantOrExpire {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 1);
    private final Permit held = Held.of(users);
    private final Attempt<String> attempt = Attempts.started(Part.part(users, () -> "answer"));
    private boolean expired;

    @Actor
    public void leaves() {
        held.close();
    }

    @Actor
    public void expires() {
        expired = attempt.expire(System.nanoTime());
    }

    @Arbiter
    public void after(L_Result r) {
        String before = Seen.of(users);
        boolean started = calls.isStarted(0);
        if (started) {
            calls.run(0);
        }
        boolean lost = users.gate().inFlight() != 0 || !users.abandoned().isEmpty();
        r.r1 = (expired ? "EXPIRED" : "not over")
                + before
                + (started ? ", started" : ", never started")
                + (lost ? ", permit lost" : "");
    }
}
