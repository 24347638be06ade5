package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Both calls of a race answer at once: one of them is the answer, and both permits are back. */
@JCStressTest
@Outcome(id = "one, 0 in flight, 0 wait, 0 abandoned, 2 counted", expect = ACCEPTABLE)
@Outcome(id = "two, 0 in flight, 0 wait, 0 abandoned, 2 counted", expect = ACCEPTABLE)
@State
public class RaceTwoAnswer {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 2);
    private final Calling calling = new Calling(() -> FanOut.within(Duration.ofSeconds(10))
            .call(Part.first(Part.part(users, () -> "one"), Part.part(users, () -> "two"))));

    public RaceTwoAnswer() {
        calls.untilStarted(2);
    }

    @Actor
    public void answers() {
        calls.run(0);
    }

    @Actor
    public void answersToo() {
        calls.run(1);
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = calling.answer() + Seen.of(users);
    }
}
