package dev.headroom.agent.wire;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;

/** Replies until they are sent. */
public final class Replies {

    /** Headroom may ask, and not listen. */
    private static final int MOST = 1_000;

    private final Queue<Reply> waiting = new LinkedBlockingQueue<>(MOST);
    private final Runnable told;

    /** @param told run when there is one to be sent */
    public Replies(Runnable told) {
        this.told = told;
    }

    public void add(Reply reply) {
        waiting.offer(reply);
        told.run();
    }

    public void write(DataOutputStream out) throws IOException {
        for (Reply reply = waiting.poll(); reply != null; reply = waiting.poll()) {
            out.writeByte(Wire.MOVED);
            out.writeInt(reply.request());
            out.writeDouble(reply.figure());
            Wire.text(out, reply.refusal());
        }
    }
}
