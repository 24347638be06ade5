package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The last two parts end at once: one of them wakes the caller, who has both answers. */
@JCStressTest
@Outcome(id = "1 and 2, 0 in flight, 0 wait, 0 abandoned, 2 counted", expect = ACCEPTABLE)
@State
public class LastTwoParts {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 2);
    private final Calling calling = new Calling(() -> FanOut.within(Duration.ofSeconds(10))
            .call(
                    Part.part(users, () -> "1").orElse("late"),
                    Part.part(users, () -> "2").orElse("late"),
                    (a, b) -> a + " and " + b));

    public LastTwoParts() {
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
}
