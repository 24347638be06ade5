package dev.headroom.probe.agent;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.wire.AgentListener;
import dev.headroom.probe.wire.Hello;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps child JVMs from outliving Headroom. Each child's agent holds a connection to it; when this process ends, however
 * it ends, the kernel closes the connections and the children halt. Closing it has the same effect.
 */
public final class Leash implements AutoCloseable {

    private final Set<AgentListener.Session> children = ConcurrentHashMap.newKeySet();
    private final AgentListener listener;
    private volatile boolean closed;

    private Leash() throws IOException {
        listener = AgentListener.open(this::hold);
    }

    public static Leash open() throws ProbeException {
        try {
            return new Leash();
        } catch (IOException e) {
            throw new ProbeException("no socket could be opened for the leash: " + e.getMessage(), e);
        }
    }

    public List<String> jvmArguments() {
        return List.of("-javaagent:" + listener.jar() + "=" + listener.options() + ",leash=true");
    }

    public int children() {
        return children.size();
    }

    private void hold(Hello hello, AgentListener.Session child) {
        children.add(child);
        try {
            while (!closed && child.in().read() >= 0) {
                // a child on the leash has nothing to say; the read ends when it does
            }
        } catch (IOException e) {
            // it ended without closing its side, which says the same
        } finally {
            children.remove(child);
            AgentListener.close(child.channel());
        }
    }

    @Override
    public void close() {
        closed = true;
        listener.close();
        children.forEach(child -> AgentListener.close(child.channel()));
    }
}
