package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The last part ends as the caller lies down: it is woken. */
@JCStressTest
@Outcome(id = "answer, 0 in flight, 0 wait, 0 abandoned, 1 counted", expect = ACCEPTABLE)
@State
public class LastPartOrSleep {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 1);

    @Actor
    public void calls(L_Result r) {
        r.r1 = Calling.here(() -> FanOut.within(Duration.ofSeconds(10))
                .call(Part.part(users, () -> "answer").orElse("woken by the deadline only")));
    }

    @Actor
    public void ends() {
        Jitter.spin(64);
        calls.run(0);
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.of(users);
    }
}
