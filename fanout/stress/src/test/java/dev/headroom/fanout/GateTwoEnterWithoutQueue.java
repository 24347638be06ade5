package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two come and go where there is one permit and no queue: never are both inside. */
@JCStressTest
@Outcome(id = "at most 1 inside, 0 in flight, 0 wait", expect = ACCEPTABLE)
@State
public class GateTwoEnterWithoutQueue {
    private final Gate gate = new Gate(Limit.fixed(1), 0);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger(1);

    @Actor
    public void comesAndGoes() {
        comeAndGo();
        comeAndGo();
    }

    @Actor
    public void comesAndGoesToo() {
        comeAndGo();
        comeAndGo();
    }

    private void comeAndGo() {
        if (new Asking(gate).enter().state() == Asking.State.GRANTED) {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            inside.decrementAndGet();
            gate.leave();
        }
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = "at most " + most + " inside" + Seen.of(gate);
    }
}
