package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two threads close one permit: it goes back once, and counts once. */
@JCStressTest
@Outcome(id = "closed, 1 in flight, 0 wait, 0 abandoned, 1 counted", expect = ACCEPTABLE)
@Outcome(id = "failed, 1 in flight, 0 wait, 0 abandoned, 1 counted", expect = ACCEPTABLE)
@State
public class PermitClosedTwice {
    private static final IllegalStateException BROKEN = new IllegalStateException();

    private final Downstream users = Downstream.of("users", 2);
    private final Permit other = Held.of(users);
    private final Permit permit = Held.of(users);

    @Actor
    public void closes() {
        permit.close();
    }

    @Actor
    public void fails() {
        permit.failed(BROKEN);
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = (users.usage().failed() == 1 ? "failed" : "closed") + Seen.of(users);
    }
}
