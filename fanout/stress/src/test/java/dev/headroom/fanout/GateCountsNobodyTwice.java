package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Who waits has a permit as the limit has grown: that is one place all the while, and what is sheddable finds the third free. */
@JCStressTest
@Outcome(id = "a place", expect = ACCEPTABLE)
@State
public class GateCountsNobodyTwice {
    private static final Caller BATCH = Caller.ANYBODY.sheddable();

    private final FixedLimit limit = new FixedLimit(1);
    private final Gate gate = new Gate(limit, 1);
    private final Asking holder = new Asking(gate).enter();
    private final Asking waiting = new Asking(gate).enter();
    private final Shares shares = new Shares(1, 1);

    public GateCountsNobodyTwice() {
        limit.resize(2);
    }

    @Actor
    public void grants() {
        gate.grant();
    }

    @Actor
    public void comes(L_Result r) {
        r.r1 = shares.take(BATCH, gate) ? "a place" : "none";
    }
}
