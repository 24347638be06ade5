package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two come where there is one permit: one has it, the other waits. */
@JCStressTest
@Outcome(id = "GRANTED and WAITING, 1 in flight, 1 wait", expect = ACCEPTABLE)
@Outcome(id = "WAITING and GRANTED, 1 in flight, 1 wait", expect = ACCEPTABLE)
@State
public class GateTwoEnter {
    private final Gate gate = new Gate(Limit.fixed(1), 1);
    private final Asking one = new Asking(gate);
    private final Asking other = new Asking(gate);

    @Actor
    public void comes() {
        one.enter();
    }

    @Actor
    public void comesToo() {
        other.enter();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = one + " and " + other + Seen.of(gate);
    }
}
