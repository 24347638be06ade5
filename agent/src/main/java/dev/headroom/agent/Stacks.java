package dev.headroom.agent;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Numbers each distinct stack, so that it travels once. Four hundred threads that wait alike are one stack. */
final class Stacks {

    /** More distinct stacks than this come from threads that run; forgetting them costs a repetition, not memory. */
    private static final int MOST = 20_000;

    /** Depth at which stacks are cut: a lambda under Spring's HTTP client lies some 40 frames below the socket. */
    static final int DEPTH = 72;

    private final Map<Key, Integer> numbers = new HashMap<>();
    private int next;

    int number(Thread.State state, String waitsOn, StackTraceElement[] frames, DataOutputStream out)
            throws IOException {
        Key key = new Key(state, waitsOn, frames);
        Integer number = numbers.get(key);
        if (number != null) {
            return number;
        }
        if (numbers.size() >= MOST) {
            numbers.clear();
        }
        numbers.put(key, next);
        send(key, next, out);
        return next++;
    }

    private static void send(Key key, int number, DataOutputStream out) throws IOException {
        out.writeByte(Wire.STACK);
        out.writeInt(number);
        out.writeByte(key.state.ordinal());
        out.writeUTF(key.waitsOn);
        int depth = Math.min(DEPTH, key.frames.length);
        out.writeShort(depth);
        for (int i = 0; i < depth; i++) {
            out.writeUTF(key.frames[i].getClassName() + "." + key.frames[i].getMethodName());
        }
    }

    /** Equal where the methods are; the line within a method tells nothing here. */
    private static final class Key {
        private final Thread.State state;
        private final String waitsOn;
        private final StackTraceElement[] frames;
        private final int hash;

        Key(Thread.State state, String waitsOn, StackTraceElement[] frames) {
            this.state = state;
            this.waitsOn = waitsOn;
            this.frames = frames;
            int sum = state.hashCode() * 31 + waitsOn.hashCode();
            for (int i = 0; i < Math.min(DEPTH, frames.length); i++) {
                sum = (sum * 31 + frames[i].getClassName().hashCode()) * 31
                        + frames[i].getMethodName().hashCode();
            }
            hash = sum;
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
                    || !that.waitsOn.equals(waitsOn)
                    || Math.min(DEPTH, that.frames.length) != Math.min(DEPTH, frames.length)) {
                return false;
            }
            for (int i = 0; i < Math.min(DEPTH, frames.length); i++) {
                if (!frames[i].getMethodName().equals(that.frames[i].getMethodName())
                        || !frames[i].getClassName().equals(that.frames[i].getClassName())) {
                    return false;
                }
            }
            return true;
        }
    }
}
