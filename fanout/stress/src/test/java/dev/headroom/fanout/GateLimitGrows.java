package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The limit grows as a permit comes back and another one comes: the first two have the permits. */
@JCStressTest
@Outcome(id = "GRANTED, GRANTED and WAITING, 2 in flight, 1 wait", expect = ACCEPTABLE)
@State
public class GateLimitGrows {
    private final Gate gate = new Gate(limit(), 3);
    private final Asking holder = new Asking(gate).enter();
    private final Asking first = new Asking(gate).enter();
    private final Asking second = new Asking(gate).enter();
    private final Asking comer = new Asking(gate);
    private volatile int calls;

    @Actor
    public void growsAndLeaves() {
        calls = 1;
        gate.leave();
    }

    @Actor
    public void comes() {
        comer.enter();
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = first + ", " + second + " and " + comer + Seen.of(gate);
    }

    private Limit limit() {
        return new Limit() {
            @Override
            public int current() {
                return 1 + calls;
            }

            @Override
            public void ended(long calledNanos, int inFlight, boolean dropped) {}
        };
    }
}
