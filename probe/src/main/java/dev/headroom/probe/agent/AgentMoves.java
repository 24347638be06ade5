package dev.headroom.probe.agent;

import dev.headroom.core.model.observation.Adjustable.Means;
import dev.headroom.probe.JvmEnded;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.Occupancy;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.watch.JvmSession;
import dev.headroom.probe.wire.AgentStream;
import dev.headroom.probe.wire.Handle;
import dev.headroom.probe.wire.Moving;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What is asked of an agent that is connected: to move and occupy limits under a lease, and to put them back. */
record AgentMoves(JvmSession watch, AgentStream stream, Moving moving) {

    /** Why nothing is known of what was moved any more. */
    static final String LEFT = "the agent has left the JVM and put everything back: it heard nothing of Headroom"
            + " for 20 s, could not write to it, or somebody has closed its connection";

    int move(String target, int from, int to, Duration longest) throws ProbeException, InterruptedException {
        Handle handle = stream.handle(target, Means.SET)
                .orElseThrow(() -> new ProbeException("it cannot be moved while the service runs"));
        return (int) held(moving.move(handle, from, to, longest, stream.name(target, handle)), "");
    }

    void occupy(String target, Occupancy how, Duration longest) throws ProbeException, InterruptedException {
        Handle handle = occupiable(target);
        held(moving.occupy(handle, how, longest, stream.name(target, handle)), "");
    }

    double occupied(String target) throws ProbeException, InterruptedException {
        String name = stream.name(target, occupiable(target));
        return held(moving.count(name), "not known for how long it was occupied: ");
    }

    private Handle occupiable(String target) throws ProbeException {
        return stream.handle(target, Means.OCCUPY).orElseThrow(() -> new ProbeException("it cannot be occupied"));
    }

    void held() throws ProbeException, InterruptedException {
        held(moving.ask('H'), "not known whether what was moved is still so: ");
    }

    void keep() throws ProbeException, InterruptedException {
        held(moving.ask('K'), "what was moved may not stay so: ");
    }

    void putBack() throws ProbeException, InterruptedException {
        Moving.Moved answer = answer(moving.ask('U'), "not known to be put back: ");
        moving.regain();
        if (!answer.refusal().isEmpty()) {
            throw new ProbeException(answer.refusal());
        }
    }

    /**
     * The figure of the answer, where the lease still holds.
     *
     * @param otherwise what follows where the agent refuses, or does not answer; empty where whoever asks says it
     */
    private double held(Future<Moving.Moved> asked, String otherwise) throws ProbeException, InterruptedException {
        Moving.Moved answer = answer(asked, otherwise);
        Moving.Moved lost = moving.lost();
        if (lost.isLost() || answer.isLost()) {
            Moving.Moved first = lost.isLost() ? lost : answer;
            // the agent only knows that it heard nothing: it stood still itself where its JVM was stopped
            throw new LeaseLost(first.refusal() + (first.isOver() ? "" : ", or the JVM stood still"), first.isOver());
        }
        if (!answer.refusal().isEmpty()) {
            throw new ProbeException(otherwise + answer.refusal());
        }
        return answer.figure();
    }

    private Moving.Moved answer(Future<Moving.Moved> asked, String otherwise)
            throws ProbeException, InterruptedException {
        try {
            Moving.Moved answer = asked.get(AgentProbe.TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            if (moving.isEnded()) {
                throw gone();
            }
            return answer;
        } catch (ExecutionException e) {
            throw gone();
        } catch (TimeoutException e) {
            throw new ProbeException(
                    otherwise + "the JVM did not answer in " + AgentProbe.TIMEOUT.toSeconds() + " s", e);
        }
    }

    private ProbeException gone() {
        return watch.isAlive() ? new LeaseLost(LEFT, false) : new JvmEnded("the JVM has ended");
    }
}
