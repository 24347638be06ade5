package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The first in the queue gives up while its permit comes: it has it, or the next has, and no one else. */
@JCStressTest
@Outcome(id = "GRANTED and WAITING, 1 in flight, 1 wait", expect = ACCEPTABLE)
@Outcome(id = "GONE and GRANTED, 1 in flight, 0 wait", expect = ACCEPTABLE)
@State
public class GateGrantOrForget {
    private final Gate gate = new Gate(Limit.fixed(1), 2);
    private final Asking holder = new Asking(gate).enter();
    private final Asking first = new Asking(gate).enter();
    private final Asking second = new Asking(gate).enter();

    @Actor
    public void leaves() {
        gate.leave();
    }

    @Actor
    public void givesUp() {
        first.giveUp();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = first + " and " + second + Seen.of(gate);
    }
}
