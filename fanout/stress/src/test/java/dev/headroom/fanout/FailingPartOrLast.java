package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** One part fails as the other ends: the caller is told of the failure, never that there is an answer. */
@JCStressTest
@Outcome(id = "part 'users' failed, 0 in flight, 0 wait, 0 abandoned, 2 counted", expect = ACCEPTABLE)
@State
public class FailingPartOrLast {
    private static final IllegalStateException BROKEN = new IllegalStateException();

    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 2);
    private final Calling calling = new Calling(() -> FanOut.within(Duration.ofSeconds(10))
            .call(Part.part(users, () -> 1), Part.part(users, FailingPartOrLast::fails), Integer::sum));

    public FailingPartOrLast() {
        calls.untilStarted(2);
    }

    @Actor
    public void ends() {
        calls.run(0);
    }

    @Actor
    public void endsToo() {
        calls.run(1);
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = calling.answer() + Seen.of(users);
    }

    private static Integer fails() {
        throw BROKEN;
    }
}
