package dev.headroom.fanout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two come and go where one may call and one may wait: there is room for both at any time, and none is turned away. */
@JCStressTest
@Outcome(id = "0 rejected, 0 in flight, 0 wait", expect = ACCEPTABLE)
@State
public class GateTwoComeAndGo {
    private final Gate gate = new Gate(Limit.fixed(1), 1);
    private int rejected;
    private int rejectedToo;

    @Actor
    public void comesAndGoes() {
        rejected = comeAndGo();
    }

    @Actor
    public void comesAndGoesToo() {
        rejectedToo = comeAndGo();
    }

    private int comeAndGo() {
        int rejections = 0;
        for (int i = 0; i < 3; i++) {
            Asking asking = new Asking(gate).enter();
            while (asking.state() == Asking.State.WAITING) {
                Thread.yield();
            }
            if (asking.state() == Asking.State.REJECTED) {
                rejections++;
            } else {
                gate.leave();
            }
        }
        return rejections;
    }

    @Arbiter
    public void after(L_Result r) {
        r.r1 = rejected + rejectedToo + " rejected" + Seen.of(gate);
    }
}
