package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** One comes while the only permit is given back: it has it, at once or from the queue. */
@JCStressTest
@Outcome(id = "GRANTED, 1 in flight, 0 wait", expect = ACCEPTABLE)
@State
public class GateEnterOrLeave {
    private final Gate gate = new Gate(Limit.fixed(1), 1);
    private final Asking holder = new Asking(gate).enter();
    private final Asking comer = new Asking(gate);

    @Actor
    public void comes() {
        comer.enter();
    }

    @Actor
    public void leaves() {
        gate.leave();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = comer + Seen.of(gate);
    }
}
