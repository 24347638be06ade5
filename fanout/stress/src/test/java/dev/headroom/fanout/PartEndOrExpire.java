package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A call answers as its time is over: it counts as one of the two, the answer is seen where it is the answer, and its permit is back once. */
@JCStressTest
@Outcome(id = "SUCCEEDED answer, 1 in flight, 0 wait, 0 abandoned, 1 counted", expect = ACCEPTABLE)
@Outcome(id = "EXPIRED, 1 in flight, 0 wait, 0 abandoned, 1 counted", expect = ACCEPTABLE)
@State
public class PartEndOrExpire {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 2);
    private final Permit other = Held.of(users);
    private final Attempt<String> attempt = Attempts.started(Part.part(users, () -> "answer"));
    private boolean expired;

    @Actor
    public void ends() {
        calls.run(0);
    }

    @Actor
    public void expires() {
        expired = attempt.expire(System.nanoTime());
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = (expired ? "EXPIRED" : "SUCCEEDED " + attempt.result()) + Seen.of(users);
    }
}
