package dev.headroom.probe.wire;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;

/**
 * How the agent is told to move a limit.
 *
 * @param kind {@code P} for a pool, {@code T} for the threads of loops, {@code Q} for any other limit
 * @param numbers under which the agent knows it
 * @param comesBack whether a lowered limit takes effect while there is work
 * @param how the call that moves it; empty where none does
 * @param busy how it is occupied; empty where it cannot be
 */
public record Handle(char kind, List<Long> numbers, boolean comesBack, String how, String busy) {

    private static final int COMES_BACK = 1;

    static Handle read(char kind, int number, DataInputStream in) throws IOException {
        int lever = in.readByte();
        return new Handle(
                kind, List.of((long) number), lever == COMES_BACK, AgentStream.name(in), AgentStream.name(in));
    }

    /** Of loops, one a thread. */
    static Handle loops(List<Long> threads) {
        return new Handle('T', threads, true, "", "tasks that wait");
    }

    int number() {
        return numbers.getFirst().intValue();
    }

    boolean moves() {
        return !how.isEmpty();
    }

    boolean occupies() {
        return !busy.isEmpty();
    }
}
