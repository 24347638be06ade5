package dev.headroom.agent.sampling;

import dev.headroom.agent.jvm.Origins;
import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.wire.Wire;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Numbers each distinct stack, so that it travels once. Four hundred threads that wait alike are one stack. */
final class Stacks {

    /** More distinct stacks than this come from threads that run; forgetting them costs a repetition, not memory. */
    private static final int MOST = 20_000;

    /** Of all that are kept: some 10 MB of the service's heap. Deep stacks reach it long before there are too many of them. */
    private static final int MOST_FRAMES = 150_000;

    /** Depth at which stacks are cut: under Tomcat, Spring, JPA and a driver a controller lies some 110 frames below the wait. */
    static final int DEPTH = 160;

    private static final int LIBRARY = -1;

    private final Map<Key, Integer> numbers = new HashMap<>();
    private int next;
    private int kept;

    private final Origins origins;
    private final Limits limits;

    Stacks(Origins origins, Limits limits) {
        this.origins = origins;
        this.limits = limits;
    }

    /** @param limit number of what is waited for */
    int number(Thread.State state, String waitsOn, int limit, StackTraceElement[] all, DataOutputStream out)
            throws IOException {
        // that of a virtual thread comes whole, and would be kept whole
        StackTraceElement[] frames = all.length > DEPTH ? Arrays.copyOf(all, DEPTH) : all;
        Key key = new Key(state, waitsOn, limit, frames, lines(state, frames));
        Integer number = numbers.get(key);
        if (number != null) {
            return number;
        }
        if (numbers.size() >= MOST || kept + frames.length > MOST_FRAMES) {
            numbers.clear();
            kept = 0;
        }
        numbers.put(key, next);
        kept += frames.length;
        limits.waitedFor(limit, frames);
        send(key, next, out);
        return next++;
    }

    /** Of threads that stand: where one runs its line changes from look to look, and each would be another stack. */
    private int[] lines(Thread.State state, StackTraceElement[] frames) {
        int[] lines = new int[frames.length];
        boolean stands = state != Thread.State.RUNNABLE || (frames.length > 0 && frames[0].isNativeMethod());
        for (int i = 0; i < lines.length; i++) {
            boolean jdk = frames[i].getModuleName() != null
                    && frames[i].getModuleName().startsWith("java.");
            lines[i] = jdk || !origins.isOurs(frames[i].getClassName())
                    ? LIBRARY
                    : stands ? Math.max(0, frames[i].getLineNumber()) : 0;
        }
        return lines;
    }

    private static void send(Key key, int number, DataOutputStream out) throws IOException {
        out.writeByte(Wire.STACK);
        out.writeInt(number);
        out.writeByte(key.state.ordinal());
        Wire.text(out, key.waitsOn);
        out.writeInt(key.limit);
        out.writeShort(key.frames.length);
        for (int i = 0; i < key.frames.length; i++) {
            Wire.text(out, key.frames[i].getClassName() + "." + key.frames[i].getMethodName());
            out.writeInt(key.lines[i]);
        }
    }

    /** Equal where the methods are, and the lines of the application. */
    private static final class Key {
        private final Thread.State state;
        private final String waitsOn;
        private final int limit;
        private final StackTraceElement[] frames;
        private final int[] lines;
        private final int hash;

        Key(Thread.State state, String waitsOn, int limit, StackTraceElement[] frames, int[] lines) {
            this.state = state;
            this.waitsOn = waitsOn;
            this.limit = limit;
            this.frames = frames;
            this.lines = lines;
            int sum = (state.hashCode() * 31 + waitsOn.hashCode()) * 31 + limit;
            for (int i = 0; i < frames.length; i++) {
                sum = (sum * 31 + frames[i].getClassName().hashCode()) * 31
                        + frames[i].getMethodName().hashCode();
            }
            hash = sum * 31 + Arrays.hashCode(lines);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Key that)
                    || that.hash != hash
                    || that.state != state
                    || that.limit != limit
                    || !Arrays.equals(that.lines, lines)
                    || !that.waitsOn.equals(waitsOn)
                    || that.frames.length != frames.length) {
                return false;
            }
            for (int i = 0; i < frames.length; i++) {
                if (!frames[i].getMethodName().equals(that.frames[i].getMethodName())
                        || !frames[i].getClassName().equals(that.frames[i].getClassName())) {
                    return false;
                }
            }
            return true;
        }
    }
}
