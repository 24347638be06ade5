package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A call fails as it is given up: it counts as one of the two, and its permit is back once. */
@JCStressTest
@Outcome(id = "FAILED broken, 1 in flight, 0 wait, 0 abandoned, 1 counted", expect = ACCEPTABLE)
@Outcome(id = "CANCELLED, 1 in flight, 0 wait, 0 abandoned, 1 counted", expect = ACCEPTABLE)
@State
public class PartFailOrCancel {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 2);
    private final Permit other = Held.of(users);
    private final Attempt<String> attempt = Attempts.started(Part.part(users, () -> {
        throw new IllegalStateException("broken");
    }));
    private boolean cancelled;

    @Actor
    public void fails() {
        calls.run(0);
    }

    @Actor
    public void cancels() {
        cancelled = attempt.cancel(System.nanoTime());
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = (cancelled
                        ? "CANCELLED"
                        : "FAILED " + attempt.failure(List.of()).getCause().getMessage())
                + Seen.of(users);
    }
}
