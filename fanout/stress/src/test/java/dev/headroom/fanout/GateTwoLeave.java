package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two permits come back where two wait: both have one. */
@JCStressTest
@Outcome(id = "GRANTED and GRANTED, 2 in flight, 0 wait", expect = ACCEPTABLE)
@State
public class GateTwoLeave {
    private final Gate gate = new Gate(Limit.fixed(2), 2);
    private final Asking holder = new Asking(gate).enter();
    private final Asking otherHolder = new Asking(gate).enter();
    private final Asking first = new Asking(gate).enter();
    private final Asking second = new Asking(gate).enter();

    @Actor
    public void leaves() {
        gate.leave();
    }

    @Actor
    public void leavesToo() {
        gate.leave();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = first + " and " + second + Seen.of(gate);
    }
}
