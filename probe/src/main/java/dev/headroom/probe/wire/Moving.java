package dev.headroom.probe.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks the agent to move limits, and takes its answers. */
public final class Moving {

    private final AtomicInteger requests = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Moved>> asked = new ConcurrentHashMap<>();
    private volatile boolean ended;

    /**
     * @param capacity that it has now
     * @param refusal why it was not moved; empty where it was
     */
    public record Moved(int capacity, String refusal) {}

    public CompletableFuture<Moved> ask(OutputStream agent, Handle handle, int capacity) throws IOException {
        int request = requests.incrementAndGet();
        CompletableFuture<Moved> answer = new CompletableFuture<>();
        asked.put(request, answer);
        if (ended) {
            end();
        }
        // one write, so that nothing else comes in between
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte('M');
        out.writeInt(request);
        out.writeByte(handle.kind());
        out.writeInt(handle.number());
        out.writeInt(capacity);
        agent.write(bytes.toByteArray());
        return answer;
    }

    void answer(DataInputStream in) throws IOException {
        CompletableFuture<Moved> answer = asked.remove(in.readInt());
        Moved moved = new Moved(in.readInt(), in.readUTF());
        if (answer != null) {
            answer.complete(moved);
        }
    }

    /** The agent is gone. */
    void end() {
        ended = true;
        asked.values().forEach(answer -> answer.complete(new Moved(-1, "the JVM or its agent has ended")));
    }
}
