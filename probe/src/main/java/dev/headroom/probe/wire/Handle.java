package dev.headroom.probe.wire;

import java.io.DataInputStream;
import java.io.IOException;

/**
 * How the agent is told to move a limit.
 *
 * @param kind {@code P} for a pool, {@code Q} for any other limit
 * @param number under which the agent knows it
 * @param comesBack whether a lowered limit takes effect while there is work
 * @param how the call that moves it; empty where none does
 */
public record Handle(char kind, int number, boolean comesBack, String how) {

    private static final int COMES_BACK = 1;

    static Handle read(char kind, int number, DataInputStream in) throws IOException {
        int lever = in.readByte();
        return new Handle(kind, number, lever == COMES_BACK, AgentStream.name(in));
    }

    boolean moves() {
        return !how.isEmpty();
    }
}
