package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The only one in the queue gives up and the permit comes back while another comes: nobody is left there with a permit free. */
@JCStressTest
@Outcome(id = "GONE and GRANTED, 1 in flight, 0 wait", expect = ACCEPTABLE)
@Outcome(id = "GRANTED and WAITING, 1 in flight, 1 wait", expect = ACCEPTABLE)
@State
public class GateForgetOrEnter {
    private final Gate gate = new Gate(Limit.fixed(1), 2);
    private final Asking holder = new Asking(gate).enter();
    private final Asking first = new Asking(gate).enter();
    private final Asking comer = new Asking(gate);

    @Actor
    public void givesUpAndComes() {
        first.giveUp();
        comer.enter();
    }

    @Actor
    public void leaves() {
        gate.leave();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = first + " and " + comer + Seen.of(gate);
    }
}
