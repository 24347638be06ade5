package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Who came first has the permit first, though it comes back meanwhile. */
@JCStressTest
@Outcome(id = "GRANTED and WAITING, 1 in flight, 1 wait", expect = ACCEPTABLE)
@State
public class GateFirstComeFirstServed {
    private final Gate gate = new Gate(Limit.fixed(1), 2);
    private final Asking holder = new Asking(gate).enter();
    private final Asking first = new Asking(gate);
    private final Asking second = new Asking(gate);

    @Actor
    public void come() {
        first.enter();
        second.enter();
    }

    @Actor
    public void leaves() {
        gate.leave();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = first + " and " + second + Seen.of(gate);
    }
}
