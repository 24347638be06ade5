package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** With one at a time: a part ends as the caller lies down, which is woken for the next. */
@JCStressTest
@Outcome(id = "[1, 2], 0 in flight, 0 wait, 0 abandoned, 2 counted", expect = ACCEPTABLE)
@State
public class NextPartOrSleep {
    private final HandRun calls = new HandRun();
    private final Downstream users = calls.downstream("users", 1);

    @Actor
    public void calls(L_Result r) {
        r.r1 = Calling.here(() -> FanOut.within(Duration.ofSeconds(10))
                .atOnce(1)
                .all(List.of(1, 2), n -> Part.part(users, () -> n).orElse(-1)));
    }

    @Actor
    public void ends() {
        Jitter.spin(64);
        calls.run(0);
        Jitter.spin(64);
        calls.run(1);
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 += Seen.of(users);
    }
}
