package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.requests.Requests;
import java.time.Instant;
import java.util.Optional;

/** Tells what a {@link JvmSession} has seen. */
public abstract class SessionProbe implements Probe {

    /** Empty where it has not begun. */
    protected abstract Optional<JvmSession> session();

    /** Why the JVM is not looked at any more, though it runs; empty where it is. */
    protected abstract Optional<String> ended();

    private JvmSession begun() throws ProbeException {
        return session().orElseThrow(() -> new ProbeException("nothing was seen: start() has not succeeded"));
    }

    @Override
    public Optional<Observation.Sample> latest() {
        return session().flatMap(JvmSession::latest);
    }

    @Override
    public Observation observe(Instant zero, Observation.Window window) throws ProbeException {
        begun().awaitFlight(window);
        return begun().observation(zero, window);
    }

    @Override
    public Observation glance(Instant zero, Observation.Window window) throws ProbeException {
        Optional<String> ended = ended();
        if (ended.isPresent()) {
            throw new ProbeException(ended.get());
        }
        return begun().observation(zero, window);
    }

    @Override
    public void alone(Observation.Window window) throws ProbeException {
        begun().alone(window);
    }

    @Override
    public Optional<Requests> requests(Observation.Window window) throws ProbeException {
        return begun().requests(window);
    }

    @Override
    public void forget(Instant before) {
        session().ifPresent(seen -> seen.forget(before));
    }

    @Override
    public Optional<String> leftBehind() {
        return session().flatMap(JvmSession::leftBehind);
    }
}
