package dev.headroom.probe.wire;

import dev.headroom.core.text.Printable;
import dev.headroom.probe.Occupancy;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks the agent to move limits, and takes its answers. What is moved is on a lease, which its class {@code Wire} describes. */
public final class Moving {

    private static final int UNASKED = 0;
    private static final int LOST = -2;
    private static final int OVER = -3;
    private static final Moved NOTHING = new Moved(0, "");

    private static final int LONGEST_NAME = 500;

    /** Who asks, for the log of the JVM. */
    private static final String USER = System.getProperty("user.name")
            + Optional.ofNullable(System.getenv("SUDO_USER"))
                    .map(by -> " (sudo by " + by + ")")
                    .orElse("");

    private final OutputStream agent;
    private final AtomicInteger requests = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Moved>> asked = new ConcurrentHashMap<>();
    private volatile boolean ended;
    private volatile Moved lost = NOTHING;

    /**
     * @param figure the capacity that it has now, or for how long it was occupied
     * @param refusal why it was not moved; empty where it was
     */
    public record Moved(double figure, String refusal) {

        /** Whether everything was put back because we were not heard, or took too long. */
        public boolean isLost() {
            return figure == LOST || isOver();
        }

        /** Whether that was so since the time which was told with the move was over. */
        public boolean isOver() {
            return figure == OVER;
        }
    }

    public Moving(OutputStream agent) {
        this.agent = agent;
    }

    /**
     * @param from what it was when that was planned: it is refused where it is that no more
     * @param longest after which it is put back whatever happens
     * @param name of the limit, for the log of the JVM
     */
    public CompletableFuture<Moved> move(Handle handle, int from, int to, Duration longest, String name) {
        return ask('M', out -> {
            out.writeByte(handle.kind());
            out.writeInt(handle.number());
            out.writeInt(from);
            out.writeInt(to);
            out.writeLong(longest.toMillis());
            out.writeUTF(cut(name));
            out.writeUTF(USER);
        });
    }

    /**
     * @param longest after which it ends whatever happens
     * @param name that tells it from others
     */
    public CompletableFuture<Moved> occupy(Handle handle, Occupancy how, Duration longest, String name) {
        return ask('O', out -> {
            out.writeDouble(how.share());
            out.writeInt(how.ready());
            out.writeLong(how.round().toMillis());
            out.writeLong(longest.toMillis());
            out.writeByte(handle.kind());
            out.writeInt(handle.numbers().size());
            for (long number : handle.numbers()) {
                out.writeLong(number);
            }
            out.writeUTF(cut(name));
            out.writeUTF(USER);
        });
    }

    /** For how long that was occupied. */
    public CompletableFuture<Moved> count(String name) {
        return ask('C', out -> out.writeUTF(cut(name)));
    }

    private static String cut(String name) {
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    }

    /** Asks to put everything back, to keep it, or whether it is still so. */
    public CompletableFuture<Moved> ask(char command) {
        return ask(command, out -> {});
    }

    /** Says that we live. */
    public static void renew(OutputStream agent) throws IOException {
        agent.write(message('H', UNASKED, out -> {}));
    }

    /** Says that everything was put back though nobody asked for it; not lost where it was not. */
    public Moved lost() {
        return lost;
    }

    /** Whether nobody answers any more. */
    public boolean isEnded() {
        return ended;
    }

    /** It was taken note of. */
    public void regain() {
        lost = NOTHING;
    }

    @FunctionalInterface
    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    /** Fails where nobody is there any more. */
    private CompletableFuture<Moved> ask(char command, Body body) {
        int request = requests.incrementAndGet();
        CompletableFuture<Moved> answer = new CompletableFuture<>();
        asked.put(request, answer);
        if (ended) {
            end();
        }
        try {
            agent.write(message(command, request, body));
        } catch (IOException e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    /** One write, so that nothing else comes in between. */
    private static byte[] message(char command, int request, Body body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(command);
        out.writeInt(request);
        body.write(out);
        return bytes.toByteArray();
    }

    void answer(DataInputStream in) throws IOException {
        int request = in.readInt();
        Moved moved = new Moved(in.readDouble(), Printable.inLine(in.readUTF()));
        CompletableFuture<Moved> answer = asked.remove(request);
        if (answer != null) {
            answer.complete(moved);
        } else if (request == UNASKED) {
            lost = moved;
        }
    }

    /** The agent is gone. */
    void end() {
        ended = true;
        asked.values().forEach(answer -> answer.complete(new Moved(-1, "the JVM or its agent has ended")));
    }
}
